// What the tests in this folder share. The server is the one at $STATOR_ENDPOINT.

import { DynamoDB } from '@aws-sdk/client-dynamodb';

export const ENDPOINT = process.env.STATOR_ENDPOINT;

export const settings = {
  endpoint: ENDPOINT,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
};
export const client = new DynamoDB(settings);

let serial = 0;

export function uniqueName(stem) {
  serial += 1;
  return `${stem}-${process.pid}-${serial}`;
}

const key = (hash, range) => [
  { AttributeName: hash, KeyType: 'HASH' }, { AttributeName: range, KeyType: 'RANGE' },
];

// A table pk/sk with the index gsi (gpk/gsk), for the length of the test `t`; its name.
export async function makeTable(t) {
  const TableName = uniqueName('tools');
  await client.createTable({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'gpk', 'gsk']
      .map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: key('pk', 'sk'),
    GlobalSecondaryIndexes: [{
      IndexName: 'gsi', KeySchema: key('gpk', 'gsk'), Projection: { ProjectionType: 'ALL' },
    }],
  });
  t.after(() => client.deleteTable({ TableName }));
  return TableName;
}
