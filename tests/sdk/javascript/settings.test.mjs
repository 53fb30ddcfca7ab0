// Settings beside a table's data: tags, policies, contributor insights, auto scaling, and vector
// indexes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { ENDPOINT, client, documents, fails, invalid, makeTable, untilActive } from './support.mjs';

async function tableArn(TableName) {
  return (await client.describeTable({ TableName })).Table.TableArn;
}

describe('tags', () => {
  test('are added, listed, and taken off', async (t) => {
    const ResourceArn = await tableArn(await makeTable(t, ['pk:S']));
    const Tags = Array.from({ length: 12 }, (_, i) => ({ Key: `k${10 + i}`, Value: `${i}` }));
    await client.tagResource({ ResourceArn, Tags });
    assert.deepEqual((await client.listTagsOfResource({ ResourceArn })).Tags, Tags);
    await client.untagResource({ ResourceArn, TagKeys: Tags.slice(1).map((tag) => tag.Key) });
    assert.deepEqual((await client.listTagsOfResource({ ResourceArn })).Tags, Tags.slice(0, 1));
    await invalid(
      client.tagResource({ ResourceArn, Tags: [{ Key: 'aws:x', Value: '' }] }),
      'Tag Key cannot be prefixed with aws:, Key: aws:x',
    );
  });
});

describe('resource policies', () => {
  test('have revisions', async (t) => {
    const ResourceArn = await tableArn(await makeTable(t, ['pk:S']));
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{
        Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::123456789012:root' },
        Action: 'dynamodb:GetItem', Resource: ResourceArn,
      }],
    });
    const { RevisionId } = await client.putResourcePolicy({
      ResourceArn, Policy, ExpectedRevisionId: 'NO_POLICY',
    });
    const got = await client.getResourcePolicy({ ResourceArn });
    assert.deepEqual([got.Policy, got.RevisionId], [Policy, RevisionId]);
    const ExpectedRevisionId = 'other';
    await fails(
      client.deleteResourcePolicy({ ResourceArn, ExpectedRevisionId }),
      'PolicyNotFoundException',
    );
    await client.deleteResourcePolicy({ ResourceArn, ExpectedRevisionId: RevisionId });
    await fails(client.getResourcePolicy({ ResourceArn }), 'PolicyNotFoundException');
  });
});

describe('contributor insights', () => {
  test('count keys while they are enabled', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await client.updateContributorInsights({ TableName, ContributorInsightsAction: 'ENABLE' });
    await documents.get({ TableName, Key: { pk: 'hot' } });
    const described = await client.describeContributorInsights({ TableName });
    assert.equal(described.ContributorInsightsStatus, 'ENABLED');
    const listed = await client.listContributorInsights({ TableName });
    assert.equal(listed.ContributorInsightsSummaries.length, 1);
    const { Entries } = await (await fetch(`${ENDPOINT}/_stator/insights`)).json();
    const counted = Entries.find((entry) => entry.TableName === TableName);
    assert.deepEqual(
      counted.MostAccessedPartitionKeys,
      [{ Key: { pk: { S: 'hot' } }, Count: 1, OvercountMax: 0 }],
    );
    const IndexName = 'absent';
    await fails(
      client.describeContributorInsights({ TableName, IndexName }),
      'ResourceNotFoundException',
    );
  });
});

describe('auto scaling', () => {
  test('is set and described', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const ProvisionedWriteCapacityAutoScalingUpdate = {
      MinimumUnits: 1,
      MaximumUnits: 9,
      ScalingPolicyUpdate: { TargetTrackingScalingPolicyConfiguration: { TargetValue: 70.5 } },
    };
    await client.updateTableReplicaAutoScaling({
      TableName, ProvisionedWriteCapacityAutoScalingUpdate,
    });
    const { TableAutoScalingDescription: description } =
      await client.describeTableReplicaAutoScaling({ TableName });
    const [replica] = description.Replicas;
    const write = replica.ReplicaProvisionedWriteCapacityAutoScalingSettings;
    assert.equal(write.MaximumUnits, 9);
    const [policy] = write.ScalingPolicies;
    assert.equal(policy.TargetTrackingScalingPolicyConfiguration.TargetValue, 70.5);
    await invalid(
      client.updateTableReplicaAutoScaling({
        TableName, ProvisionedWriteCapacityAutoScalingUpdate: { MinimumUnits: 10 },
      }),
      'MinimumUnits 10 is greater than MaximumUnits 9',
    );
  });
});

describe('vector indexes', () => {
  test('find the nearest', async (t) => {
    const TableName = await makeTable(t, ['pk:S'], {
      VectorIndexes: [{
        IndexName: 'near',
        VectorAttribute: { AttributeName: 'e' },
        Dimensions: 2,
        DistanceFunction: 'EUCLIDEAN',
        Projection: { ProjectionType: 'KEYS_ONLY' },
      }],
    });
    await documents.put({ TableName, Item: { pk: 'a', e: [3, 4] } });
    await documents.put({ TableName, Item: { pk: 'b', e: [0, 1] } });
    const search = (SearchVector) => client.searchVectors({
      TableName, IndexName: 'near', TopK: 1, SearchVector: SearchVector.map((N) => ({ N })),
    });
    const { SearchResults } = await search(['0', '0']);
    assert.deepEqual(SearchResults.map((hit) => [hit.Item.pk.S, hit.Score]), [['b', 1]]);
    await fails(search(['0']), 'ValidationException');
    await fails(
      documents.put({ TableName, Item: { pk: 'c', e: [1] } }),
      'ValidationException',
    );
    await client.updateTable({
      TableName, VectorIndexUpdates: [{ Delete: { IndexName: 'near' } }],
    });
    assert.equal((await untilActive(TableName)).VectorIndexes, undefined);
    await fails(search(['0', '0']), 'ResourceNotFoundException');
  });
});
