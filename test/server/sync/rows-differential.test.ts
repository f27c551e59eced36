// The model server must give the same answers to commands on rows of reference data as the real
// one, so that what the histories prove against it says something about PostgreSQL.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/sync.ts';
import { editOf, ROW_COLLECTIONS, ROW_WRITES, type RowCollection } from '#contract/row-writes.ts';
import { type OutboxCommand, rowsLaneOf } from '#mirror/store/outbox-row.ts';
import { requestOf, type WriteRequest } from '#sync/request-of.ts';
import { buildCommand, uuid } from '../../builders/build-command.ts';
import type { Model } from '../../fakes/model-server/model.ts';
import { answer as modelAnswer } from '../../fakes/model-server/model-server.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { modelOf } from '../harness/model-of.ts';
import { multipart } from '../harness/multipart.ts';
import { createWorld, type World } from '../harness/world.ts';

let server: TestServer;
let world: World;
let model: Model;
/** Ids of rows by the number of the command that made them: real, model. */
const made = new Map<number, { real: number; model: number }>();

beforeAll(async () => {
  server = await startTestServer({});
  world = await createWorld(server);
  model = modelOf(world, () => Date.now());
});

afterAll(async () => {
  await world.close();
  await server.close();
});

type Gesture = {
  /** Number of the command: its key. */
  readonly n: number;
  readonly type: 'create-row' | 'update-row' | 'switch-rows' | 'delete-rows';
  readonly collection: RowCollection;
  /** Numbers of the creations of its rows; 0 for a row that is not there. */
  readonly on?: readonly number[];
  readonly payload?: object;
  readonly file?: boolean;
};

const PDF = '%PDF-1.4\n%%EOF\n';

function requestFor({ n, type, collection, on = [], payload }: Gesture, side: 'real' | 'model'): WriteRequest {
  const row_keys = on.map((one) => `s:${made.get(one)?.[side] ?? 999_999}`);
  const targets = type === 'create-row' ? {} : { row_keys, row_names: row_keys };
  const command = buildCommand(type, {
    id: uuid(n),
    actorId: world.pmvi.people.admin.id,
    documentKey: rowsLaneOf(collection),
    performedAtMs: Date.now() - 1_000,
    payload: { collection, ...targets, ...payload } as never,
  });
  const request = requestOf(command as OutboxCommand, null);
  if (request === null) throw new Error('rows with ids have a request');
  return request;
}

type ServerReply = {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: Readonly<Record<string, unknown>>;
};

async function realSays(gesture: Gesture): Promise<ServerReply> {
  const request = requestFor(gesture, 'real');
  const client = await world.as(world.pmvi.people.admin);
  const form = multipart(request.fields, gesture.file === true ? [{ name: 'modelo.pdf', content: PDF }] : []);
  const headers = { ...form.headers, ...request.headers };
  const {
    statusCode,
    headers: said,
    json,
  } = await client.inject({
    method: 'POST',
    url: request.path,
    payload: form.payload,
    headers,
  });
  return { status: statusCode, replayed: said[HEADERS.replayed.toLowerCase()] === 'true', body: json() };
}

async function modelSays(gesture: Gesture): Promise<ServerReply> {
  const request = requestFor(gesture, 'model');
  const form = new FormData();
  for (const [name, value] of request.fields) form.append(name, value);
  if (gesture.file === true) form.append('files[]', new Blob([PDF]), 'modelo.pdf');
  const headers = new Headers(request.headers);
  const wire = {
    method: 'POST',
    path: request.path,
    query: new URLSearchParams(),
    header: (name: string) => headers.get(name),
    form,
  };
  const said = await modelAnswer(model, { request: wire, userId: world.pmvi.people.admin.id });
  return {
    status: said.status,
    replayed: said.headers?.[HEADERS.replayed] === 'true',
    body: said.json as ServerReply['body'],
  };
}

/** What both must agree in: everything except ids of new rows, revs, times and sentences. */
function essence({ status, replayed, body }: ServerReply) {
  const { receipt, errors, type, updated, deleted } = body;
  const said = receipt as { key: string; type: string; result: string; ids: object } | undefined;
  const shown = ROW_COLLECTIONS.flatMap((collection) => {
    const row = body[ROW_WRITES[collection].answer] as object | undefined;
    if (row === undefined) return [];
    const files =
      'files' in row ? (row.files as { name: string; size: number }[]).map(({ name, size }) => [name, size]) : [];
    const command = 'command_id' in row ? row.command_id : null;
    return [{ collection, edit: editOf(collection, row as never), files, command }];
  });
  return {
    status,
    replayed,
    type: type ?? null,
    fields: Object.keys((errors ?? {}) as object).sort(),
    receipt: said === undefined ? null : [said.key, said.type, said.result, Object.keys(said.ids)],
    counts: replayed ? [] : [updated ?? null, deleted ?? null],
    shown,
  };
}

describe('the same commands on rows get the same answers', () => {
  const sector = (name: string, acronym: string) => ({ fields: { name, acronym } });
  const organizations = 'organizations' as const;
  const model4 = () => ({
    fields: {
      type: 'document_model',
      file_mime_type: 'pdf',
      name: 'Ofício',
      description: 'Padrão',
      organization_ids: [world.pmvi.sectors.GAB],
    },
  });

  const script: readonly [what: string, gesture: () => Gesture][] = [
    ['a sector', () => ({ n: 1, type: 'create-row', collection: organizations, payload: sector('Saúde', 'SESAU') })],
    ['its replay', () => ({ n: 1, type: 'create-row', collection: organizations, payload: sector('Saúde', 'SESAU') })],
    [
      'its key with other words',
      () => ({ n: 1, type: 'create-row', collection: organizations, payload: sector('X', 'XX') }),
    ],
    ['a taken acronym', () => ({ n: 2, type: 'create-row', collection: organizations, payload: sector('Y', 'SESAU') })],
    [
      'a second sector',
      () => ({ n: 3, type: 'create-row', collection: organizations, payload: sector('Lazer', 'SELAZ') }),
    ],
    ['an empty name', () => ({ n: 4, type: 'create-row', collection: organizations, payload: sector(' ', 'ZZ') })],
    [
      'one field',
      () => ({
        n: 5,
        type: 'update-row',
        collection: organizations,
        on: [1],
        payload: { fields: { name: 'Bem-estar' } },
      }),
    ],
    [
      'its other field',
      () => ({
        n: 6,
        type: 'update-row',
        collection: organizations,
        on: [1],
        payload: { fields: { acronym: 'SEBEM' } },
      }),
    ],
    [
      'an acronym that another has',
      () => ({
        n: 7,
        type: 'update-row',
        collection: organizations,
        on: [1],
        payload: { fields: { acronym: 'SELAZ' } },
      }),
    ],
    [
      'two switched off',
      () => ({ n: 8, type: 'switch-rows', collection: organizations, on: [1, 3], payload: { status: 'inactive' } }),
    ],
    [
      'one there and one not',
      () => ({ n: 9, type: 'switch-rows', collection: organizations, on: [1, 0], payload: { status: 'active' } }),
    ],
    ['a deletion', () => ({ n: 10, type: 'delete-rows', collection: organizations, on: [3] })],
    ['a deletion of what is deleted', () => ({ n: 11, type: 'delete-rows', collection: organizations, on: [3, 1] })],
    [
      'a change of what is deleted',
      () => ({ n: 12, type: 'update-row', collection: organizations, on: [3], payload: { fields: { name: 'Tarde' } } }),
    ],
    [
      'an alert',
      () => ({
        n: 20,
        type: 'create-row',
        collection: 'alerts',
        payload: { fields: { title: 'Recesso', description: 'Sem expediente.', limit_date: '2026-12-24' } },
      }),
    ],
    [
      'its title',
      () => ({
        n: 21,
        type: 'update-row',
        collection: 'alerts',
        on: [20],
        payload: { fields: { title: 'Recesso de fim de ano' } },
      }),
    ],
    ['its deletion', () => ({ n: 22, type: 'delete-rows', collection: 'alerts', on: [20] })],
    [
      'its title once more',
      () => ({ n: 23, type: 'update-row', collection: 'alerts', on: [20], payload: { fields: { title: 'Tarde' } } }),
    ],
    [
      'a subject with a window and an exempt sector',
      () => ({
        n: 30,
        type: 'create-row',
        collection: 'document_subjects',
        payload: {
          fields: {
            name: 'Férias',
            submission_start_day: 1,
            submission_end_day: 10,
            submission_date_exempt_organization_ids: [world.pmvi.sectors.ARQ],
          },
        },
      }),
    ],
    [
      'the same without window and exempt sectors',
      () => ({
        n: 31,
        type: 'update-row',
        collection: 'document_subjects',
        on: [30],
        payload: {
          fields: {
            submission_start_day: null,
            submission_end_day: null,
            submission_date_exempt_organization_ids: [],
          },
        },
      }),
    ],
    [
      'a model with its file',
      () => ({ n: 40, type: 'create-row', collection: 'models', payload: model4(), file: true }),
    ],
    [
      'another file',
      () => ({ n: 41, type: 'update-row', collection: 'models', on: [40], payload: { fields: {} }, file: true }),
    ],
    [
      'the first key again, at the end',
      () => ({ n: 1, type: 'create-row', collection: organizations, payload: sector('Saúde', 'SESAU') }),
    ],
  ];

  test.each(script)('both servers answer the same: %s', async (_what, gesture) => {
    const real = await realSays(gesture());
    const modelled = await modelSays(gesture());
    expect(essence(modelled)).toEqual(essence(real));
    const idOf = ({ body }: ServerReply) => (body['receipt'] as { ids: { row_id?: number } } | undefined)?.ids.row_id;
    const ids = [idOf(real), idOf(modelled)];
    const { n, type } = gesture();
    if (type === 'create-row' && ids[0] !== undefined) made.set(n, { real: ids[0], model: ids[1] ?? 0 });
  });
});
