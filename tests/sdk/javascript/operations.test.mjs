// Every operation of the service, called successfully and with a failure. The calls are data,
// ../operations.json, whose form ../python/test_every_operation.py tells.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as dynamodbstreams from '@aws-sdk/client-dynamodb-streams';

import { makeClient, makeStreamsClient, uniqueName } from './support.mjs';

const steps = JSON.parse(readFileSync(new URL('../operations.json', import.meta.url)));
const services = [
  { module: dynamodb, client: makeClient() },
  { module: dynamodbstreams, client: makeStreamsClient() },
];
const unsigned = makeClient({ signer: { sign: async (request) => request } });

function operationsOf(module) {
  return Object.keys(module)
    .filter((name) => name.endsWith('Command') && !name.startsWith('$'))
    .map((name) => name.slice(0, -'Command'.length));
}

function at(value, path) {
  return path.split('.').reduce((inside, part) => inside?.[part], value);
}

// Answers hold members that are undefined; expectations do not.
function plain(value) {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function call({ operation, request, unsigned: isUnsigned }) {
  const { module, client } = services.find((each) => `${operation}Command` in each.module);
  return (isUnsigned ? unsigned : client).send(new module[`${operation}Command`](request));
}

async function checkSuccess(step, saved) {
  const wanted = Object.entries(step.until ?? {});
  const deadline = Date.now() + 10_000;
  let answer = await call(step);
  while (!wanted.every(([path, value]) => at(answer, path) === value)) {
    assert.ok(Date.now() < deadline, JSON.stringify(answer));
    await sleep(20);
    answer = await call(step);
  }
  for (const [path, value] of Object.entries(step.expect ?? {})) {
    assert.deepEqual(plain(at(answer, path)), value, path);
  }
  for (const [name, path] of Object.entries(step.save ?? {})) {
    saved[name] = at(answer, path);
    assert.ok(saved[name], path);
  }
}

async function checkFailure(step) {
  const failure = await call(step).then(() => undefined, (error) => error);
  assert.equal(failure?.name, step.error, failure?.message ?? 'succeeded');
  const types = services.map((each) => each.module[step.error]).filter(Boolean);
  if (types.length > 0) {
    assert.ok(types.some((type) => failure instanceof type), `is no instance of ${step.error}`);
  }
}

function putObject(name, text) {
  const path = join(process.env.STATOR_S3_DIR, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe('every operation', () => {
  test('succeeds and fails', async (t) => {
    const saved = { run: uniqueName('run') };
    for (const [number, raw] of steps.entries()) {
      const text = JSON.stringify(raw).replace(
        /\$\{(\w+)\}/g,
        (_, name) => JSON.stringify(saved[name]).slice(1, -1),
      );
      const step = JSON.parse(text);
      if (step.object) {
        putObject(step.object, step.text.repeat(step.times ?? 1));
      } else {
        const title = `${number} ${step.operation} ${step.error ?? ''}`;
        await t.test(title, () => (step.error ? checkFailure(step) : checkSuccess(step, saved)));
      }
    }
  });

  test('is called', () => {
    const every = services.flatMap(({ module }) => operationsOf(module)).sort();
    const calls = steps.filter((step) => step.operation);
    const called = (has) => [...new Set(
      calls.filter((step) => ('error' in step) === has).map((step) => step.operation),
    )].sort();
    assert.deepEqual(called(false), every);
    assert.deepEqual(called(true), every);
  });
});
