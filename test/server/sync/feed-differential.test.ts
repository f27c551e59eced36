// The feed of the model server and the real one, page by page: the same devices ask both for the
// same pages while the same things happen on both. A town becomes large enough for bounded copies
// and small enough again, days pass, and people change sectors.

import { describe, expect, it } from 'vitest';
import { readPage } from '../../builders/read-page.ts';
import { type Change, type ChangesPage, type Extent, FIRST_SCREEN } from '#contract/sync.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { requestOf } from '#sync/request-of.ts';
import { buildCommand, uuid } from '../../builders/build-command.ts';
import { type Model, nextRev, ZONE } from '../../fakes/model-server/model.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import { modelGives, modelSays, realSays } from '../harness/both-servers.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { modelOf } from '../harness/model-of.ts';
import { newDevice, pull } from '../harness/pull.ts';
import type { PersonName, World } from '../harness/world.ts';

const DAY_MS = 86_400_000;
/** A copy is bounded from this many documents on, and whole again below nine. */
const FROM = 10;
const TEXT = 'Um texto simples.\n';
const SHA256 = '4fc1dfda3dcea173fba654b91967f6569f2359ad488ad2b5fe48b3a1fb91a361';

let now = Date.parse('2023-03-01T15:00:00.000Z');
let world: World;
let model: Model;
/** Ids of documents by the number of the command that made them. */
const made = new Map<number, { readonly real: number; readonly model: number }>();
let commands = 0;

townPerFile.override('options', { clock: () => now, environment: { BOUNDED_FROM: String(FROM) } });
townPerFile.beforeAll(async ({ town }) => {
  ({ world } = town);
  model = modelOf(world, () => now);
  model.boundedFrom = FROM;
  // The model's town has fewer rows: it gets those of the real one.
  const { rows } = await pull(town.admin, newDevice());
  const rowsIn = (collection: Change['collection']) =>
    [...rows.values()].flatMap((change) =>
      change.collection === collection && change.op === 'put' ? [[change.id, change.row] as const] : [],
    );
  for (const [id, row] of rowsIn('users')) model.users.set(id, { ...model.users.get(id), ...row } as never);
  for (const [id, row] of rowsIn('roles')) model.roles.set(id, row as never);
  for (const [id, row] of rowsIn('organizations')) model.organizations.set(id, row as never);
  for (const [id, row] of rowsIn('document_subjects')) model.subjects.set(id, row as never);
});

type Person = Extract<PersonName, 'admin' | 'gestor' | 'ana' | 'bia' | 'caio'>;
const idOf = (name: Person) => world.pmvi.people[name].id;

/** A device with its place in the feed of both servers. */
type Device = {
  readonly person: Person;
  extent: Extent | null;
  readonly limit: number;
  /** It asks for what a first screen shows, ahead of its walk. */
  readonly isScreenFirst: boolean;
  /** How many pages it asks for at a time. */
  readonly pages: number;
  cursors: { readonly real: string; readonly model: string } | null;
};

const device = (person: Person, more: Partial<Device> = {}): Device => ({
  person,
  extent: 'bounded',
  limit: 5,
  isScreenFirst: true,
  pages: Infinity,
  cursors: null,
  ...more,
});

const first = device('admin');
/** The others that are there from the first day on. After each step a new one walks too. */
const others: readonly Device[] = [
  device('admin', { limit: 3, isScreenFirst: false }),
  device('admin', { extent: null, limit: 4, isScreenFirst: false }),
  // Its walks take days.
  device('admin', { limit: 4, pages: 2 }),
  device('ana', { extent: 'whole' }),
  // A page of it ends between two rows of one number.
  device('gestor', { limit: 1 }),
];

/**
 * What both pages must agree in: everything but ids and numbers of what was made on each, and what
 * names the person's sight.
 */
function essence(
  { next_cursor: _cursor, scope_epoch: _epoch, changes, session, ...page }: ChangesPage,
  side: 'real' | 'model',
) {
  return { ...page, session: sessionOf(session), changes: changes.map((change) => essenceOf(change, side)) };
}

/** Permissions and logins are told by rules that the model has none of. */
function sessionOf(session: ChangesPage['session']) {
  if (session === undefined) return undefined;
  const { id, name, last_name, organization, organization_id, tenant, server_time } = session;
  return { id, name, last_name, organization, organization_id, acronym: tenant.acronym, server_time };
}

function essenceOf(change: Change, side: 'real' | 'model') {
  const { collection, op } = change;
  const isDocument = collection === 'documents';
  const id = isDocument ? [...made].find(([, ids]) => ids[side] === change.id)?.[0] : change.id;
  if (op === 'delete') return { collection, op, id };
  // An e-mail and a registration are told by rules that the model has none of.
  const hidden = { email: '', registration: null };
  const { id: _id, rev: _rev, ...row } = { ...hidden, ...change.row, ...(isDocument ? {} : hidden) };
  return { collection, op, id, row };
}

/**
 * Asks both for the device's next pages. Returns the real ones, and what both say in the words of
 * `essence`.
 */
async function pullBoth(of: Device) {
  const client = await world.as(world.pmvi.people[of.person]);
  const pages: ChangesPage[] = [];
  const said: { readonly real: object[]; readonly model: object[] } = { real: [], model: [] };
  const given = { limit: String(of.limit), ...(of.extent === null ? {} : { extent: of.extent }) };
  const start = of.isScreenFirst ? { first: FIRST_SCREEN } : {};
  const addressOf = (cursor: string | undefined) =>
    `/api/sync/changes?${new URLSearchParams({ ...given, ...(cursor === undefined ? start : { cursor }) })}`;
  while (pages.length < of.pages && pages.at(-1)?.has_more !== false) {
    const answer = await client.get(addressOf(of.cursors?.real));
    const asked = { model, userId: idOf(of.person) };
    const modelled = readPage(await modelGives(asked, addressOf(of.cursors?.model)));
    const real = readPage(answer.json());
    if (real === null || modelled === null) throw new Error('a page is not readable');
    said.real.push(essence(real, 'real'));
    said.model.push(essence(modelled, 'model'));
    of.cursors = { real: real.next_cursor, model: modelled.next_cursor };
    pages.push(real);
  }
  return { pages, said };
}

/** One act of a person on both servers. */
async function act(by: Person, command: OutboxCommand, on?: number): Promise<void> {
  const files = command.files.map(({ name }) => ({ name, content: TEXT }));
  const ids = on === undefined ? null : (made.get(on) ?? null);
  const requests = { real: requestOf(command, ids?.real ?? null), model: requestOf(command, ids?.model ?? null) };
  if (requests.real === null || requests.model === null) throw new Error('what is registered has a request');
  type Answer = { readonly document?: { readonly id: number } };
  const client = await world.as(world.pmvi.people[by]);
  const real = await realSays<Answer>(client, { request: requests.real, files });
  const modelled = await modelSays<Answer>({ model, userId: idOf(by) }, { request: requests.model, files });
  if (real.status >= 300) throw new Error(`${command.type} answered ${real.status}: ${JSON.stringify(real.body)}`);
  expect(modelled.status).toBe(real.status);
  if (real.status === 201 && real.body.document !== undefined && modelled.body.document !== undefined) {
    made.set(command.seq, { real: real.body.document.id, model: modelled.body.document.id });
  }
}

const frame = (by: Person) => {
  commands += 1;
  return { id: uuid(commands), seq: commands, actorId: idOf(by), performedAtMs: now };
};

/** A document of the person for Bia; returns its number among the commands. */
async function creates(by: Person): Promise<number> {
  const command = buildCommand('create-document', {
    ...frame(by),
    payload: {
      document_subject_id: world.pmvi.subjects.free,
      organization_ids: [world.pmvi.sectors.SEMED],
      user_ids: [idOf('bia')],
      limit_date: addDays(dayAt(now, ZONE), 10),
      title: `Documento ${commands}`,
    },
    files: [{ id: uuid(9_000 + commands), name: 'nota.txt', mime: 'text/plain', size: 18, sha256: SHA256 }],
  });
  await act(by, command);
  return command.seq;
}

const completes = (by: Person, on: number) =>
  act(by, buildCommand('complete-document', { ...frame(by), documentKey: `s:${on}` }), on);
const reopens = (by: Person, on: number) =>
  act(
    by,
    buildCommand('reopen-document', {
      ...frame(by),
      documentKey: `s:${on}`,
      payload: { limit_date: addDays(dayAt(now, ZONE), 10) },
    }),
    on,
  );

/** A change of one row of reference data. */
const edits = (collection: 'users' | 'organizations' | 'document_subjects', id: number, fields: object) =>
  act(
    'admin',
    buildCommand('update-row', {
      ...frame('admin'),
      documentKey: `rows:${collection}`,
      payload: { collection, row_keys: [`s:${id}`], fields } as never,
    }),
  );
const moves = (who: Person, sector: 'SEMOB' | 'SEMED') =>
  edits('users', idOf(who), { organization_id: world.pmvi.sectors[sector] });

/** Is gone from both, as after a backup that is older. */
async function vanishes(on: number): Promise<void> {
  const ids = made.get(on);
  if (ids === undefined) throw new Error('there is no such document');
  // What hangs on the document may stay: the feed begins with documents.
  await world.query("set session_replication_role = 'replica'");
  await world.query('delete from documents where id = $1', [ids.real]);
  await world.query("set session_replication_role = 'origin'");
  model.documents.delete(ids.model);
}

const passes = (days: number) => void (now += days * DAY_MS);

/** Documents of the history by what happens to them. */
const old: number[] = [];
const open: number[] = [];
const recent: number[] = [];

const HISTORY: readonly (readonly [what: string, happens: () => Promise<void> | void])[] = [
  ['there are no documents', () => undefined],
  [
    'four of which three are completed',
    async () => {
      for (const by of ['ana', 'admin', 'ana', 'caio'] as const) old.push(await creates(by));
      for (const at of [0, 1, 2]) await completes('bia', old[at] as number);
    },
  ],
  ['two years and a day', () => passes(731)],
  [
    'five more, and so one too few',
    async () => {
      for (const by of ['ana', 'ana', 'admin', 'bia', 'caio'] as const) open.push(await creates(by));
      await completes('ana', open[0] as number);
    },
  ],
  ['the tenth, on a day that has been counted', async () => void recent.push(await creates('ana'))],
  ['the rest of that day', () => void (now += 5 * 3_600_000)],
  ['the next day', () => passes(1)],
  ['the eleventh on a day of a bounded copy', async () => void recent.push(await creates('admin'))],
  ['an older version asks, with the place of a bounded copy', () => void (first.extent = null)],
  ['and is updated', () => void (first.extent = 'bounded')],
  ['a month', () => passes(30)],
  ['an old one is opened again', () => reopens('bia', old[0] as number)],
  ['and completed', () => completes('bia', old[0] as number)],
  [
    'two sectors at once',
    () =>
      act(
        'admin',
        buildCommand('switch-rows', {
          ...frame('admin'),
          documentKey: 'rows:organizations',
          payload: {
            collection: 'organizations',
            row_keys: [`s:${world.pmvi.sectors.ARQ}`, `s:${world.pmvi.sectors.GAB}`],
            status: 'inactive',
          },
        }),
      ),
  ],
  ['a manager goes to a sector that has them all', () => moves('gestor', 'SEMED')],
  ['and back to one that has few', () => moves('gestor', 'SEMOB')],
  ['a person on documents gets another name', () => edits('users', idOf('bia'), { last_name: 'Prado' })],
  ['and another sector', () => moves('bia', 'SEMOB')],
  ['and her own again', () => moves('bia', 'SEMED')],
  [
    'a sector of people and documents gets another name',
    () => edits('organizations', world.pmvi.sectors.SEMED, { name: 'Educação e Cultura' }),
  ],
  [
    'the town hall gets another acronym, and nobody another sight',
    async () => {
      const client = await world.as(world.pmvi.people.admin);
      expect((await client.send('PATCH', '/api/tenants', { acronym: 'PMVQ' })).statusCode).toBe(200);
      model.tenant = { ...model.tenant, acronym: 'PMVQ', rev: nextRev(model) };
    },
  ],
  ['a subject gets another name', () => edits('document_subjects', world.pmvi.subjects.free, { name: 'Sem prazo' })],
  ['a sector keeps its name', () => edits('organizations', world.pmvi.sectors.SEMED, { status: 'active' })],
  ['two of eleven are gone, on a day that has been counted', () => vanishes(open[1] as number)],
  ['a day, and ten are left', () => passes(1)],
  [
    'a day, and nine are left, which is not too few',
    async () => {
      await vanishes(open[2] as number);
      passes(1);
    },
  ],
  ['one more is gone', () => vanishes(recent[0] as number)],
  ['a day, and eight are a whole copy', () => passes(1)],
  ['half a year and a day: no place is kept so long', () => passes(181)],
  [
    'ten again, on the last day of February of a leap year',
    async () => {
      for (const by of ['ana', 'caio'] as const) recent.push(await creates(by));
      now = Date.parse('2028-02-28T15:00:00.000Z');
    },
  ],
  ['the next day, which is none of every year', () => passes(1)],
  ['the next, and both years before have it', () => passes(1)],
  [
    'a sector of people and documents is deleted',
    () =>
      act(
        'admin',
        buildCommand('delete-rows', {
          ...frame('admin'),
          documentKey: 'rows:organizations',
          payload: { collection: 'organizations', row_keys: [`s:${world.pmvi.sectors.SEMED}`], row_names: [''] },
        }),
      ),
  ],
];

/**
 * After each step, the kinds of pages that the first device got, and the number of documents that
 * they told.
 */
const told: Set<string>[] = [];

describe('the feeds of both servers', () => {
  it.each(HISTORY)('both answer the same pages: %s', async (_what, happens) => {
    await happens();
    for (const each of [first, ...others, device('admin')]) {
      const { pages, said } = await pullBoth(each);
      expect(said.model).toEqual(said.real);
      if (each === first)
        told.push(
          new Set(pages.map(({ snapshot, bounded }) => `${snapshot ? 'walk' : 'since'} ${bounded?.total ?? '-'}`)),
        );
    }
  });

  it('the history went through every turn of a bounded copy', () => {
    const turns = told.map((kinds) => [...kinds].join(', '));
    expect(turns).toMatchInlineSnapshot(`
      [
        "walk -, since -",
        "since -",
        "walk -, since -",
        "since -",
        "since -",
        "since -",
        "since 10",
        "since -",
        "walk -, since -",
        "since 11",
        "since 11",
        "since -",
        "since -",
        "since -",
        "since -",
        "since -",
        "since -",
        "since -",
        "since -",
        "since -",
        "since -",
        "since -",
        "since -",
        "since -",
        "since 10",
        "since 9",
        "since -",
        "walk -, since -",
        "walk -, since -",
        "walk 10, since -",
        "since 10",
        "since 10",
        "since -",
      ]
    `);
  });
});
