// ConsumedCapacity as this SDK reads it. The rules R1.. are those of docs/METERING.md.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { client, documents, index, makeTable } from './support.mjs';

const ReturnConsumedCapacity = 'INDEXES';
const units = (CapacityUnits) => ({ CapacityUnits });

// The ConsumedCapacity of an answer without the name of the table.
function consumed({ ConsumedCapacity: { TableName, ...capacity } }) {
  assert.ok(TableName);
  return capacity;
}

describe('ConsumedCapacity', () => {
  test('GetItem rounds to 4 KB and halves', async (t) => { // R8, R12, R13
    const TableName = await makeTable(t, ['pk:S']);
    await documents.put({ TableName, Item: { pk: 'k', b: 'x'.repeat(4093) } });
    const get = (pk, ConsistentRead) => documents.get({
      TableName, Key: { pk }, ConsistentRead, ReturnConsumedCapacity,
    });
    assert.deepEqual(consumed(await get('k', true)), { ...units(2), Table: units(2) });
    assert.deepEqual(consumed(await get('k', false)), { ...units(1), Table: units(1) });
    assert.deepEqual(consumed(await get('absent', false)), { ...units(0.5), Table: units(0.5) });
  });

  test('writes are charged on the table and on each index they change', async (t) => { // R26
    const TableName = await makeTable(t, ['pk:S', 'sk:S'], {
      gsis: [index('gsi', ['g:S'], { projection: 'KEYS_ONLY' })],
      lsis: [index('lsi', ['pk:S', 'l:S'])],
    });
    const Key = { pk: 'a', sk: '1' };
    const put = (attributes) => documents.put({
      TableName, Item: { ...Key, ...attributes }, ReturnConsumedCapacity,
    });
    assert.deepEqual(consumed(await put({})), { ...units(1), Table: units(1) });
    assert.deepEqual(consumed(await put({ g: 'g', l: 'l' })), {
      ...units(3),
      Table: units(1),
      GlobalSecondaryIndexes: { gsi: units(1) },
      LocalSecondaryIndexes: { lsi: units(1) },
    });
    assert.deepEqual(consumed(await put({ g: 'g', l: 'l' })), { ...units(1), Table: units(1) });
    assert.deepEqual(consumed(await put({ g: 'g2', l: 'l' })), {
      ...units(4),
      Table: units(1),
      GlobalSecondaryIndexes: { gsi: units(2) },
      LocalSecondaryIndexes: { lsi: units(1) },
    });
    const deleted = await documents.delete({ TableName, Key, ReturnConsumedCapacity });
    assert.deepEqual(consumed(deleted), {
      ...units(3),
      Table: units(1),
      GlobalSecondaryIndexes: { gsi: units(1) },
      LocalSecondaryIndexes: { lsi: units(1) },
    });
  });

  test('a Query sums before it rounds', async (t) => { // R15, R17
    const TableName = await makeTable(t, ['pk:S', 'sk:N'], { gsis: [index('by-g', ['gk:S'])] });
    for (let sk = 1; sk <= 10; sk += 1) {
      // 4,178 bytes: pk 2+1, sk 2+2, gk 2+1, b 1+4167.
      await documents.put({ TableName, Item: { pk: 'p', sk, gk: 'g', b: 'x'.repeat(4167) } });
    }
    const onTable = await documents.query({
      TableName,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': 'p' },
      ReturnConsumedCapacity,
    });
    assert.deepEqual(consumed(onTable), { ...units(5.5), Table: units(5.5) });
    const onIndex = await documents.query({
      TableName,
      IndexName: 'by-g',
      KeyConditionExpression: 'gk = :g',
      ExpressionAttributeValues: { ':g': 'g' },
      ReturnConsumedCapacity,
    });
    assert.deepEqual(consumed(onIndex), {
      ...units(5.5), Table: units(0), GlobalSecondaryIndexes: { 'by-g': units(5.5) },
    });
  });

  test('transactions are doubled on the table and say which axis', async (t) => { // R34, R50
    const TableName = await makeTable(t, ['pk:S']);
    const { ConsumedCapacity: [written] } = await documents.transactWrite({
      TransactItems: [{ Put: { TableName, Item: { pk: 'a' } } }], ReturnConsumedCapacity,
    });
    const write = { CapacityUnits: 2, WriteCapacityUnits: 2 };
    assert.deepEqual(written, { TableName, ...write, Table: write });
    const { ConsumedCapacity: [read] } = await client.transactGetItems({
      TransactItems: [{ Get: { TableName, Key: { pk: { S: 'a' } } } }], ReturnConsumedCapacity,
    });
    const reads = { CapacityUnits: 2, ReadCapacityUnits: 2 };
    assert.deepEqual(read, { TableName, ...reads, Table: reads });
  });

  test('batches answer a list', async (t) => { // R14, R32
    const one = await makeTable(t, ['pk:S']);
    const two = await makeTable(t, ['pk:S']);
    const { ConsumedCapacity } = await documents.batchWrite({
      RequestItems: {
        [one]: [{ PutRequest: { Item: { pk: 'a' } } }, { PutRequest: { Item: { pk: 'b' } } }],
        [two]: [{ PutRequest: { Item: { pk: 'a' } } }],
      },
      ReturnConsumedCapacity: 'TOTAL',
    });
    const byTable = Object.fromEntries(
      ConsumedCapacity.map((entry) => [entry.TableName, entry.CapacityUnits]),
    );
    assert.deepEqual(byTable, { [one]: 2, [two]: 1 });
  });
});
