// ExecuteStatement, BatchExecuteStatement and ExecuteTransaction.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import {
  ConditionalCheckFailedException,
  DuplicateItemException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';

import { client, documents, fails, invalid, makeTable, range } from './support.mjs';

describe('ExecuteStatement', () => {
  test('the life of an item, with values as JavaScript has them', async (t) => {
    const name = await makeTable(t, ['pk:S', 'sk:N']);
    const run = (Statement, ...Parameters) => documents.executeStatement({
      Statement: Statement.replace('$', `"${name}"`),
      ...(Parameters.length > 0 && { Parameters }),
    });
    const item = { pk: 'a', sk: 1, list: [1, { x: null }], tags: new Set(['p', 'q']), ok: true };
    assert.deepEqual((await run('INSERT INTO $ VALUE ?', item)).Items, []);
    const select = 'SELECT * FROM $ WHERE pk = ? AND sk = ?';
    assert.deepEqual((await run(select, 'a', 1)).Items, [item]);
    const { Items } = await run(
      'UPDATE $ SET n = ? REMOVE tags WHERE pk = ? AND sk = 1 RETURNING ALL NEW *', 5, 'a',
    );
    assert.deepEqual(Items, [{ pk: 'a', sk: 1, list: [1, { x: null }], ok: true, n: 5 }]);
    await run('DELETE FROM $ WHERE pk = ? AND sk = ?', 'a', 1);
    assert.deepEqual((await run(select, 'a', 1)).Items, []);
  });

  test('pages until there is no token', async (t) => {
    const TableName = await makeTable(t, ['pk:S', 'sk:N']);
    for (const sk of range(9)) {
      await documents.put({ TableName, Item: { pk: 'a', sk } });
    }
    const Statement = `SELECT sk FROM "${TableName}" WHERE pk = 'a' ORDER BY sk DESC`;
    const seen = [];
    let NextToken;
    do {
      const page = await documents.executeStatement({ Statement, Limit: 4, NextToken });
      seen.push(...page.Items.map(({ sk }) => sk));
      ({ NextToken } = page);
    } while (NextToken !== undefined);
    assert.deepEqual(seen, range(9).reverse());
  });

  test('failures', async (t) => {
    const name = await makeTable(t, ['pk:S']);
    const insert = { Statement: `INSERT INTO "${name}" VALUE {'pk': 'a'}` };
    await client.executeStatement(insert);
    const duplicate = await fails(
      client.executeStatement(insert),
      'DuplicateItemException',
      'Duplicate primary key exists in table',
    );
    assert.ok(duplicate instanceof DuplicateItemException);
    const refused = await fails(
      client.executeStatement({
        Statement: `DELETE FROM "${name}" WHERE pk = 'a' AND n = 1`,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
      'ConditionalCheckFailedException',
    );
    assert.ok(refused instanceof ConditionalCheckFailedException);
    assert.deepEqual(refused.Item, { pk: { S: 'a' } });
    await invalid(
      client.executeStatement({ Statement: 'hello' }),
      "Statement wasn't well formed, can't be processed: Expected data manipulation",
    );
  });
});

test('BatchExecuteStatement answers statement by statement', async (t) => {
  const name = await makeTable(t, ['pk:S']);
  const insert = (pk) => ({ Statement: `INSERT INTO "${name}" VALUE {'pk': ?}`, Parameters: [pk] });
  await documents.batchExecuteStatement({ Statements: [insert('a'), insert('b')] });
  const { Responses, ConsumedCapacity } = await documents.batchExecuteStatement({
    Statements: [insert('b'), insert('c')],
    ReturnConsumedCapacity: 'TOTAL',
  });
  assert.deepEqual(Responses.map((response) => response.Error?.Code), ['DuplicateItem', undefined]);
  assert.deepEqual(ConsumedCapacity, [{ TableName: name, CapacityUnits: 2 }]);
  const read = await documents.batchExecuteStatement({
    Statements: ['c', 'z'].map((pk) => ({
      Statement: `SELECT * FROM "${name}" WHERE pk = ?`, Parameters: [pk],
    })),
  });
  assert.deepEqual(read.Responses.map((response) => response.Item), [{ pk: 'c' }, undefined]);
});

test('ExecuteTransaction is all or nothing', async (t) => {
  const name = await makeTable(t, ['pk:S']);
  const insert = (pk) => ({ Statement: `INSERT INTO "${name}" VALUE {'pk': ?}`, Parameters: [pk] });
  await documents.executeTransaction({ TransactStatements: [insert('a'), insert('b')] });
  const failure = await fails(
    documents.executeTransaction({ TransactStatements: [insert('c'), insert('a')] }),
    'TransactionCanceledException',
  );
  assert.ok(failure instanceof TransactionCanceledException);
  assert.deepEqual(
    failure.CancellationReasons.map((reason) => reason.Code), ['None', 'DuplicateItem'],
  );
  const { Responses } = await documents.executeTransaction({
    TransactStatements: ['a', 'c'].map((pk) => ({
      Statement: `SELECT * FROM "${name}" WHERE pk = ?`, Parameters: [pk],
    })),
  });
  assert.deepEqual(Responses.map((response) => response.Item), [{ pk: 'a' }, undefined]);
});
