// Secondary indexes: what is in them, what they hold, and how they are queried.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { PVI, documents, index, invalid, makeTable } from './support.mjs';

function query(TableName, IndexName, KeyConditionExpression, values, options = {}) {
  return documents.query({
    TableName,
    IndexName,
    KeyConditionExpression,
    ExpressionAttributeValues: values,
    ...options,
  });
}

describe('global indexes', () => {
  test('projections', async (t) => {
    const key = ['g:S', 'h:N'];
    const TableName = await makeTable(t, ['pk:S'], {
      gsis: [
        index('keys', key, { projection: 'KEYS_ONLY' }),
        index('some', key, { projection: ['x'] }),
        index('all', key),
      ],
    });
    const Item = { pk: 'p', g: 'g', h: 1, x: 'x', y: 'y' };
    await documents.put({ TableName, Item });
    const expected = {
      keys: { pk: 'p', g: 'g', h: 1 },
      some: { pk: 'p', g: 'g', h: 1, x: 'x' },
      all: Item,
    };
    for (const [name, entry] of Object.entries(expected)) {
      const { Items } = await query(TableName, name, 'g = :g AND h > :z', { ':g': 'g', ':z': 0 });
      assert.deepEqual(Items, [entry]);
      assert.deepEqual((await documents.scan({ TableName, IndexName: name })).Items, [entry]);
    }
    await invalid(
      query(TableName, 'some', 'g = :g', { ':g': 'g' }, { Select: 'ALL_ATTRIBUTES' }),
      PVI + 'Select type ALL_ATTRIBUTES is not supported for global secondary index some because '
        + 'its projection type is not ALL',
    );
    await invalid(
      query(TableName, 'some', 'g = :g', { ':g': 'g' }, { ProjectionExpression: 'y' }),
      PVI + 'Global secondary index some does not project [y]',
    );
    await invalid(
      query(TableName, 'all', 'g = :g', { ':g': 'g' }, { ConsistentRead: true }),
      'Consistent reads are not supported on global secondary indexes',
    );
  });

  test('a sparse index holds the items that have its keys', async (t) => {
    const TableName = await makeTable(t, ['pk:S'], { gsis: [index('open', ['grp:S', 'due:N'])] });
    const indexed = async () => {
      const { Items } = await documents.scan({ TableName, IndexName: 'open' });
      return Items.map((item) => item.pk).sort();
    };
    await documents.put({ TableName, Item: { pk: 'both', grp: 'g', due: 1 } });
    await documents.put({ TableName, Item: { pk: 'one', grp: 'g' } });
    assert.deepEqual(await indexed(), ['both']);
    await documents.update({
      TableName,
      Key: { pk: 'one' },
      UpdateExpression: 'SET due = :d',
      ExpressionAttributeValues: { ':d': 2 },
    });
    assert.deepEqual(await indexed(), ['both', 'one']);
    await documents.update({ TableName, Key: { pk: 'both' }, UpdateExpression: 'REMOVE grp' });
    await documents.delete({ TableName, Key: { pk: 'one' } });
    assert.deepEqual(await indexed(), []);
  });

  test('index keys of a wrong type', async (t) => {
    const TableName = await makeTable(t, ['pk:S'], { gsis: [index('by-i', ['a:S'])] });
    await invalid(
      documents.put({ TableName, Item: { pk: 'p', a: 1 } }),
      PVI + 'Type mismatch for Index Key a Expected: S Actual: N IndexName: by-i',
    );
    await invalid(
      documents.put({ TableName, Item: { pk: 'p', a: '' } }),
      'One or more parameter values are not valid. A value specified for a secondary index key '
        + 'is not supported. The AttributeValue for a key attribute cannot contain an empty '
        + 'string value. IndexName: by-i, IndexKey: a',
    );
  });

  test('keys of several attributes', async (t) => {
    const TableName = await makeTable(t, ['id:S'], {
      gsis: [index('place', ['land:S', 'city:S', 'yr:N', 'mon:N'], { hashes: 2 })],
    });
    const rows = [
      ['1', 'it', 'Rome', 2025, 12],
      ['2', 'it', 'Rome', 2026, 2],
      ['3', 'it', 'Rome', 2026, 11],
      ['4', 'it', 'Bari', 2026, 1],
    ];
    for (const [id, land, city, yr, mon] of rows) {
      await documents.put({ TableName, Item: { id, land, city, yr, mon } });
    }
    const ids = async (condition, values) => {
      const { Items } = await query(
        TableName, 'place', condition, { ':l': 'it', ':c': 'Rome', ...values },
      );
      return Items.map((item) => item.id);
    };
    const rome = 'land = :l AND city = :c';
    assert.deepEqual(await ids(rome), ['1', '2', '3']);
    assert.deepEqual(await ids(`${rome} AND yr = :y`, { ':y': 2026 }), ['2', '3']);
    assert.deepEqual(
      await ids(`${rome} AND yr = :y AND mon > :m`, { ':y': 2026, ':m': 2 }),
      ['3'],
    );
    await invalid(
      query(TableName, 'place', 'land = :l', { ':l': 'it' }),
      'Query condition missed key schema element: city',
    );
  });
});

describe('local indexes', () => {
  async function people(t) {
    const TableName = await makeTable(t, ['pk:S', 'sk:N'], {
      lsis: [index('by-age', ['pk:S', 'age:N'], { projection: ['city'] })],
    });
    const rows = [['Rome', 30], ['Oslo', 50], ['Bern', 40]];
    for (const [sk, [city, age]] of rows.entries()) {
      await documents.put({ TableName, Item: { pk: 'p', sk, city, age, note: 'n' } });
    }
    return TableName;
  }

  test('order, default attributes, and fetches from the table', async (t) => {
    const TableName = await people(t);
    const plain = await query(
      TableName, 'by-age', 'pk = :p', { ':p': 'p' }, { ConsistentRead: true },
    );
    assert.deepEqual(plain.Items, [
      { pk: 'p', sk: 0, age: 30, city: 'Rome' },
      { pk: 'p', sk: 2, age: 40, city: 'Bern' },
      { pk: 'p', sk: 1, age: 50, city: 'Oslo' },
    ]);
    const fetched = await query(
      TableName, 'by-age', 'pk = :p', { ':p': 'p' }, { ProjectionExpression: 'note' },
    );
    assert.deepEqual(fetched.Items[0], { note: 'n' });
    const whole = await query(
      TableName, 'by-age', 'pk = :p', { ':p': 'p' }, { Select: 'ALL_ATTRIBUTES', Limit: 1 },
    );
    assert.deepEqual(whole.Items, [{ pk: 'p', sk: 0, age: 30, city: 'Rome', note: 'n' }]);
    assert.deepEqual(whole.LastEvaluatedKey, { pk: 'p', sk: 0, age: 30 });
  });

  test('item collection metrics', async (t) => {
    const TableName = await people(t);
    const { ItemCollectionMetrics } = await documents.update({
      TableName,
      Key: { pk: 'p', sk: 0 },
      UpdateExpression: 'REMOVE note',
      ReturnItemCollectionMetrics: 'SIZE',
    });
    assert.deepEqual(ItemCollectionMetrics.ItemCollectionKey, { pk: 'p' });
    assert.deepEqual(ItemCollectionMetrics.SizeEstimateRangeGB, [0, 1]);
  });
});
