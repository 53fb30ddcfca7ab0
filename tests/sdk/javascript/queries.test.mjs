// Query and Scan: conditions, order, pages, filters, and segments.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';

import { PVI, client, collect, documents, invalid, makeTable, range } from './support.mjs';

async function numbered(t) {
  const TableName = await makeTable(t, ['pk:S', 'sk:N']);
  for (const sk of [3, -1, 10, 2, 0, 7]) {
    await documents.put({ TableName, Item: { pk: 'p', sk, parity: sk % 2 ? 'odd' : 'even' } });
  }
  await documents.put({ TableName, Item: { pk: 'q', sk: 1 } });
  return TableName;
}

describe('Query', () => {
  test('sort key conditions', async (t) => {
    const TableName = await numbered(t);
    const cases = [
      ['pk = :p', {}, [-1, 0, 2, 3, 7, 10]],
      ['pk = :p AND sk = :a', { ':a': 2 }, [2]],
      ['pk = :p AND sk < :a', { ':a': 2 }, [-1, 0]],
      ['sk <= :a AND pk = :p', { ':a': 2 }, [-1, 0, 2]],
      ['pk = :p AND sk > :a', { ':a': 2 }, [3, 7, 10]],
      ['pk = :p AND sk BETWEEN :a AND :b', { ':a': 2, ':b': 9.5 }, [2, 3, 7]],
    ];
    for (const [KeyConditionExpression, values, expected] of cases) {
      const parameters = {
        TableName, KeyConditionExpression, ExpressionAttributeValues: { ':p': 'p', ...values },
      };
      const forward = await documents.query(parameters);
      assert.deepEqual(forward.Items.map((item) => item.sk), expected, KeyConditionExpression);
      const backward = await documents.query({ ...parameters, ScanIndexForward: false });
      assert.deepEqual(backward.Items.map((item) => item.sk), expected.toReversed());
    }
  });

  test('begins_with', async (t) => {
    const TableName = await makeTable(t, ['pk:S', 'sk:S']);
    for (const sk of ['a', 'ab', 'abc', 'b', 'ac']) {
      await documents.put({ TableName, Item: { pk: 'p', sk } });
    }
    const { Items } = await documents.query({
      TableName,
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :x)',
      ExpressionAttributeValues: { ':p': 'p', ':x': 'ab' },
    });
    assert.deepEqual(Items.map((item) => item.sk), ['ab', 'abc']);
  });

  test('filter, limit, count and restart', async (t) => {
    const TableName = await numbered(t);
    const parameters = {
      TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': 'p' },
    };
    const filtered = await documents.query({
      ...parameters,
      FilterExpression: 'parity = :odd',
      ExpressionAttributeValues: { ':p': 'p', ':odd': 'odd' },
      Limit: 3,
    });
    assert.equal(filtered.Count, 1);
    assert.equal(filtered.ScannedCount, 3);
    assert.deepEqual(filtered.LastEvaluatedKey, { pk: 'p', sk: 2 });

    const counted = await documents.query({ ...parameters, Select: 'COUNT' });
    assert.equal(counted.Count, 6);
    assert.equal(counted.Items, undefined);

    const full = await documents.query({ ...parameters, Limit: 6 });
    assert.deepEqual(full.LastEvaluatedKey, { pk: 'p', sk: 10 });
    const rest = await documents.query({ ...parameters, ExclusiveStartKey: { pk: 'p', sk: 5 } });
    assert.deepEqual(rest.Items.map((item) => item.sk), [7, 10]);
  });

  test('the paginator puts the pages together', async (t) => {
    const TableName = await numbered(t);
    for (const pageSize of [1, 4, 6, 100]) {
      const pages = paginateQuery({ client: documents, pageSize }, {
        TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': 'p' },
      });
      const found = await collect(pages, 'Items');
      assert.deepEqual(found.map((item) => item.sk), [-1, 0, 2, 3, 7, 10]);
    }
  });

  test('legacy key conditions', async (t) => {
    const TableName = await numbered(t);
    const { Items } = await client.query({
      TableName,
      KeyConditions: {
        pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'p' }] },
        sk: { ComparisonOperator: 'GT', AttributeValueList: [{ N: '3' }] },
      },
    });
    assert.deepEqual(Items.map((item) => item.sk.N), ['7', '10']);
  });

  test('refusals', async (t) => {
    const TableName = await numbered(t);
    const query = (KeyConditionExpression, values, options) => documents.query({
      TableName, KeyConditionExpression, ExpressionAttributeValues: values, ...options,
    });
    await invalid(
      query('sk = :a', { ':a': 1 }),
      'Query condition missed key schema element: pk',
    );
    await invalid(query('pk < :a', { ':a': 'p' }), 'Query key condition not supported');
    await invalid(
      query('pk = :a', { ':a': 1 }),
      PVI + 'Condition parameter type does not match schema type',
    );
    await invalid(
      query('pk = :a', { ':a': 'p' }, { ExclusiveStartKey: { pk: 'q', sk: 1 } }),
      'The provided starting key is outside query boundaries based on provided conditions',
    );
    await invalid(
      query('pk = :a', { ':a': 'p' }, { IndexName: 'nope' }),
      'The table does not have the specified index: nope',
    );
    await invalid(
      query('pk = :a', { ':a': 'p' }, { Limit: 0 }),
      "Value at 'Limit' failed to satisfy constraint: "
        + 'Member must have value greater than or equal to 1',
    );
  });
});

describe('Scan', () => {
  async function hundred(t) {
    const TableName = await makeTable(t, ['pk:S']);
    for (const start of [0, 25, 50, 75]) {
      const requests = range(25).map((number) => ({
        PutRequest: { Item: { pk: `k${start + number}`, n: start + number } },
      }));
      await documents.batchWrite({ RequestItems: { [TableName]: requests } });
    }
    return TableName;
  }

  test('everything once, whatever the page size', async (t) => {
    const TableName = await hundred(t);
    for (const pageSize of [1, 7, 100, 1000]) {
      const pages = paginateScan({ client: documents, pageSize }, { TableName });
      const found = await collect(pages, 'Items');
      assert.equal(found.length, 100);
      assert.equal(new Set(found.map((item) => item.pk)).size, 100);
    }
  });

  test('parallel segments share the table among them', async (t) => {
    const TableName = await hundred(t);
    const segments = await Promise.all(range(4).map((Segment) => collect(
      paginateScan({ client: documents, pageSize: 10 }, { TableName, Segment, TotalSegments: 4 }),
      'Items',
    )));
    const numbers = segments.flat().map((item) => item.n).sort((a, b) => a - b);
    assert.deepEqual(numbers, range(100));
    assert.ok(segments.every((items) => items.length > 0));
  });

  test('filters', async (t) => {
    const TableName = await hundred(t);
    const answer = await documents.scan({
      TableName,
      FilterExpression: 'n < :ten OR pk = :last',
      ExpressionAttributeValues: { ':ten': 10, ':last': 'k99' },
      ProjectionExpression: 'n',
    });
    assert.equal(answer.Count, 11);
    assert.equal(answer.ScannedCount, 100);
    assert.deepEqual(Object.keys(answer.Items[0]), ['n']);
  });

  test('a page ends with the item that brings it to a mebibyte', async (t) => {
    const TableName = await makeTable(t, ['pk:S', 'sk:N']);
    const itemBytes = 100_000;
    for (const sk of range(12)) {
      await documents.put({
        TableName, Item: { pk: 'p', sk: sk + 1, d: 'x'.repeat(itemBytes - 8) },
      });
    }
    const page = await documents.scan({ TableName });
    assert.equal(page.Count, Math.ceil(1024 * 1024 / itemBytes));
    assert.deepEqual(page.LastEvaluatedKey, { pk: 'p', sk: 11 });
  });

  test('refusals', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await invalid(
      documents.scan({ TableName, Segment: 3, TotalSegments: 3 }),
      'The Segment parameter is zero-based and must be less than parameter TotalSegments: '
        + 'Segment: 3 is not less than TotalSegments: 3',
    );
    await invalid(
      documents.scan({ TableName, Limit: 0 }),
      "Value '0' at 'limit' failed to satisfy constraint: "
        + 'Member must have value greater than or equal to 1',
    );
    await invalid(
      documents.scan({ TableName, ExclusiveStartKey: { nope: 'a' } }),
      'The provided starting key is invalid: '
        + 'The provided key element does not match the schema',
    );
  });
});
