// The SDK tries again, and finds the server by itself. ../faults.py makes the first attempt of each
// call fail.

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';

import { DynamoDB, ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';

import { client, makeClient, makeTable } from './support.mjs';

const FAULTS = process.env.STATOR_FAULTS_ENDPOINT;

test('a second attempt succeeds', async (t) => {
  const TableName = await makeTable(t, ['pk:S']);
  for (const fault of ['/throttle', '/error', '/drop']) {
    const own = makeClient({ endpoint: FAULTS + fault, maxAttempts: 2 });
    const { $metadata } = await own.updateItem({
      TableName,
      Key: { pk: { S: fault } },
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    });
    assert.equal($metadata.attempts, 2, fault);
    own.destroy();
  }
  assert.equal((await client.scan({ TableName })).Count, 3);
});

test('without retries throttling has its type', async () => {
  const own = makeClient({ endpoint: `${FAULTS}/throttle` });
  await assert.rejects(own.listTables({}), ProvisionedThroughputExceededException);
  own.destroy();
});

test('nobody listens', async () => {
  const port = await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
  const own = makeClient({ endpoint: `http://127.0.0.1:${port}` });
  await assert.rejects(own.listTables({}), { code: 'ECONNREFUSED' });
  own.destroy();
});

test('the endpoint comes from the environment', async (t) => {
  const TableName = await makeTable(t, ['pk:S']);
  const options = {
    region: 'us-east-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
  };
  const own = new DynamoDB(options);
  const { Table } = await own.describeTable({ TableName });
  assert.equal(Table.TableName, TableName);
  const streams = new DynamoDBStreams(options);
  assert.deepEqual((await streams.listStreams({ TableName })).Streams, []);
});
