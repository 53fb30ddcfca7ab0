// Many calls in flight at once: nothing is lost, and nothing is seen half done.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { documents, index, makeTable, range } from './support.mjs';

// Runs work(0) .. work(count - 1), `width` at a time.
async function inParallel(count, width, work) {
  let next = 0;
  await Promise.all(range(width).map(async () => {
    while (next < count) {
      const number = next;
      next += 1;
      await work(number);
    }
  }));
}

test('a counter loses nothing', async (t) => {
  const TableName = await makeTable(t, ['pk:S']);
  await inParallel(400, 16, () => documents.update({
    TableName,
    Key: { pk: 'counter' },
    UpdateExpression: 'ADD n :one',
    ExpressionAttributeValues: { ':one': 1 },
  }));
  const { Item } = await documents.get({
    TableName, Key: { pk: 'counter' }, ConsistentRead: true,
  });
  assert.equal(Item.n, 400);
});

test('transactions move units and lose none', async (t) => {
  const TableName = await makeTable(t, ['pk:S']);
  for (const pk of ['a', 'b']) {
    await documents.put({ TableName, Item: { pk, total: 100 } });
  }
  const change = (pk, by) => ({
    Update: {
      TableName,
      Key: { pk },
      UpdateExpression: 'SET #t = #t + :by',
      ExpressionAttributeNames: { '#t': 'total' },
      ExpressionAttributeValues: { ':by': by },
    },
  });
  const retried = async (call) => {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        const reasons = error.CancellationReasons ?? [];
        if (!reasons.some((reason) => reason.Code === 'TransactionConflict')) {
          throw error;
        }
      }
    }
  };
  const sums = new Set();
  await inParallel(200, 10, async (number) => {
    const by = number % 2 ? 3 : -1;
    await retried(() => documents.transactWrite({
      TransactItems: [change('a', by), change('b', -by)],
    }));
    const { Responses } = await retried(() => documents.transactGet({
      TransactItems: ['a', 'b'].map((pk) => ({ Get: { TableName, Key: { pk } } })),
    }));
    sums.add(Responses[0].Item.total + Responses[1].Item.total);
  });
  assert.deepEqual([...sums], [200]);
  const { Item } = await documents.get({ TableName, Key: { pk: 'a' }, ConsistentRead: true });
  assert.equal(Item.total, 100 + 100 * 3 - 100);
});

test('indexes agree with the table', async (t) => {
  const TableName = await makeTable(t, ['pk:S'], { gsis: [index('by-i', ['g:S', 'n:N'])] });
  await inParallel(300, 12, (number) => {
    const Key = { pk: `k${number % 7}` };
    return number % 5 === 4
      ? documents.delete({ TableName, Key })
      : documents.put({ TableName, Item: { ...Key, g: `g${number % 3}`, n: number } });
  });
  const sorted = ({ Items }) => Items.sort((a, b) => (a.pk < b.pk ? -1 : 1));
  assert.deepEqual(
    sorted(await documents.scan({ TableName, IndexName: 'by-i' })),
    sorted(await documents.scan({ TableName, ConsistentRead: true })),
  );
});
