// The ten types of values: what goes in comes out, and what cannot be stored is refused.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { DynamoDBDocument, NumberValue } from '@aws-sdk/lib-dynamodb';

import { PVI, client, documents, invalid, makeTable } from './support.mjs';

const bytes = (...values) => Uint8Array.from(values);

async function roundTrip(TableName, value) {
  await client.putItem({ TableName, Item: { pk: { S: 'a' }, v: value } });
  const { Item } = await client.getItem({ TableName, Key: { pk: { S: 'a' } } });
  return Item.v;
}

describe('round trips', () => {
  test('every type', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const values = [
      { S: 'text é€😀\u0000\n"\\' },
      { N: '12.5' },
      { B: bytes(0, 1, 127, 128, 255) },
      { BOOL: true },
      { BOOL: false },
      { NULL: true },
      { SS: ['a', 'b'] },
      { NS: ['1', '2.5'] },
      { BS: [bytes(0), bytes(1, 2)] },
      { L: [{ S: 'x' }, { L: [] }, { M: {} }, { NULL: true }] },
      { M: { a: { S: '' }, b: { L: [{ N: '1' }] }, c: { M: { d: { SS: ['deep'] } } } } },
    ];
    for (const value of values) {
      assert.deepEqual(await roundTrip(TableName, value), value);
    }
  });

  test('empty values', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    for (const value of [{ S: '' }, { B: bytes() }, { L: [] }, { M: {} }, { SS: [''] }]) {
      assert.deepEqual(await roundTrip(TableName, value), value);
    }
  });

  test('numbers are exact and plainly written', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const digits = '12345678901234567890123456789012345678';
    const cases = {
      '-0': '0',
      '+007.50': '7.5',
      '1e3': '1000',
      '1E-5': '0.00001',
      [digits]: digits,
      [`-0.${digits}`]: `-0.${digits}`,
      '9.9999999999999999999999999999999999999E+125': `${'9'.repeat(38)}${'0'.repeat(88)}`,
      '1E-130': `0.${'0'.repeat(129)}1`,
    };
    for (const [written, read] of Object.entries(cases)) {
      assert.deepEqual(await roundTrip(TableName, { N: written }), { N: read });
    }
  });

  test('the document client', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const Item = {
      pk: 'a',
      number: 0.1,
      big: 12345678901234567890123456789012345678n,
      yes: true,
      nothing: null,
      binary: bytes(1, 2, 255),
      strings: new Set(['a', 'b']),
      numbers: new Set([1, 2.5]),
      binaries: new Set([bytes(1), bytes(2)]),
      list: [1, 'two', [null]],
      map: { deep: { er: false } },
      empty: '',
    };
    const exact = DynamoDBDocument.from(client, {
      unmarshallOptions: { wrapNumbers: (text) => (text.length > 15 ? BigInt(text) : +text) },
    });
    await exact.put({ TableName, Item });
    assert.deepEqual((await exact.get({ TableName, Key: { pk: 'a' } })).Item, Item);
  });

  test('wrapped numbers keep their digits', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const text = '0.12345678901234567890123456789012345678';
    await documents.put({ TableName, Item: { pk: 'a', n: NumberValue.from(text) } });
    const { Item } = await client.getItem({ TableName, Key: { pk: { S: 'a' } } });
    assert.equal(Item.n.N, text);
  });

  test('binary keys sort by unsigned bytes', async (t) => {
    const TableName = await makeTable(t, ['pk:B', 'sk:B']);
    const pk = bytes(0, 128);
    for (const sk of [bytes(255), bytes(0), bytes(0, 0), bytes(127)]) {
      await documents.put({ TableName, Item: { pk, sk } });
    }
    const { Items } = await documents.query({
      TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk },
    });
    assert.deepEqual(
      Items.map((item) => [...item.sk]),
      [[0], [0, 0], [127], [255]],
    );
  });
});

describe('refusals', () => {
  const number = 'The parameter cannot be converted to a numeric value';
  const cases = {
    'no type': [
      { M: { a: {} } },
      undefined,
    ],
    'an empty SS': [{ SS: [] }, PVI + 'An string set  may not be empty'],
    'an empty NS': [{ NS: [] }, PVI + 'An number set  may not be empty'],
    'an empty BS': [{ BS: [] }, PVI + 'Binary sets should not be empty'],
    'a string twice': [{ SS: ['a', 'a'] }, PVI + 'Input collection [a, a] contains duplicates.'],
    'a number twice': [{ NS: ['1', '1.0'] }, 'Input collection contains duplicates'],
    'no number': [{ N: 'abc' }, `${number}: abc`],
    'an empty number': [{ N: '' }, number],
    'too large a number': [
      { N: '1E126' },
      'Number overflow. Attempting to store a number with magnitude larger than supported range',
    ],
    'too small a number': [
      { N: '-1E-131' },
      'Number underflow. Attempting to store a number with magnitude smaller than supported range',
    ],
    '39 digits': [
      { N: '1'.repeat(39) },
      'Attempting to store more than 38 significant digits in a Number',
    ],
  };
  for (const [title, [value, message]] of Object.entries(cases)) {
    test(title, async (t) => {
      const TableName = await makeTable(t, ['pk:S']);
      await invalid(client.putItem({ TableName, Item: { pk: { S: 'a' }, v: value } }), message);
    });
  }
});
