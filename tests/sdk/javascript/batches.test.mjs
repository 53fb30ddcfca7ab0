// BatchGetItem and BatchWriteItem.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { documents, fails, invalid, makeTable, range, uniqueName } from './support.mjs';

const put = (Item) => ({ PutRequest: { Item } });
const remove = (Key) => ({ DeleteRequest: { Key } });

describe('BatchWriteItem', () => {
  test('puts and deletes in several tables', async (t) => {
    const one = await makeTable(t, ['pk:S']);
    const two = await makeTable(t, ['pk:S', 'sk:N']);
    await documents.put({ TableName: one, Item: { pk: 'old' } });
    const { UnprocessedItems } = await documents.batchWrite({
      RequestItems: {
        [one]: [put({ pk: 'fresh', v: 1 }), remove({ pk: 'old' }), remove({ pk: 'never' })],
        [two]: [put({ pk: 'a', sk: 1 }), put({ pk: 'a', sk: 2 })],
      },
    });
    assert.deepEqual(UnprocessedItems, {});
    assert.deepEqual((await documents.scan({ TableName: one })).Items, [{ pk: 'fresh', v: 1 }]);
    assert.equal((await documents.scan({ TableName: two })).Count, 2);
  });

  test('refusals write nothing', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const write = (requests) => documents.batchWrite({ RequestItems: { [TableName]: requests } });
    await invalid(
      write([put({ pk: 'a' }), remove({ pk: 'a' })]),
      'Provided list of item keys contains duplicates',
    );
    await invalid(
      write([put({ pk: 'b' }), put({ v: 1 })]),
      'The provided key element does not match the schema',
    );
    await fails(write(range(26).map((n) => put({ pk: `k${n}` }))), 'ValidationException');
    await fails(
      documents.batchWrite({
        RequestItems: { [TableName]: [put({ pk: 'c' })], [uniqueName()]: [put({ pk: 'c' })] },
      }),
      'ResourceNotFoundException',
      'Requested resource not found',
    );
    assert.equal((await documents.scan({ TableName })).Count, 0);
  });
});

describe('BatchGetItem', () => {
  test('several tables', async (t) => {
    const one = await makeTable(t, ['pk:S']);
    const two = await makeTable(t, ['pk:S', 'sk:N']);
    await documents.put({ TableName: one, Item: { pk: 'a', v: 1, w: 2 } });
    await documents.put({ TableName: two, Item: { pk: 'b', sk: 1 } });
    const { Responses, UnprocessedKeys } = await documents.batchGet({
      RequestItems: {
        [one]: { Keys: [{ pk: 'a' }, { pk: 'absent' }], ProjectionExpression: 'v' },
        [two]: { Keys: [{ pk: 'b', sk: 1 }], ConsistentRead: true },
      },
    });
    assert.deepEqual(Responses, { [one]: [{ v: 1 }], [two]: [{ pk: 'b', sk: 1 }] });
    assert.deepEqual(UnprocessedKeys, {});
  });

  test('refusals', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await invalid(
      documents.batchGet({ RequestItems: { [TableName]: { Keys: [{ pk: 'a' }, { pk: 'a' }] } } }),
      'Provided list of item keys contains duplicates',
    );
    const Keys = range(101).map((n) => ({ pk: `k${n}` }));
    await fails(
      documents.batchGet({ RequestItems: { [TableName]: { Keys } } }),
      'ValidationException',
    );
  });
});
