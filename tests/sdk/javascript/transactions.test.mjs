// TransactWriteItems and TransactGetItems.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

import { PVI, client, documents, fails, invalid, makeTable, uniqueName } from './support.mjs';

describe('TransactWriteItems', () => {
  test('every kind of action', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await documents.put({ TableName, Item: { pk: 'updated', n: 1 } });
    await documents.put({ TableName, Item: { pk: 'deleted' } });
    await documents.put({ TableName, Item: { pk: 'checked' } });
    await documents.transactWrite({
      TransactItems: [
        { Put: { TableName, Item: { pk: 'put' } } },
        {
          Update: {
            TableName,
            Key: { pk: 'updated' },
            UpdateExpression: 'SET n = n + :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
        { Delete: { TableName, Key: { pk: 'deleted' } } },
        {
          ConditionCheck: {
            TableName, Key: { pk: 'checked' }, ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ],
    });
    const { Items } = await documents.scan({ TableName });
    assert.deepEqual(
      Items.sort((a, b) => (a.pk < b.pk ? -1 : 1)),
      [{ pk: 'checked' }, { pk: 'put' }, { pk: 'updated', n: 2 }],
    );
  });

  test('a cancelled transaction says why and writes nothing', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await client.putItem({ TableName, Item: { pk: { S: 'there' }, n: { N: '1' } } });
    const failure = await fails(
      client.transactWriteItems({
        TransactItems: [
          { Put: { TableName, Item: { pk: { S: 'fresh' } } } },
          {
            Put: {
              TableName,
              Item: { pk: { S: 'there' } },
              ConditionExpression: 'attribute_not_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          { Delete: { TableName, Key: { pk: { S: 'absent' } } } },
        ],
      }),
      'TransactionCanceledException',
      'Transaction cancelled, please refer cancellation reasons for specific reasons '
        + '[None, ConditionalCheckFailed, None]',
    );
    assert.ok(failure instanceof TransactionCanceledException);
    assert.deepEqual(failure.CancellationReasons, [
      { Code: 'None' },
      {
        Code: 'ConditionalCheckFailed',
        Message: 'The conditional request failed',
        Item: { pk: { S: 'there' }, n: { N: '1' } },
      },
      { Code: 'None' },
    ]);
    assert.equal((await client.scan({ TableName })).Count, 1);
  });

  test('faults of one action are its reason', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const failure = await fails(
      documents.transactWrite({ TransactItems: [{ Put: { TableName, Item: { pk: 1 } } }] }),
      'TransactionCanceledException',
      'Transaction cancelled, please refer cancellation reasons for specific reasons '
        + '[ValidationError]',
    );
    assert.equal(
      failure.CancellationReasons[0].Message,
      PVI + 'Type mismatch for key pk expected: S actual: N',
    );
  });

  test('faults of the request', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const put = { Put: { TableName, Item: { pk: 'a' } } };
    await invalid(
      documents.transactWrite({
        TransactItems: [put, { Delete: { TableName, Key: { pk: 'a' } } }],
      }),
      'Transaction request cannot include multiple operations on one item',
    );
    await fails(
      documents.transactWrite({
        TransactItems: [put, { Put: { TableName: uniqueName(), Item: { pk: 'a' } } }],
      }),
      'ResourceNotFoundException',
      'Requested resource not found',
    );
    assert.equal((await documents.scan({ TableName })).Count, 0);
  });

  test('a token makes a repeated call harmless', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const ClientRequestToken = randomUUID();
    const add = (by) => documents.transactWrite({
      ClientRequestToken,
      ReturnConsumedCapacity: 'TOTAL',
      TransactItems: [{
        Update: {
          TableName,
          Key: { pk: 'a' },
          UpdateExpression: 'ADD n :by',
          ExpressionAttributeValues: { ':by': by },
        },
      }],
    });
    const first = await add(1);
    assert.equal(first.ConsumedCapacity[0].WriteCapacityUnits, 2);
    const again = await add(1);
    assert.equal(again.ConsumedCapacity[0].ReadCapacityUnits, 2);
    assert.equal(again.ConsumedCapacity[0].WriteCapacityUnits, undefined);
    await fails(add(2), 'IdempotentParameterMismatchException');
    assert.equal((await documents.get({ TableName, Key: { pk: 'a' } })).Item.n, 1);
  });
});

describe('TransactGetItems', () => {
  test('answers in order', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    await documents.put({ TableName, Item: { pk: 'a', n: 1, m: 2 } });
    await documents.put({ TableName, Item: { pk: 'b' } });
    const { Responses } = await documents.transactGet({
      TransactItems: [
        { Get: { TableName, Key: { pk: 'b' } } },
        { Get: { TableName, Key: { pk: 'absent' } } },
        { Get: { TableName, Key: { pk: 'a' }, ProjectionExpression: 'n' } },
      ],
    });
    assert.deepEqual(Responses.map(({ Item }) => Item), [{ pk: 'b' }, undefined, { n: 1 }]);
  });

  test('refusals', async (t) => {
    const TableName = await makeTable(t, ['pk:S']);
    const get = { Get: { TableName, Key: { pk: 'a' } } };
    await invalid(
      documents.transactGet({ TransactItems: [get, get] }),
      'Transaction request cannot include multiple operations on one item',
    );
    await fails(
      documents.transactGet({ TransactItems: [{ Get: { TableName, Key: { pk: 1 } } }] }),
      'TransactionCanceledException',
    );
  });
});
