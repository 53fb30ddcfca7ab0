// What the tests in this folder share: clients, tables that clean up after themselves, and
// assertions about errors.
//
// The server is the one at $STATOR_ENDPOINT (script/test-sdks starts it). Every test makes the
// tables it needs, under names of their own, so the tests can run in any order and side by side.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import { DynamoDB, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';

export const ENDPOINT = process.env.STATOR_ENDPOINT ?? 'http://127.0.0.1:8000';

// The opening of many of the service's messages.
export const PVI = 'One or more parameter values were invalid: ';

// The service has begun to put this in front of messages that used to stand alone, operation by
// operation. Which form a message has is no business of these tests.
const ENVELOPE = '1 validation error detected: ';

// They do not try again, so that a fault of the server cannot hide behind a second attempt.
const settings = {
  endpoint: ENDPOINT,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
};

export function makeClient(options = {}) {
  return new DynamoDB({ ...settings, ...options });
}

export function makeStreamsClient(options = {}) {
  return new DynamoDBStreams({ ...settings, ...options });
}

export const client = makeClient();
export const documents = DynamoDBDocument.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});

let serial = 0;
const run = `${process.pid.toString(36)}${(Date.now() % 1e6).toString(36)}`;

export function uniqueName(stem = 'j') {
  serial += 1;
  return `${stem}-${run}-${serial}`;
}

// ['pk:S', 'sk:N'] as DynamoDB wants it. With `hashes` above one the first so many attributes
// together are the partition key.
export function splitKey(key, hashes = 1) {
  const parts = key.map((part) => part.split(':'));
  return {
    KeySchema: parts.map(([name], position) => ({
      AttributeName: name,
      KeyType: position < hashes ? 'HASH' : 'RANGE',
    })),
    AttributeDefinitions: parts.map(([name, type]) => ({
      AttributeName: name,
      AttributeType: type,
    })),
  };
}

// An index for makeTable or UpdateTable: its description and the definitions it needs.
// `projection` is 'ALL', 'KEYS_ONLY', or the list of attributes of an INCLUDE projection.
export function index(name, key, { projection = 'ALL', hashes = 1 } = {}) {
  const { KeySchema, AttributeDefinitions } = splitKey(key, hashes);
  const Projection = Array.isArray(projection)
    ? { ProjectionType: 'INCLUDE', NonKeyAttributes: projection }
    : { ProjectionType: projection };
  return { description: { IndexName: name, KeySchema, Projection }, AttributeDefinitions };
}

// Waits until the table and its indexes are ACTIVE; at once where the server adds no delays.
export async function untilActive(name, api = client) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { Table } = await api.describeTable({ TableName: name });
    const indexes = Table.GlobalSecondaryIndexes ?? [];
    const states = [Table.TableStatus, ...indexes.map((each) => each.IndexStatus)];
    if (states.every((state) => state === 'ACTIVE')) {
      return Table;
    }
    await sleep(50);
  }
  throw new Error(`${name} did not become ACTIVE`);
}

// A table for the length of the test `t`; the answer is its name. It is on demand unless the
// options say otherwise.
export async function makeTable(t, key, { gsis = [], lsis = [], api = client, ...options } = {}) {
  const TableName = uniqueName();
  const { KeySchema, AttributeDefinitions } = splitKey(key);
  for (const definition of [...gsis, ...lsis].flatMap((each) => each.AttributeDefinitions)) {
    if (!AttributeDefinitions.some((each) => each.AttributeName === definition.AttributeName)) {
      AttributeDefinitions.push(definition);
    }
  }
  const descriptions = (indexes) => indexes.map((each) => each.description);
  await api.createTable({
    TableName,
    KeySchema,
    AttributeDefinitions,
    BillingMode: 'PAY_PER_REQUEST',
    ...(gsis.length > 0 && { GlobalSecondaryIndexes: descriptions(gsis) }),
    ...(lsis.length > 0 && { LocalSecondaryIndexes: descriptions(lsis) }),
    ...options,
  });
  t.after(() => dropTable(TableName, api));
  await untilActive(TableName, api);
  return TableName;
}

export async function dropTable(TableName, api = client) {
  try {
    await api.deleteTable({ TableName });
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) {
      throw error;
    }
  }
}

// Asserts that the call fails with this error name and exactly this message, and hands the error
// on.
export async function fails(promise, name, message) {
  let failure;
  try {
    await promise;
  } catch (error) {
    failure = error;
  }
  assert.ok(failure, `succeeded; expected ${name}`);
  assert.equal(failure.name, name, failure.message);
  if (message !== undefined) {
    assert.equal(withoutEnvelope(failure.message), withoutEnvelope(message));
  }
  assert.equal(failure.$metadata?.httpStatusCode, 400);
  return failure;
}

export function invalid(promise, message) {
  return fails(promise, 'ValidationException', message);
}

function withoutEnvelope(message) {
  return message.startsWith(ENVELOPE) ? message.slice(ENVELOPE.length) : message;
}

// All elements of a paginator's pages.
export async function collect(pages, member) {
  const found = [];
  for await (const page of pages) {
    found.push(...page[member]);
  }
  return found;
}

export function range(count) {
  return Array.from({ length: count }, (_, number) => number);
}
