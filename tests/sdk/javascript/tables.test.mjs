// Tables as such: creating, describing, listing, updating and deleting them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import {
  paginateListTables,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';

import {
  PVI, client, collect, dropTable, fails, index, invalid, makeTable, splitKey, uniqueName,
  untilActive,
} from './support.mjs';

const units = (read, write) => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
const provisioned = (read, write) => ({
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: units(read, write),
});
const soon = { client, maxWaitTime: 20, minDelay: 1, maxDelay: 1 };

describe('CreateTable', () => {
  test('describes the new table', async (t) => {
    const TableName = uniqueName();
    t.after(() => dropTable(TableName));
    const { TableDescription: created } = await client.createTable({
      TableName,
      ...splitKey(['pk:S', 'sk:N']),
      ...provisioned(3, 7),
    });
    assert.equal(created.TableName, TableName);
    assert.equal(created.TableStatus, 'CREATING');
    assert.deepEqual(created.KeySchema, splitKey(['pk:S', 'sk:N']).KeySchema);
    assert.match(created.TableArn, new RegExp(`^arn:aws:dynamodb:us-east-1:\\d{12}:table/`));
    assert.ok(created.CreationDateTime instanceof Date);
    assert.ok(Math.abs(created.CreationDateTime - Date.now()) < 60_000);
    assert.deepEqual(created.ProvisionedThroughput, {
      NumberOfDecreasesToday: 0,
      ...units(3, 7),
    });
    assert.equal(created.DeletionProtectionEnabled, false);
  });

  test('waiters see the table exist and vanish', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const there = await waitUntilTableExists(soon, { TableName });
    assert.equal(there.state, 'SUCCESS');
    await client.deleteTable({ TableName });
    const gone = await waitUntilTableNotExists(soon, { TableName });
    assert.equal(gone.state, 'SUCCESS');
  });

  test('refuses a name in use', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await fails(
      client.createTable({
        TableName, ...splitKey(['pk:S']), BillingMode: 'PAY_PER_REQUEST',
      }),
      'ResourceInUseException',
      `Table already exists: ${TableName}`,
    );
  });

  test('refuses what does not fit together', async () => {
    const create = (options) => client.createTable({
      TableName: uniqueName(),
      ...splitKey(['pk:S']),
      BillingMode: 'PAY_PER_REQUEST',
      ...options,
    });
    await invalid(
      create({ ProvisionedThroughput: units(1, 1) }),
      PVI + 'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode '
        + 'is PAY_PER_REQUEST',
    );
    await invalid(
      create({ BillingMode: 'PROVISIONED' }),
      PVI + 'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode '
        + 'is PROVISIONED',
    );
    await invalid(
      create({ AttributeDefinitions: splitKey(['pk:S', 'sk:S']).AttributeDefinitions }),
      PVI + 'Number of attributes in KeySchema does not exactly match number of attributes '
        + 'defined in AttributeDefinitions',
    );
    await invalid(
      create({ BillingMode: 'PROVISIONED', ProvisionedThroughput: units(0, 0) }),
      "2 validation errors detected: Value '0' at 'provisionedThroughput.writeCapacityUnits' "
        + 'failed to satisfy constraint: Member must have value greater than or equal to 1; '
        + "Value '0' at 'provisionedThroughput.readCapacityUnits' failed to satisfy constraint: "
        + 'Member must have value greater than or equal to 1',
    );
    await invalid(
      create({ TableName: 'a?' }),
      "2 validation errors detected: Value 'a?' at 'tableName' failed to satisfy constraint: "
        + 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; '
        + "Value 'a?' at 'tableName' failed to satisfy constraint: "
        + 'Member must have length greater than or equal to 3',
    );
  });
});

describe('DescribeTable and DeleteTable', () => {
  test('a missing table', async () => {
    const TableName = uniqueName('missing');
    const message = `Requested resource not found: Table: ${TableName} not found`;
    await fails(client.describeTable({ TableName }), 'ResourceNotFoundException', message);
    await fails(client.deleteTable({ TableName }), 'ResourceNotFoundException', message);
  });

  test('deleting answers the short description', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const { TableDescription: deleted } = await client.deleteTable({ TableName });
    assert.equal(deleted.TableStatus, 'DELETING');
    assert.equal(deleted.KeySchema, undefined);
    assert.equal(deleted.CreationDateTime, undefined);
  });

  test('deletion protection', async (t) => {
    const TableName = await makeTable(t, ['pk:S'], { DeletionProtectionEnabled: true });
    await invalid(
      client.deleteTable({ TableName }),
      'Resource cannot be deleted as it is currently protected against deletion. '
        + 'Disable deletion protection first.',
    );
    await client.updateTable({ TableName, DeletionProtectionEnabled: false });
    await client.deleteTable({ TableName });
  });

  test('counts of items and bytes', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await client.putItem({ TableName, Item: { pk: { S: 'ab' }, n: { N: '12' } } });
    const { Table } = await client.describeTable({ TableName });
    assert.equal(Table.ItemCount, 1);
    assert.equal(Table.TableSizeBytes, 2 + 2 + 1 + 2);
  });
});

describe('ListTables', () => {
  test('pages in byte order', async (t) => {
    const stem = uniqueName('jlist');
    const names = ['B', 'D', 'a', 'c', 'i'].map((letter) => `${stem}.${letter}`);
    for (const TableName of names) {
      await client.createTable({
        TableName, ...splitKey(['pk:S']), BillingMode: 'PAY_PER_REQUEST',
      });
      t.after(() => dropTable(TableName));
    }
    const start = { ExclusiveStartTableName: stem };
    const first = await client.listTables({ ...start, Limit: 2 });
    assert.deepEqual(first.TableNames, names.slice(0, 2));
    assert.equal(first.LastEvaluatedTableName, names[1]);

    const pages = paginateListTables({ client, pageSize: 2 }, start);
    const listed = await collect(pages, 'TableNames');
    assert.deepEqual(listed.filter((name) => name.startsWith(stem)), names);
  });
});

describe('UpdateTable', () => {
  test('throughput', async (t) => {
    const TableName = await makeTable(t, ['pk:S'], provisioned(5, 5));
    await client.updateTable({ TableName, ProvisionedThroughput: units(10, 3) });
    const { ProvisionedThroughput: now } = await untilActive(TableName);
    assert.equal(now.ReadCapacityUnits, 10);
    assert.equal(now.WriteCapacityUnits, 3);
    assert.equal(now.NumberOfDecreasesToday, 1);
    assert.ok(now.LastIncreaseDateTime instanceof Date);
  });

  test('billing mode there and back', async (t) => {
    const TableName = await makeTable(t, ['pk:S'], provisioned(5, 5));
    await client.updateTable({ TableName, BillingMode: 'PAY_PER_REQUEST' });
    const onDemand = await untilActive(TableName);
    assert.equal(onDemand.BillingModeSummary.BillingMode, 'PAY_PER_REQUEST');
    await client.updateTable({ TableName, ...provisioned(2, 4) });
    const back = await untilActive(TableName);
    assert.equal(back.BillingModeSummary.BillingMode, 'PROVISIONED');
    assert.equal(back.ProvisionedThroughput.WriteCapacityUnits, 4);
  });

  test('a stream', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const on = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };
    await client.updateTable({ TableName, StreamSpecification: on });
    const enabled = await untilActive(TableName);
    assert.deepEqual(enabled.StreamSpecification, on);
    assert.equal(
      enabled.LatestStreamArn,
      `${enabled.TableArn}/stream/${enabled.LatestStreamLabel}`,
    );
    await invalid(
      client.updateTable({ TableName, StreamSpecification: on }),
      `Table already has an enabled stream: TableName: ${TableName}`,
    );
    await client.updateTable({ TableName, StreamSpecification: { StreamEnabled: false } });
    const disabled = await untilActive(TableName);
    assert.equal(disabled.StreamSpecification, undefined);
    assert.equal(disabled.LatestStreamArn, enabled.LatestStreamArn);
  });

  test('a new index is filled from the table, and can be deleted', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    for (const [pk, owner] of [['1', 'a'], ['2', 'b'], ['3', 'a'], ['4', null]]) {
      const Item = { pk: { S: pk }, ...(owner && { owner: { S: owner } }) };
      await client.putItem({ TableName, Item });
    }
    const { description, AttributeDefinitions } = index('by-owner', ['owner:S', 'pk:S']);
    const { TableDescription } = await client.updateTable({
      TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create: description }],
    });
    assert.equal(TableDescription.GlobalSecondaryIndexes[0].IndexStatus, 'CREATING');
    const { GlobalSecondaryIndexes: [created] } = await untilActive(TableName);
    assert.equal(created.ItemCount, 3);
    const { Items } = await client.query({
      TableName,
      IndexName: 'by-owner',
      KeyConditionExpression: '#o = :a',
      ExpressionAttributeNames: { '#o': 'owner' },
      ExpressionAttributeValues: { ':a': { S: 'a' } },
    });
    assert.deepEqual(Items.map((item) => item.pk.S), ['1', '3']);

    await client.updateTable({
      TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-owner' } }],
    });
    assert.equal((await untilActive(TableName)).GlobalSecondaryIndexes, undefined);
    await invalid(
      client.scan({ TableName, IndexName: 'by-owner' }),
      'The table does not have the specified index: by-owner',
    );
  });

  test('throughput of an index', async (t) => {
    const gsi = index('by-a', ['a:S']);
    gsi.description.ProvisionedThroughput = units(1, 1);
    const TableName = await makeTable(t, ['pk:S'], { gsis: [gsi], ...provisioned(1, 1) });
    await client.updateTable({
      TableName,
      GlobalSecondaryIndexUpdates: [
        { Update: { IndexName: 'by-a', ProvisionedThroughput: units(5, 6) } },
      ],
    });
    const { GlobalSecondaryIndexes: [byA] } = await untilActive(TableName);
    assert.equal(byA.ProvisionedThroughput.WriteCapacityUnits, 6);
  });

  test('refusals', async (t) => {
    const TableName = await makeTable(t, ['pk:S'], { gsis: [index('by-a', ['a:S'])] });
    await invalid(
      client.updateTable({ TableName }),
      'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, '
        + 'GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, '
        + 'MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, '
        + 'DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is '
        + 'required',
    );
    const again = index('by-a', ['a:S']);
    await invalid(
      client.updateTable({
        TableName,
        AttributeDefinitions: again.AttributeDefinitions,
        GlobalSecondaryIndexUpdates: [{ Create: again.description }],
      }),
      'Attempting to create an index which already exists',
    );
    await fails(
      client.updateTable({
        TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'nope' } }],
      }),
      'ResourceNotFoundException',
      `Requested resource not found: Index nope for table ${TableName}`,
    );
  });
});

describe('the account', () => {
  test('DescribeLimits', async () => {
    const { $metadata, ...limits } = await client.describeLimits({});
    assert.equal($metadata.httpStatusCode, 200);
    assert.deepEqual(limits, {
      AccountMaxReadCapacityUnits: 80000,
      AccountMaxWriteCapacityUnits: 80000,
      TableMaxReadCapacityUnits: 40000,
      TableMaxWriteCapacityUnits: 40000,
    });
  });

  test('DescribeEndpoints', async () => {
    const { Endpoints } = await client.describeEndpoints({});
    assert.equal(Endpoints.length, 1);
    assert.equal(Endpoints[0].CachePeriodInMinutes, 1440);
  });
});

describe('table ARNs as names', () => {
  test('in every kind of call', async (t) => {
    const name = await makeTable(t, ['pk:S'], { gsis: [index('by-a', ['a:S'])] });
    const { Table: { TableArn } } = await client.describeTable({ TableName: name });
    const pk = { S: '1' };
    const a = { S: 'x' };

    const put = await client.putItem({
      TableName: TableArn, Item: { pk, a }, ReturnConsumedCapacity: 'TOTAL',
    });
    assert.equal(put.ConsumedCapacity.TableName, TableArn);
    const got = await client.getItem({ TableName: TableArn, Key: { pk } });
    assert.deepEqual(got.Item, { pk, a });
    assert.equal((await client.scan({ TableName: TableArn })).Count, 1);
    const queried = await client.query({
      TableName: TableArn,
      IndexName: 'by-a',
      KeyConditionExpression: 'a = :x',
      ExpressionAttributeValues: { ':x': a },
    });
    assert.equal(queried.Count, 1);
    const batch = await client.batchGetItem({ RequestItems: { [TableArn]: { Keys: [{ pk }] } } });
    assert.deepEqual(batch.Responses, { [TableArn]: [{ pk, a }] });
    await client.batchWriteItem({
      RequestItems: { [TableArn]: [{ DeleteRequest: { Key: { pk } } }] },
    });
    await client.transactWriteItems({
      TransactItems: [{ Put: { TableName: TableArn, Item: { pk } } }],
    });
    const { Responses } = await client.transactGetItems({
      TransactItems: [{ Get: { TableName: TableArn, Key: { pk } } }],
    });
    assert.deepEqual(Responses, [{ Item: { pk } }]);
    await client.updateItem({ TableName: TableArn, Key: { pk }, UpdateExpression: 'REMOVE a' });
    await client.deleteItem({ TableName: TableArn, Key: { pk } });
    await client.deleteTable({ TableName: TableArn });
  });
});
