// The totals of home and of lists are kept, and only parts are counted again after a change (S104).
// Random acts of people, days that pass, and people who move are followed by a count of every
// document by the domain's own functions, which must be the same.

import { describe, expect, it } from 'vitest';
import type { DocumentPage } from '#contract/documents.ts';
import { STATUSES, statusAt, type Status, type StoredStatus } from '#domain/status.ts';
import { canSee, type VisibilityFacts } from '#domain/visibility.ts';
import { createKnownTotals } from '#server/queries/known-totals.ts';
import { listDocuments } from '#server/queries/list-documents.ts';
import { createDice } from '../bodies/fuzz-values.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Person, PersonName, Sector, Town, World } from '../harness/world.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const SEED = LONG ? Date.now() % 2 ** 31 : 20_261_123;
const STEPS = LONG ? 400 : 40;
const DAYS = 4;
const DAY_MS = 86_400_000;
/** 9:00 in the tenant's zone. */
const FIRST_MORNING = Date.parse('2026-11-23T12:00:00Z');
const PEOPLE = ['admin', 'gestor', 'ana', 'bia', 'caio', 'davi'] as const satisfies readonly PersonName[];
type Name = (typeof PEOPLE)[number];
/** Who may get a document, and the sector that it then goes to. */
const DESTINATIONS = [
  ['ana', 'SEMOB'],
  ['gestor', 'SEMOB'],
  ['bia', 'SEMED'],
  ['caio', 'GAB'],
] as const satisfies readonly (readonly [Name, Sector])[];

const dice = createDice(SEED);
const told = { asked: 0, changed: 0 };
let moved = 0;
let server: TestServer;
let world: World;
let pmvi: Town;
let clients: Record<Name, TestClient>;

townPerFile.override('options', { clock: () => FIRST_MORNING + moved });
townPerFile.beforeAll(async ({ town }) => {
  ({ server, world, pmvi } = town);
  const entered = await Promise.all(PEOPLE.map(async (name) => [name, await world.as(person(name))] as const));
  clients = Object.fromEntries(entered) as typeof clients;
  for (let made = 0; made < 8; made += 1) await create();
  // Apart from each other, so that they are counted in parts of their own.
  await world.query('update documents set number = number * 300');
  await world.query('update counters set last_document_number = 3000 where tenant_id = $1', [pmvi.id]);
});

const today = (): string => new Date(FIRST_MORNING + moved).toISOString().slice(0, 10);
const dayIn = (days: number): string => new Date(FIRST_MORNING + moved + days * DAY_MS).toISOString().slice(0, 10);
const person = (name: Name): Person => pmvi.people[name];

async function create(): Promise<void> {
  const author = dice.pick(['gestor', 'ana', 'bia', 'caio'] as const);
  const [name, sector] = dice.pick(DESTINATIONS);
  await createdDocument(clients[author], { town: pmvi, to: person(name), sector, limitDate: dayIn(dice.below(DAYS)) });
}

type Facts = VisibilityFacts & { id: number; storedStatus: StoredStatus; limitDate: string };

const factsOfAll = (): Promise<Facts[]> =>
  world.query<Facts>(
    `select d.id::int, d.stored_status as "storedStatus", d.limit_date::text as "limitDate", d.created_by::int as "createdBy",
      d.origin_organization_id::int as "originOrganizationId",
      array(select r.user_id::int from document_responsibles r where r.document_id = d.id) as "responsibleIdsEver",
      array(select o.organization_id::int from document_organizations o where o.document_id = d.id) as "organizationIdsEver",
      array(select t.user_id::int from document_tags t where t.document_id = d.id and t.user_id is not null) as "mentionedUserIds"
    from documents d where d.tenant_id = $1 order by d.id`,
    [pmvi.id],
  );

async function act(): Promise<void> {
  const documents = await factsOfAll();
  const { id, responsibleIdsEver } = dice.pick(documents);
  const concerned = PEOPLE.filter((name) => responsibleIdsEver.includes(person(name).id));
  const client = clients[dice.once(3) || concerned.length === 0 ? dice.pick(PEOPLE) : dice.pick(concerned)];
  const patch = (body: object) => client.send('PATCH', `/api/documents/${id}`, body);
  const [name, sector] = dice.pick(DESTINATIONS);
  const to = { responsible_ids: [person(name).id], organization_ids: [pmvi.sectors[sector]] };
  const acts = [
    create,
    create,
    () => client.get(`/api/documents/${id}`),
    () => patch({ content: '<p>Recebido.</p>' }),
    () => patch({ content: '<p>Segue.</p>', ...to }),
    () => patch({ content: '<p>Mais dois dias.</p>', limit_date: dayIn(2 + dice.below(DAYS)) }),
    () => patch({ status: 'completed' }),
    () => patch({ status: 'under_review', limit_date: dayIn(1) }),
    () => clients.admin.send('POST', `/api/documents/${id}/reassign`, { ...to, reason: 'Mudança de setor' }),
    () => world.query('update users set organization_id = $1 where id = $2', [pmvi.sectors[sector], person('davi').id]),
  ];
  await dice.pick(acts)();
  told.changed += Number(JSON.stringify(await factsOfAll()) !== JSON.stringify(documents));
}

async function naive(name: Name): Promise<Record<Status, number>> {
  const [seat] = await world.query<{ id: number | null }>(
    'select organization_id::int as id from users where id = $1',
    [person(name).id],
  );
  const viewer = { userId: person(name).id, organizationId: seat?.id ?? null, superAdmin: name === 'admin' };
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
  for (const facts of await factsOfAll()) if (canSee(facts, viewer)) counts[statusAt(facts, today())] += 1;
  return counts;
}

async function shown(name: Name): Promise<{ tiles: Record<Status, number>; lists: Record<Status, number> }> {
  const home = await clients[name].get('/api/dashboard/home');
  const { stats } = home.json<{ stats: { status: Status | 'sent'; count: number }[] }>();
  const tiles = Object.fromEntries(
    stats.filter(({ status }) => status !== 'sent').map(({ status, count }) => [status, count]),
  );
  const lists: Partial<Record<Status, number>> = {};
  for (const status of STATUSES) {
    const page = await clients[name].get(`/api/documents?status=${status}&per_page=1`);
    lists[status] = page.json<DocumentPage>().total;
  }
  return { tiles, lists } as Awaited<ReturnType<typeof shown>>;
}

describe('known totals', () => {
  it(`home and lists count what a scan counts, after each of ${STEPS} acts and over midnight (seed ${SEED})`, async () => {
    for (let step = 1; step <= STEPS; step += 1) {
      // Questions that are asked while others write may be told either; what they leave behind must
      // not be wrong.
      const asking = dice.once(2) ? [shown(dice.pick(PEOPLE)), shown(dice.pick(PEOPLE))] : [];
      await Promise.all([act(), ...asking]);
      if (dice.once(3)) await act();
      // A night passes. No document changes, but some are overdue in the morning.
      if (step % Math.ceil(STEPS / DAYS) === 0) moved += DAY_MS;
      const name = dice.pick(PEOPLE);
      const counts = await naive(name);
      told.asked += 1;
      expect([step, name, await shown(name)]).toEqual([step, name, { tiles: counts, lists: counts }]);
    }
    expect(told.changed).toBeGreaterThan(STEPS / 4);
    const all = await naive('admin');
    expect([all.overdue, all.completed].every((count) => count > 0)).toBe(true);
  }, 300_000);

  it('a total that was counted under another acronym of the tenant is not kept', async () => {
    const acronym = async (next: string) =>
      world.query('update tenants set acronym = $1 where id = $2', [next, pmvi.id]);
    const renumber = async (from: string, to: string) => {
      await acronym(to);
      await world.query('update documents set search_text = $1 || substr(search_text, $2) where tenant_id = $3', [
        to.toLowerCase(),
        from.length + 1,
        pmvi.id,
      ]);
      await world.query('update counters set value = value + 1 where tenant_id = $1', [pmvi.id]);
    };
    const viewer = {
      tenantId: pmvi.id,
      userId: person('admin').id,
      organizationId: null,
      superAdmin: true,
      readsDocuments: true,
    };
    const filters = {
      search: 'pmvi',
      from: null,
      to: null,
      status: null,
      organizationId: null,
      responsibleId: null,
      subjectId: null,
      createdBy: null,
      scope: null,
      figure: null,
    };
    const totals = createKnownTotals<'all'>();
    /** As a request asks whose session was read under the acronym PMVI. */
    const asked = async (): Promise<number> => {
      const asking = { viewer, today: today(), timeZone: 'America/Sao_Paulo', acronym: 'PMVI' };
      const list = { asking, filters, order: 'desc', page: 1, perPage: 1, totals } as const;
      return (await listDocuments(server.database, { ...list, inTurn: (work) => work() })).total;
    };
    const { length } = await factsOfAll();
    expect(await asked()).toBe(length);
    // One document keeps a word that is found.
    await world.query(
      "update documents set search_text = search_text || ' pmvi' where id = (select max(id) from documents)",
    );
    await renumber('PMVI', 'NOVA');
    expect(await asked()).toBe(1);
    await renumber('NOVA', 'PMVI');
    expect(await asked()).toBe(length);
  });
});
