// Programs of DynamoDB's users, which talk to the server or start it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { ENDPOINT, client, uniqueName } from './support.mjs';

const require = createRequire(import.meta.url);

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

// dynamodb-admin on a port of its own, once it answers; its address.
async function startAdmin(t) {
  const port = await freePort();
  const program = spawn(
    process.execPath,
    [require.resolve('dynamodb-admin/dist/dynamodb-admin.js'), '--port', `${port}`,
      '--host', '127.0.0.1'],
    { env: { ...process.env, DYNAMO_ENDPOINT: ENDPOINT, AWS_REGION: 'us-east-1' } },
  );
  t.after(() => program.kill());
  const address = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer) {
      return address;
    }
    await sleep(50);
  }
  throw new Error('dynamodb-admin does not start');
}

test('dynamodb-admin shows and changes tables and items', async (t) => {
  const admin = await startAdmin(t);
  const send = async (method, path, body) => {
    const answer = await fetch(admin + path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return text;
  };
  const name = uniqueName('admin');
  const index = {
    IndexName: 'by-genre', IndexType: 'global', HashAttributeName: 'genre',
    HashAttributeType: 'S', ReadCapacityUnits: 1, WriteCapacityUnits: 1,
  };
  await send('POST', '/create-table', {
    TableDefinition: {
      TableName: name, HashAttributeName: 'artist', HashAttributeType: 'S',
      RangeAttributeName: 'year', RangeAttributeType: 'N', ReadCapacityUnits: 1,
      WriteCapacityUnits: 1,
    },
    SecondaryIndexes: [index],
  });
  for (const year of [1970, 1980, 1990]) {
    await send('PUT', `/tables/${name}/add-item`, { artist: 'a', year, genre: 'jazz' });
  }
  const list = async (query) => JSON.parse(await send('GET', `/tables/${name}/items?${query}`));
  assert.equal((await list('')).Items.length, 3);
  const filters = (value) => `filters=${encodeURIComponent(JSON.stringify(value))}`;
  const query = filters({ artist: { type: 'S', operator: '=', value: 'a' },
    year: { type: 'N', operator: '>', value: 1975 } });
  assert.equal((await list(`operationType=query&${query}`)).Items.length, 2);
  const jazz = filters({ genre: { type: 'S', operator: '=', value: 'jazz' } });
  const found = await list(`operationType=query&queryableSelection=by-genre&${jazz}`);
  assert.equal(found.Items.length, 3);
  const first = await list('pageSize=2');
  assert.equal(first.Items.length, 2);
  assert.equal((await list(`pageSize=2&startKey=${first.nextKey}`)).Items.length, 1);
  for (const path of ['', `/tables/${name}`, `/tables/${name}/meta`, '/create-table']) {
    assert.match(await send('GET', path), /<html/);
  }
  assert.ok((await send('GET', '/api/tables')).includes(name));
  await send('DELETE', `/tables/${name}/all`);
  assert.equal((await client.scan({ TableName: name })).Count, 0);
  await send('DELETE', `/tables/${name}`);
  await assert.rejects(client.describeTable({ TableName: name }),
    { name: 'ResourceNotFoundException' });
});

// How often a look whether there is a server at all (GET /) has found one, so far.
function countFinds(t) {
  const http = require('node:http');
  const { request } = http;
  let finds = 0;
  t.mock.method(http, 'request', (options, ...rest) =>
    request(options, ...rest).on('response', ({ statusCode }) => {
      finds += options.method === 'GET' && statusCode === 400 ? 1 : 0;
    }));
  return () => finds;
}

// What jest-dynamodb does before and after a run, as Jest would call it.
test('jest-dynamodb starts the server as java, and makes its tables', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'jest-dynamodb-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  symlinkSync(process.env.STATOR_BINARY, join(folder, 'java'));
  writeFileSync(join(folder, 'DynamoDBLocal.jar'), '');
  writeFileSync(join(folder, 'config.cjs'), `module.exports = {
    port: ${port},
    installerConfig: { installPath: ${JSON.stringify(folder)} },
    tables: [{
      TableName: 'files',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    }],
  };`);
  process.env.JEST_DYNAMODB_CONFIG = join(folder, 'config.cjs');
  process.env.PATH = `${folder}:${process.env.PATH}`;
  const finds = countFinds(t);
  const setup = require('@shelf/jest-dynamodb/lib/setup').default;
  const teardown = require('@shelf/jest-dynamodb/lib/teardown').default;
  await setup({});
  const tables = async () => (await globalThis.__DYNAMODB_CLIENT__.listTables({})).TableNames;
  assert.deepEqual(await tables(), ['files']);
  // Again, with the server up: the tables are deleted and made anew.
  const item = { id: { S: 'a' } };
  await globalThis.__DYNAMODB_CLIENT__.putItem({ TableName: 'files', Item: item });
  await setup({});
  assert.equal((await globalThis.__DYNAMODB_CLIENT__.scan({ TableName: 'files' })).Count, 0);
  // It looks for a server before it starts one and again after that, every 200 ms until there is
  // one; a look that finds none until the server is gone would never end.
  while (finds() < 2) {
    await sleep(20);
  }
  await teardown({});
});
