// Single items, through the document client and through the plain one.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

import { PVI, client, documents, fails, invalid, makeTable } from './support.mjs';

describe('PutItem, GetItem and DeleteItem', () => {
  test('put, get, replace, delete', async (t) => {
    const TableName = await makeTable(t, ['pk:S', 'sk:N']);
    const Key = { pk: 'a', sk: 1 };
    await documents.put({ TableName, Item: { ...Key, old: true } });
    assert.deepEqual((await documents.get({ TableName, Key })).Item, { ...Key, old: true });

    const replaced = await documents.put({
      TableName, Item: { ...Key, fresh: true }, ReturnValues: 'ALL_OLD',
    });
    assert.deepEqual(replaced.Attributes, { ...Key, old: true });

    const deleted = await documents.delete({ TableName, Key, ReturnValues: 'ALL_OLD' });
    assert.deepEqual(deleted.Attributes, { ...Key, fresh: true });
    assert.equal((await documents.get({ TableName, Key })).Item, undefined);
    const again = await documents.delete({ TableName, Key, ReturnValues: 'ALL_OLD' });
    assert.equal(again.Attributes, undefined);
  });

  test('projection', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const Key = { pk: 'a' };
    await documents.put({
      TableName,
      Item: { ...Key, plain: 1, map: { x: 1, list: ['zero', 'one', 'two'], z: 3 } },
    });
    const { Item } = await documents.get({
      TableName,
      Key,
      ConsistentRead: true,
      ProjectionExpression: 'plain, #m.x, #m.#l[2], absent',
      ExpressionAttributeNames: { '#m': 'map', '#l': 'list' },
    });
    assert.deepEqual(Item, { plain: 1, map: { x: 1, list: ['two'] } });
  });

  test('faulty keys', async (t) => {
    const TableName = await makeTable(t, ['pk:S', 'sk:N']);
    const schema = 'The provided key element does not match the schema';
    for (const Key of [{ pk: 'a' }, { pk: 'a', sk: '1' }, { pk: 'a', sk: 1, x: 1 }]) {
      await invalid(documents.get({ TableName, Key }), schema);
      await invalid(documents.delete({ TableName, Key }), schema);
      await invalid(documents.update({ TableName, Key }), schema);
    }
    await invalid(
      documents.put({ TableName, Item: { pk: 'a' } }),
      PVI + 'Missing the key sk in the item',
    );
    await invalid(
      documents.put({ TableName, Item: { pk: 'a', sk: 'one' } }),
      PVI + 'Type mismatch for key sk expected: N actual: S',
    );
    await invalid(
      documents.put({ TableName, Item: { pk: '', sk: 1 } }),
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot '
        + 'contain an empty string value. Key: pk',
    );
  });

  test('legacy parameters', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await client.putItem({
      TableName,
      Item: { pk: { S: 'a' }, n: { N: '1' } },
      Expected: { pk: { Exists: false } },
    });
    await client.updateItem({
      TableName,
      Key: { pk: { S: 'a' } },
      AttributeUpdates: { n: { Action: 'ADD', Value: { N: '2' } } },
      Expected: { n: { ComparisonOperator: 'LT', AttributeValueList: [{ N: '5' }] } },
    });
    const { Item } = await client.getItem({
      TableName, Key: { pk: { S: 'a' } }, AttributesToGet: ['n'],
    });
    assert.deepEqual(Item, { n: { N: '3' } });
    await invalid(
      client.putItem({
        TableName,
        Item: { pk: { S: 'a' } },
        Expected: { pk: { Exists: false } },
        ConditionExpression: 'attribute_exists(pk)',
      }),
      'Can not use both expression and non-expression parameters in the same request: '
        + 'Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}',
    );
  });
});

describe('UpdateItem', () => {
  const Key = { pk: 'a' };

  async function update(TableName, UpdateExpression, values, options = {}) {
    return documents.update({
      TableName, Key, UpdateExpression, ExpressionAttributeValues: values, ...options,
    });
  }

  async function attributes(TableName) {
    const { Item } = await documents.get({ TableName, Key, ConsistentRead: true });
    const { pk, ...others } = Item;
    assert.equal(pk, 'a');
    return others;
  }

  test('all sections', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await documents.put({
      TableName,
      Item: { ...Key, n: 10, r: 1, l: ['b'], s: new Set(['x', 'y']), m: { deep: [1, 2] } },
    });
    await update(
      TableName,
      'SET k = n - :one, l = list_append(l, :c), m.deep[1] = if_not_exists(nope, :one), '
        + 'm.fresh = :one REMOVE r ADD n :one DELETE s :x',
      { ':one': 1, ':c': ['c'], ':x': new Set(['x']) },
    );
    assert.deepEqual(await attributes(TableName), {
      n: 11, k: 9, l: ['b', 'c'], s: new Set(['y']), m: { deep: [1, 1], fresh: 1 },
    });
  });

  test('creates what is not there, but not by removing', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await update(TableName, 'REMOVE x');
    assert.equal((await documents.get({ TableName, Key })).Item, undefined);
    await update(TableName, 'ADD n :n', { ':n': 5 });
    assert.deepEqual(await attributes(TableName), { n: 5 });
  });

  test('return values', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const before = { ...Key, same: 's', n: 1, m: { x: 1, y: 2 }, gone: 'g' };
    const after = { ...Key, same: 's', n: 2, m: { x: 9, y: 2 }, added: 'a' };
    const expected = {
      NONE: undefined,
      ALL_OLD: before,
      ALL_NEW: after,
      UPDATED_OLD: { n: 1, m: { x: 1 }, gone: 'g' },
      UPDATED_NEW: { n: 2, m: { x: 9 }, added: 'a' },
    };
    for (const [ReturnValues, returned] of Object.entries(expected)) {
      await documents.put({ TableName, Item: before });
      const { Attributes } = await update(
        TableName,
        'SET n = n + :one, m.x = :nine, added = :a REMOVE gone',
        { ':one': 1, ':nine': 9, ':a': 'a' },
        { ReturnValues },
      );
      assert.deepEqual(Attributes, returned, ReturnValues);
    }
  });

  test('refusals', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await documents.put({ TableName, Item: { ...Key, text: 'x' } });
    const cases = [
      ['SET pk = :n', PVI + 'Cannot update attribute pk. This attribute is part of the key'],
      [
        'ADD #t :n',
        'An operand in the update expression has an incorrect data type',
        { '#t': 'text' },
      ],
      [
        'SET a.b = :n',
        'The document path provided in the update expression is invalid for update',
      ],
      [
        'SET a = b + :n',
        'The provided expression refers to an attribute that does not exist in the item',
      ],
      [
        'SET a = :n SET b = :n',
        'Invalid UpdateExpression: The "SET" section can only be used once in an update '
          + 'expression;',
      ],
      [
        'SET name = :n',
        'Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: name',
      ],
      [
        'SET a = :n, b = ',
        'Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "="',
      ],
    ];
    for (const [expression, message, names] of cases) {
      await invalid(
        update(TableName, expression, { ':n': 1 }, { ExpressionAttributeNames: names }),
        message,
      );
    }
  });
});

describe('conditions', () => {
  test('a failed condition changes nothing and is typed', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const Item = { pk: 'a', n: 1 };
    await documents.put({ TableName, Item });
    const failure = await fails(
      documents.put({
        TableName, Item: { pk: 'a' }, ConditionExpression: 'attribute_not_exists(pk)',
      }),
      'ConditionalCheckFailedException',
      'The conditional request failed',
    );
    assert.ok(failure instanceof ConditionalCheckFailedException);
    assert.equal(failure.Item, undefined);
    assert.deepEqual((await documents.get({ TableName, Key: { pk: 'a' } })).Item, Item);
  });

  test('a failed condition can bring the item', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const Key = { pk: { S: 'a' } };
    const Item = { ...Key, n: { N: '1' }, s: { SS: ['x'] } };
    await client.putItem({ TableName, Item });
    const options = {
      TableName,
      ConditionExpression: 'n > :two',
      ExpressionAttributeValues: { ':two': { N: '2' } },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    };
    const calls = [
      () => client.putItem({ ...options, Item: Key }),
      () => client.deleteItem({ ...options, Key }),
      () => client.updateItem({ ...options, Key, UpdateExpression: 'REMOVE s' }),
    ];
    for (const call of calls) {
      const failure = await fails(call(), 'ConditionalCheckFailedException');
      assert.deepEqual(failure.Item, Item);
    }
  });

  test('what holds', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const Item = {
      pk: 'a', s: 'hello', n: 5, l: [1, 'two', { deep: true }], ss: new Set(['x', 'y']), nil: null,
    };
    await documents.put({ TableName, Item });
    const cases = [
      ['n BETWEEN :a AND :b', { ':a': 1, ':b': 5 }, true],
      ['n IN (:a, :b)', { ':a': 1, ':b': 5 }, true],
      ['NOT contains(s, :a)', { ':a': 'ell' }, false],
      ['begins_with(s, :a) AND size(s) = :b', { ':a': 'hel', ':b': 5 }, true],
      ['contains(l, :a) AND l[2].deep = :b', { ':a': 'two', ':b': true }, true],
      ['ss = :a', { ':a': new Set(['y', 'x']) }, true],
      ['attribute_type(nil, :a)', { ':a': 'NULL' }, true],
      ['absent <> :a', { ':a': 1 }, true],
      ['absent < :a', { ':a': 1 }, false],
    ];
    for (const [ConditionExpression, ExpressionAttributeValues, holds] of cases) {
      const call = documents.put({
        TableName, Item, ConditionExpression, ExpressionAttributeValues,
      });
      if (holds) {
        await assert.doesNotReject(call, ConditionExpression);
      } else {
        await fails(call, 'ConditionalCheckFailedException');
      }
    }
  });
});
