// The model server of the simulation must give the same answers to the same commands as the real
// one. What the histories prove against the model then says something about PostgreSQL.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { HEADERS } from '#contract/sync.ts';
import type { SeenDocument, DocumentWriteAnswer } from '#contract/writes.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import type { CommandOf, CommandPayloads, CommandType, OutboxCommand } from '#mirror/store/outbox-row.ts';
import { requestOf, type WriteRequest } from '#sync/request-of.ts';
import { buildCommand, uuid } from '../../builders/build-command.ts';
import { visibleTo, ZONE, type Model } from '../../fakes/model-server/model.ts';
import { answer as modelAnswer } from '../../fakes/model-server/model-server.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { modelOf } from '../harness/model-of.ts';
import { multipart } from '../harness/multipart.ts';
import { idsOf, newDevice, pull } from '../harness/pull.ts';
import { createWorld, type PersonName, type World } from '../harness/world.ts';

const TEXT = 'Um texto simples.\n';

type ServerReply = {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: Partial<DocumentWriteAnswer> & Partial<ErrorBody>;
};

let server: TestServer;
let world: World;
let model: Model;
let today: string;
/** Server ids of documents by the number of the command that made them: real, model. */
const made = new Map<number, { real: number; model: number }>();

beforeAll(async () => {
  const clock = () => Date.now();
  server = await startTestServer({ clock });
  world = await createWorld(server);
  today = dayAt(clock(), ZONE);
  model = modelOf(world, clock);
});

afterAll(async () => {
  await world.close();
  await server.close();
});

type Part<Type extends CommandType> = Partial<Omit<CommandOf<Type>, 'type' | 'payload'>> & {
  payload?: Partial<CommandPayloads[Type]>;
};

type Gesture = {
  readonly by: PersonName;
  /** Number of the command: its key. */
  readonly n: number;
  readonly type: CommandType;
  /** Number of the creation it acts on; absent for a creation. */
  readonly on?: number;
  readonly payload?: object;
  readonly basedOn?: SeenDocument;
  readonly file?: boolean;
  /** Sets the header of another acting user. */
  readonly as?: PersonName;
};

function idOf(name: PersonName): number {
  return world.pmvi.people[name].id;
}

function commandOf(gesture: Gesture): OutboxCommand {
  const part: Part<CommandType> = {
    id: uuid(gesture.n),
    seq: gesture.n,
    actorId: idOf(gesture.as ?? gesture.by),
    performedAtMs: Date.now() - 1_000,
    basedOn: gesture.basedOn ?? null,
    payload: gesture.payload ?? {},
  };
  return buildCommand(gesture.type, part) as OutboxCommand;
}

async function realSays(gesture: Gesture, request: WriteRequest): Promise<ServerReply> {
  const client = await world.as(world.pmvi.people[gesture.by]);
  const form = multipart(request.fields, gesture.file === true ? [{ name: 'nota.txt', content: TEXT }] : []);
  const response = await client.inject({
    method: 'POST',
    url: request.path,
    payload: form.payload,
    headers: { ...form.headers, ...request.headers },
  });
  return {
    status: response.statusCode,
    replayed: response.headers[HEADERS.replayed.toLowerCase()] === 'true',
    body: response.json(),
  };
}

async function modelSays(gesture: Gesture, request: WriteRequest): Promise<ServerReply> {
  const form = new FormData();
  for (const [name, value] of request.fields) form.append(name, value);
  if (gesture.file === true) form.append('files[]', new Blob([TEXT]), 'nota.txt');
  const headers = new Headers(request.headers);
  const header = (name: string) => headers.get(name);
  const wire = { method: 'POST', path: request.path, query: new URLSearchParams(), header, form };
  const said = await modelAnswer(model, { request: wire, userId: idOf(gesture.by) });
  const replayed = said.headers?.[HEADERS.replayed] === 'true';
  return { status: said.status, replayed, body: said.json as ServerReply['body'] };
}

/**
 * The part of an answer in which both must agree: everything except ids, revs, times and sentences.
 */
function essence({ status, replayed, body }: ServerReply) {
  const { receipt, document, type, code, errors } = body;
  return {
    status,
    replayed,
    type: type ?? null,
    code: code ?? null,
    fields: Object.keys(errors ?? {}).sort(),
    receipt:
      receipt === undefined
        ? null
        : { key: receipt.key, type: receipt.type, result: receipt.result, note: receipt.note ?? null },
    document: document === undefined ? null : essenceOf(document),
  };
}

function essenceOf(document: DocumentFull) {
  const { stored_status, status, limit_date, created_by, is_exception, command_id, facts } = document;
  return {
    stored_status,
    status,
    limit_date,
    created_by,
    is_exception,
    command_id,
    responsibles: document.responsibles.map((one) => one.id),
    organizations: document.organizations.map((one) => one.id),
    origin: document.origin?.id ?? null,
    ever: facts.responsible_ids_ever.toSorted((left, right) => left - right),
    seen: facts.seen_by_responsible,
    completed_by: facts.completed_by,
    counts: [document.interactions_count, document.files_count],
    interactions: document.interactions.map((one) => [one.creator.id, one.command_id, one.files.length]),
    logs: document.logs.map((one) => [one.action, one.creator.id, one.command_id]),
    viewers: Object.fromEntries(document.viewers.map((one) => [one.user.id, one.count])),
    abilities: document.abilities,
  };
}

async function both(gesture: Gesture): Promise<{ real: ServerReply; modelled: ServerReply }> {
  const command = commandOf(gesture);
  const ids = gesture.on === undefined ? null : (made.get(gesture.on) ?? { real: 999_999, model: 999_999 });
  const toReal = requestOf(command, ids?.real ?? null);
  const toModel = requestOf(command, ids?.model ?? null);
  if (toReal === null || toModel === null) throw new Error('a registered document has a request');
  const real = await realSays(gesture, toReal);
  const modelled = await modelSays(gesture, toModel);
  if (real.status === 201 && modelled.status === 201) {
    made.set(gesture.n, { real: real.body.document?.id ?? 0, model: modelled.body.document?.id ?? 0 });
  }
  return { real, modelled };
}

describe('the same commands get the same answers', () => {
  const later = (days: number) => addDays(today, days);
  const creation = () => ({
    document_subject_id: world.pmvi.subjects.free,
    organization_ids: [world.pmvi.sectors.SEMED],
    user_ids: [idOf('bia')],
    limit_date: later(10),
  });
  const saw = (...names: PersonName[]): SeenDocument => ({
    status: 'under_review',
    limit_date: later(10),
    responsible_ids: names.map(idOf),
  });
  const toDavi = () => ({ responsible_ids: [idOf('davi')], organization_ids: [], reason: 'Saiu do setor.' });
  const to = (name: PersonName) => ({ content: '', responsible_ids: [idOf(name)] });

  const script: readonly [what: string, gesture: () => Gesture][] = [
    ['a creation', () => ({ by: 'ana', n: 1, type: 'create-document', payload: creation(), file: true })],
    ['its replay', () => ({ by: 'ana', n: 1, type: 'create-document', payload: creation(), file: true })],
    [
      'its key with other words',
      () => ({ by: 'ana', n: 1, type: 'create-document', payload: { ...creation(), title: 'Outro' }, file: true }),
    ],
    ['a creation without files', () => ({ by: 'ana', n: 2, type: 'create-document', payload: creation() })],
    [
      'a creation with a past date',
      () => ({
        by: 'ana',
        n: 3,
        type: 'create-document',
        payload: { ...creation(), limit_date: later(-3) },
        file: true,
      }),
    ],
    ["the creator's view", () => ({ by: 'ana', n: 4, type: 'record-view', on: 1 })],
    ["the responsible's view", () => ({ by: 'bia', n: 5, type: 'record-view', on: 1, payload: { offline: true } })],
    ["the responsible's view soon after", () => ({ by: 'bia', n: 36, type: 'record-view', on: 1 })],
    ['its replay', () => ({ by: 'bia', n: 36, type: 'record-view', on: 1 })],
    ['a reply with a file', () => ({ by: 'bia', n: 6, type: 'respond', on: 1, file: true })],
    ['nothing to send', () => ({ by: 'bia', n: 7, type: 'respond', on: 1, payload: { content: '' } })],
    ['a stranger', () => ({ by: 'caio', n: 8, type: 'respond', on: 1 })],
    ['a document that is not there', () => ({ by: 'ana', n: 9, type: 'respond', on: 77 })],
    ["somebody else's command", () => ({ by: 'bia', n: 10, type: 'respond', on: 1, as: 'ana' })],
    ['a transfer', () => ({ by: 'bia', n: 11, type: 'respond', on: 1, payload: to('caio'), basedOn: saw('bia') })],
    ['its replay', () => ({ by: 'bia', n: 11, type: 'respond', on: 1, payload: to('caio'), basedOn: saw('bia') })],
    [
      'a transfer that came too late',
      () => ({ by: 'ana', n: 12, type: 'respond', on: 1, payload: to('davi'), basedOn: saw('bia') }),
    ],
    ['words on what has moved on', () => ({ by: 'ana', n: 13, type: 'respond', on: 1, basedOn: saw('bia') })],
    ['a transfer to whom it is with', () => ({ by: 'ana', n: 14, type: 'respond', on: 1, payload: to('caio') })],
    [
      'a later date',
      () => ({ by: 'ana', n: 15, type: 'respond', on: 1, payload: { content: '', limit_date: later(20) } }),
    ],
    [
      'an earlier date',
      () => ({ by: 'ana', n: 16, type: 'respond', on: 1, payload: { content: '', limit_date: later(5) } }),
    ],
    [
      'a date that lost to a later one',
      () => ({
        by: 'caio',
        n: 17,
        type: 'respond',
        on: 1,
        payload: { content: '', limit_date: later(15) },
        basedOn: saw('caio'),
      }),
    ],
    [
      'a date that somebody had set already',
      () => ({
        by: 'caio',
        n: 27,
        type: 'respond',
        on: 1,
        payload: { content: '', limit_date: later(20) },
        basedOn: saw('caio'),
      }),
    ],
    [
      'words beside a date that lost',
      () => ({ by: 'caio', n: 28, type: 'respond', on: 1, payload: { limit_date: later(15) }, basedOn: saw('caio') }),
    ],
    ['completing without the right', () => ({ by: 'bia', n: 18, type: 'complete-document', on: 1 })],
    [
      'completing with another date',
      () => ({ by: 'caio', n: 19, type: 'complete-document', on: 1, payload: { limit_date: later(3) } }),
    ],
    ['completing', () => ({ by: 'caio', n: 20, type: 'complete-document', on: 1 })],
    ['completing what is completed', () => ({ by: 'ana', n: 21, type: 'complete-document', on: 1 })],
    ['a reply that did not know', () => ({ by: 'ana', n: 22, type: 'respond', on: 1, basedOn: saw('caio') })],
    ['a reply on what is completed', () => ({ by: 'ana', n: 23, type: 'respond', on: 1 })],
    ['reopening without the right', () => ({ by: 'davi', n: 24, type: 'reopen-document', on: 1 })],
    ['reopening', () => ({ by: 'caio', n: 25, type: 'reopen-document', on: 1 })],
    ['reopening what is open', () => ({ by: 'ana', n: 26, type: 'reopen-document', on: 1 })],
    [
      'redistributing without the permission',
      () => ({ by: 'ana', n: 30, type: 'reassign-document', on: 1, payload: toDavi() }),
    ],
    [
      'redistributing what another person has moved since',
      () => ({ by: 'admin', n: 31, type: 'reassign-document', on: 1, payload: toDavi(), basedOn: saw('bia') }),
    ],
    [
      'redistributing',
      () => ({ by: 'admin', n: 32, type: 'reassign-document', on: 1, payload: toDavi(), basedOn: saw('caio') }),
    ],
    [
      'its replay, as after a lost answer',
      () => ({ by: 'admin', n: 32, type: 'reassign-document', on: 1, payload: toDavi(), basedOn: saw('caio') }),
    ],
    [
      'redistributing to whom it is with',
      () => ({ by: 'admin', n: 33, type: 'reassign-document', on: 1, payload: toDavi(), basedOn: saw('davi') }),
    ],
    [
      'a transfer that did not know of it',
      () => ({ by: 'caio', n: 34, type: 'respond', on: 1, payload: to('bia'), basedOn: saw('caio') }),
    ],
    [
      'the first key again, at the end',
      () => ({ by: 'ana', n: 1, type: 'create-document', payload: creation(), file: true }),
    ],
  ];

  test.each(script)('both servers answer the same: %s', async (_what, gesture) => {
    const before = { real: await highestRev(), model: model.rev };
    const { real, modelled } = await both(gesture());
    expect(essence(modelled)).toEqual(essence(real));
    const after = { real: await highestRev(), model: model.rev };
    expect(after.real).toBeGreaterThanOrEqual(before.real);
    expect(after.model > before.model).toBe(after.real > before.real);
  });

  test.each<PersonName>(['ana', 'bia', 'caio', 'davi', 'admin'])(
    '%s sees the same documents on both servers',
    async (name) => {
      const device = await pull(await world.as(world.pmvi.people[name]), newDevice(), 3);
      const realIds = new Map([...made.values()].map((ids) => [ids.real, ids.model]));
      const seen = idsOf(device, 'documents').map((id) => realIds.get(id));
      expect(seen).toEqual(visibleTo(model, idOf(name)).map((document) => document.id));
    },
  );

  async function highestRev(): Promise<number> {
    const [row] = await world.query<{ rev: number }>('select coalesce(max(rev), 0)::int as rev from documents');
    return row?.rev ?? 0;
  }
});
