// DynamoDB Streams, by the client of their own.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { client, documents, fails, makeStreamsClient, makeTable, range } from './support.mjs';

const streams = makeStreamsClient();

async function makeStream(t) {
  const TableName = await makeTable(t, ['pk:S', 'sk:N'], {
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  const { Table } = await client.describeTable({ TableName });
  return { TableName, StreamArn: Table.LatestStreamArn };
}

async function shardsOf(StreamArn) {
  const shards = [];
  let ExclusiveStartShardId;
  do {
    const { StreamDescription } = await streams.describeStream({
      StreamArn, Limit: 3, ExclusiveStartShardId,
    });
    shards.push(...StreamDescription.Shards);
    ExclusiveStartShardId = StreamDescription.LastEvaluatedShardId;
  } while (ExclusiveStartShardId);
  return shards;
}

// All records that are there, shard by shard.
async function recordsOf(StreamArn, start = { ShardIteratorType: 'TRIM_HORIZON' }) {
  const records = [];
  for (const { ShardId } of await shardsOf(StreamArn)) {
    let { ShardIterator } = await streams.getShardIterator({ StreamArn, ShardId, ...start });
    while (ShardIterator) {
      const page = await streams.getRecords({ ShardIterator, Limit: 10 });
      records.push(...page.Records);
      ShardIterator = page.Records.length > 0 ? page.NextShardIterator : undefined;
    }
  }
  return records;
}

describe('streams', () => {
  test('tell what was written, in the order of each item', async (t) => {
    const { TableName, StreamArn } = await makeStream(t);
    for (const number of range(25)) {
      await documents.put({ TableName, Item: { pk: `p${number % 5}`, sk: 0, v: number } });
    }
    await documents.delete({ TableName, Key: { pk: 'p0', sk: 0 } });
    const records = await recordsOf(StreamArn);
    assert.equal(records.length, 26);
    const last = new Map();
    for (const { eventName, dynamodb: change } of records) {
      const key = change.Keys.pk.S;
      assert.deepEqual(change.OldImage, last.get(key));
      assert.equal(eventName, change.OldImage ? (change.NewImage ? 'MODIFY' : 'REMOVE') : 'INSERT');
      assert.ok(change.ApproximateCreationDateTime instanceof Date);
      last.set(key, change.NewImage);
    }
    assert.equal(last.get('p0'), undefined);
    assert.equal(last.get('p4').v.N, '24');
  });

  test('are read from a record on', async (t) => {
    const { TableName, StreamArn } = await makeStream(t);
    for (const number of range(3)) {
      await documents.put({ TableName, Item: { pk: 'a', sk: number } });
    }
    const [, second] = await recordsOf(StreamArn);
    const shards = await shardsOf(StreamArn);
    const from = async (ShardIteratorType) => {
      for (const { ShardId } of shards) {
        const { ShardIterator } = await streams.getShardIterator({
          StreamArn, ShardId, ShardIteratorType, SequenceNumber: second.dynamodb.SequenceNumber,
        }).catch(() => ({}));
        const { Records = [] } = ShardIterator ? await streams.getRecords({ ShardIterator }) : {};
        if (Records.length > 0) {
          return Records.map((record) => record.dynamodb.Keys.sk.N);
        }
      }
      return [];
    };
    assert.deepEqual(await from('AT_SEQUENCE_NUMBER'), ['1', '2']);
    assert.deepEqual(await from('AFTER_SEQUENCE_NUMBER'), ['2']);
    assert.deepEqual(await recordsOf(StreamArn, { ShardIteratorType: 'LATEST' }), []);
  });

  test('are listed, and end with their table', async (t) => {
    const { TableName, StreamArn } = await makeStream(t);
    const { Streams } = await streams.listStreams({ TableName });
    assert.deepEqual(Streams.map((each) => each.StreamArn), [StreamArn]);
    await client.updateTable({ TableName, StreamSpecification: { StreamEnabled: false } });
    const { StreamDescription } = await streams.describeStream({ StreamArn });
    assert.equal(StreamDescription.StreamStatus, 'DISABLED');
    await fails(
      streams.describeStream({ StreamArn: StreamArn.replace(TableName, 'missing') }),
      'ResourceNotFoundException',
    );
  });
});
