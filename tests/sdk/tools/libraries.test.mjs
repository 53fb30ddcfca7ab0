// Libraries that sit on the SDK, each in its basic use: what they ask of the server beyond plain
// calls is their business, and must work.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Model as OneModel, Table as OneTable } from 'dynamodb-onetable';
import * as toolbox from 'dynamodb-toolbox';
import dynamoose from 'dynamoose';
import { Entity, Service } from 'electrodb';

import { client, makeTable, settings, uniqueName } from './support.mjs';

const documents = DynamoDBDocumentClient.from(new DynamoDBClient(settings));

describe('dynamoose', () => {
  dynamoose.aws.ddb.set(client);

  test('makes its table, and reads what it wrote', async () => {
    const name = uniqueName('dynamoose');
    const schema = new dynamoose.Schema({
      artist: { type: String, hashKey: true },
      title: { type: String, rangeKey: true },
      genre: { type: String, index: { name: 'by-genre', type: 'global' } },
      year: Number,
      tags: { type: Set, schema: [String] },
    }, { timestamps: true });
    const Song = dynamoose.model(name, schema);
    new dynamoose.Table(name, [Song], { create: true, waitForActive: { enabled: true } });
    await Song.create({ artist: 'a', title: '1', genre: 'jazz', year: 1970, tags: new Set(['x']) });
    await Song.batchPut([{ artist: 'a', title: '2', genre: 'folk', year: 1990 },
      { artist: 'b', title: '1', genre: 'jazz', year: 2000 }]);
    await assert.rejects(
      Song.create({ artist: 'a', title: '1' }),
      { name: 'ConditionalCheckFailedException' },
    );
    const updated = await Song.update({ artist: 'a', title: '1' }, { $ADD: { year: 1 } });
    assert.equal(updated.year, 1971);
    const jazz = await Song.query('genre').eq('jazz').using('by-genre').exec();
    assert.equal(jazz.length, 2);
    assert.equal((await Song.query('artist').eq('a').where('title').gt('1').exec()).length, 1);
    assert.equal((await Song.scan('year').between(1980, 2010).exec()).length, 2);
    await dynamoose.transaction([
      Song.transaction.update({ artist: 'b', title: '1' }, { $SET: { year: 2001 } }),
      Song.transaction.delete({ artist: 'a', title: '2' }),
    ]);
    assert.equal((await Song.batchGet([{ artist: 'a', title: '2' }, { artist: 'b', title: '1' }]))
      .length, 1);
    await client.deleteTable({ TableName: name });
  });
});

describe('electrodb', () => {
  test('keeps entities of two kinds in one table', async (t) => {
    const table = await makeTable(t);
    const model = (entity) => ({ entity, version: '1', service: 'shop' });
    const Order = new Entity({
      model: model('order'),
      attributes: {
        customer: { type: 'string', required: true },
        order: { type: 'string', required: true },
        total: { type: 'number', default: 0 },
        state: { type: ['open', 'paid'], default: () => 'open' },
      },
      indexes: {
        primary: { pk: { field: 'pk', composite: ['customer'] },
          sk: { field: 'sk', composite: ['order'] } },
        byState: { index: 'gsi', collection: 'work', pk: { field: 'gpk', composite: ['state'] },
          sk: { field: 'gsk', composite: ['customer', 'order'] } },
      },
    }, { client: documents, table });
    const Refund = new Entity({
      model: model('refund'),
      attributes: { order: { type: 'string', required: true },
        state: { type: ['open', 'paid'], default: () => 'open' } },
      indexes: {
        primary: { pk: { field: 'pk', composite: ['order'] }, sk: { field: 'sk', composite: [] } },
        byState: { index: 'gsi', collection: 'work', pk: { field: 'gpk', composite: ['state'] },
          sk: { field: 'gsk', composite: ['order'] } },
      },
    }, { client: documents, table });
    const shop = new Service({ Order, Refund });
    for (const order of ['1', '2', '3']) {
      await Order.create({ customer: 'c', order }).go();
    }
    await Refund.put([{ order: '1' }, { order: '2' }]).go();
    await assert.rejects(Order.create({ customer: 'c', order: '1' }).go(), /conditional/i);
    const patched = await Order.patch({ customer: 'c', order: '2' })
      .set({ state: 'paid' }).add({ total: 7 }).go({ response: 'all_new' });
    assert.deepEqual([patched.data.state, patched.data.total], ['paid', 7]);
    const work = await shop.collections.work({ state: 'open' }).go();
    assert.deepEqual([work.data.Order.length, work.data.Refund.length], [2, 2]);
    const { data, cursor } = await Order.query.primary({ customer: 'c' }).gte({ order: '1' })
      .go({ limit: 2 });
    assert.equal(data.length, 2);
    assert.equal((await Order.query.primary({ customer: 'c' }).go({ cursor })).data.length, 1);
    const outcome = await shop.transaction.write(({ Order: orders, Refund: refunds }) => [
      orders.remove({ customer: 'c', order: '3' }).commit(),
      refunds.check({ order: '9' }).where((_, { exists }) => exists(_.order)).commit(),
    ]).go();
    assert.equal(outcome.canceled, true);
    assert.equal(outcome.data[1].code, 'ConditionalCheckFailed');
  });
});

describe('dynamodb-toolbox', () => {
  test('puts, updates, queries and transacts', async (t) => {
    const table = new toolbox.Table({
      name: await makeTable(t),
      documentClient: documents,
      partitionKey: { name: 'pk', type: 'string' },
      sortKey: { name: 'sk', type: 'string' },
      indexes: { gsi: { type: 'global', partitionKey: { name: 'gpk', type: 'string' },
        sortKey: { name: 'gsk', type: 'string' } } },
    });
    const Pokemon = new toolbox.Entity({
      name: 'POKEMON',
      table,
      schema: toolbox.item({
        pk: toolbox.string().key(),
        sk: toolbox.string().key(),
        gpk: toolbox.string().optional(),
        gsk: toolbox.string().optional(),
        level: toolbox.number().default(1),
        names: toolbox.set(toolbox.string()).optional(),
      }),
    });
    for (const sk of ['1', '2', '3']) {
      await Pokemon.build(toolbox.PutItemCommand).item({ pk: 'a', sk, gpk: 'g', gsk: sk }).send();
    }
    const { Attributes } = await Pokemon.build(toolbox.UpdateItemCommand)
      .item({ pk: 'a', sk: '1', level: toolbox.$add(4), names: toolbox.$add(new Set(['x'])) })
      .options({ returnValues: 'ALL_NEW' }).send();
    assert.deepEqual([Attributes.level, [...Attributes.names]], [5, ['x']]);
    await assert.rejects(
      Pokemon.build(toolbox.DeleteItemCommand).key({ pk: 'a', sk: '1' })
        .options({ condition: { attr: 'level', gt: 100 } }).send(),
      { name: 'ConditionalCheckFailedException' },
    );
    const { Items } = await table.build(toolbox.QueryCommand).entities(Pokemon)
      .query({ partition: 'g', index: 'gsi', range: { gte: '2' } }).send();
    assert.equal(Items.length, 2);
    await toolbox.executeTransactWrite(
      Pokemon.build(toolbox.DeleteTransaction).key({ pk: 'a', sk: '3' }),
      Pokemon.build(toolbox.PutTransaction).item({ pk: 'a', sk: '4' }),
    );
    const { Responses } = await toolbox.executeBatchGet(
      table.build(toolbox.BatchGetCommand).requests(
        Pokemon.build(toolbox.BatchGetRequest).key({ pk: 'a', sk: '3' }),
        Pokemon.build(toolbox.BatchGetRequest).key({ pk: 'a', sk: '4' }),
      ),
    );
    assert.equal(Responses[0].filter(Boolean).length, 1);
  });
});

describe('dynamodb-onetable', () => {
  test('makes its table, finds by index, keeps values unique', async () => {
    const name = uniqueName('onetable');
    const table = new OneTable({
      name,
      client: new DynamoDBClient(settings),
      partial: true,
      logger: false,
      schema: {
        format: 'onetable:1.1.0',
        version: '0.0.1',
        indexes: { primary: { hash: 'pk', sort: 'sk' },
          gs1: { hash: 'gs1pk', sort: 'gs1sk', project: 'all' } },
        params: { isoDates: true, timestamps: true },
        models: {
          User: {
            pk: { type: String, value: 'user#${name}' },
            sk: { type: String, value: 'user#' },
            gs1pk: { type: String, value: 'user#' },
            gs1sk: { type: String, value: 'user#${email}' },
            name: { type: String, required: true },
            email: { type: String, unique: true },
            visits: { type: Number, default: 0 },
          },
        },
      },
    });
    await table.createTable();
    const User = table.getModel('User');
    assert.ok(User instanceof OneModel);
    await User.create({ name: 'ann', email: 'a@example.com' });
    await assert.rejects(User.create({ name: 'bob', email: 'a@example.com' }), /unique/i);
    await User.create({ name: 'bob', email: 'b@example.com' });
    const updated = await User.update({ name: 'ann' }, { add: { visits: 3 } });
    assert.equal(updated.visits, 3);
    const found = await User.find({ gs1sk: { begins: 'user#b@' } }, { index: 'gs1' });
    assert.deepEqual(found.map((user) => user.name), ['bob']);
    const transaction = {};
    await User.update({ name: 'ann', visits: 4 }, { transaction });
    await User.update({ name: 'bob', visits: 5 }, { transaction });
    await table.transact('write', transaction);
    assert.equal((await User.get({ name: 'bob' })).visits, 5);
    await User.remove({ name: 'bob' });
    assert.equal(await User.get({ name: 'bob' }), undefined);
    await table.deleteTable('DeleteTableForever');
  });
});
