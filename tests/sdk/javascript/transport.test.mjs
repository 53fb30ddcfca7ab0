// What this SDK relies on below the API: connections, checksums, credentials.

import assert from 'node:assert/strict';
import http from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';

import { client, makeClient, makeTable, range } from './support.mjs';

// A client of its own whose answers are looked at on their way: `seen` gets the headers and body.
function watchedClient(seen, options = {}) {
  const watched = makeClient(options);
  watched.middlewareStack.add(
    (next) => async (request) => {
      const result = await next(request);
      const chunks = [];
      for await (const chunk of result.response.body) {
        chunks.push(chunk);
      }
      const body = Buffer.concat(chunks);
      seen.push({ headers: result.response.headers, body });
      result.response.body = Readable.from([body]);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'watchAnswers' },
  );
  return watched;
}

test('a kept connection serves many requests', async (t) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const watched = makeClient({ requestHandler: { httpAgent: agent } });
  t.after(() => watched.destroy());
  let sockets = 0;
  const { createConnection } = agent;
  agent.createConnection = (...parameters) => {
    sockets += 1;
    return createConnection.apply(agent, parameters);
  };
  for (const _ of range(20)) {
    await watched.listTables({});
  }
  assert.equal(sockets, 1);
});

test('the default agent with many calls at once', async (t) => {
  const own = makeClient();
  t.after(() => own.destroy());
  const answers = await Promise.all(range(100).map(() => own.listTables({ Limit: 1 })));
  assert.ok(answers.every((answer) => answer.$metadata.attempts === 1));
  const ids = new Set(answers.map((answer) => answer.$metadata.requestId));
  assert.equal(ids.size, 100);
});

test('checksums are those of the bytes sent', async (t) => {
  const seen = [];
  const watched = watchedClient(seen);
  t.after(() => watched.destroy());
  const TableName = await makeTable(t, ['pk:S']);
  await watched.putItem({ TableName, Item: { pk: { S: 'é€😀' }, text: { S: 'x'.repeat(5000) } } });
  await watched.scan({ TableName });
  await assert.rejects(watched.describeTable({ TableName: 'no-such-table' }));
  assert.equal(seen.length, 3);
  for (const { headers, body } of seen) {
    assert.equal(Number(headers['x-amz-crc32']), crc32(body));
    assert.match(headers['x-amzn-requestid'], /^[0-9A-Z]{52}$/);
  }
});

test('any credentials and region see the same tables', async (t) => {
  const TableName = await makeTable(t, ['pk:S']);
  const cases = [
    { region: 'eu-central-1' },
    { region: 'localhost' },
    { credentials: { accessKeyId: 'with-hyphen', secretAccessKey: 'x', sessionToken: 'token' } },
  ];
  for (const options of cases) {
    const other = makeClient(options);
    t.after(() => other.destroy());
    const { Table } = await other.describeTable({ TableName });
    assert.equal(Table.TableName, TableName);
  }
});

test('large bodies both ways', async (t) => {
  const TableName = await makeTable(t, ['pk:S']);
  const text = 'é'.repeat(200_000);
  await client.putItem({ TableName, Item: { pk: { S: 'a' }, text: { S: text } } });
  const { Item } = await client.getItem({ TableName, Key: { pk: { S: 'a' } } });
  assert.equal(Item.text.S, text);
});
