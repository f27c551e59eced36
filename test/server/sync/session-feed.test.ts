// The session's own row of the feed (src/sync/promises.md, Rows on the wire; S174): what a device
// shows of its person and their tenant follows what changes on another device, without a login.

import { beforeEach, describe, expect, it } from 'vitest';
import { readPage } from '../../builders/read-page.ts';
import type { SessionUser } from '#contract/session.ts';
import { SESSION, type SessionChange, type WirePage } from '#contract/sync.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { newDevice, pull, type Device } from '../harness/pull.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

let world: World;
let pmvi: Town;
let admin: TestClient;
let ana: TestClient;
/** Another login of the same person. */
let elsewhere: TestClient;
let bia: TestClient;

townPerFile.beforeAll(async ({ town }) => {
  ({ world, pmvi } = town);
  const { people } = pmvi;
  admin = await world.as(people.admin);
  ana = await world.as(people.ana);
  elsewhere = await world.as(people.ana);
  bia = await world.as(people.bia);
});

/** What the last pull said of the person. */
function said({ pages }: Device): SessionChange[] {
  const all = (pages as unknown as WirePage[]).flatMap(({ changes }) => changes);
  return all.flatMap((change) => (change.collection === SESSION ? [change] : []));
}

const userOf = async (client: TestClient) => (await client.get('/api/user')).json<SessionUser>();

async function changed(client: TestClient, path: string, body: object): Promise<void> {
  const method = path === '/api/tenants' || path === '/api/profile' ? 'PATCH' : 'PUT';
  const answer = await client.send(method, path, body);
  expect(answer.statusCode).toBe(200);
}

describe('the walk', () => {
  it.each([1, 2, 500])('brings the session once, ahead of everything else, in pages of %i', async (limit) => {
    const device = await pull(ana, newDevice(), limit);
    expect(said(device)).toHaveLength(1);
    expect(device.pages[0]?.changes[0]).toMatchObject({ collection: SESSION, op: 'put', id: pmvi.people.ana.id });
  });

  it('tells what GET /api/user tells, with its number and the login that asks', async () => {
    const { receipt_keys: _keys, server_time: _then, rev, ...asked } = await userOf(ana);
    const [own] = said(await pull(ana, newDevice()));
    expect(own).toMatchObject({ rev, row: asked });
    const [other] = said(await pull(elsewhere, newDevice()));
    expect(other?.row.login_id).not.toBe(own?.row.login_id);
  });
});

describe('what changes on another device', () => {
  let here: Device;
  let others: Device;
  beforeEach(async () => {
    here = await pull(elsewhere, newDevice());
    others = await pull(bia, newDevice());
  });
  /** What both devices are told now. */
  const told = async (limit = 500) => {
    await pull(elsewhere, here, limit);
    await pull(bia, others, limit);
    return { here: said(here).map(({ row }) => row), others: said(others).map(({ row }) => row) };
  };

  it.each([1, 500])('name and acronym of the tenant reach everybody once, in pages of %i', async (limit) => {
    const acronym = `PMVQ${limit}`;
    await changed(admin, '/api/tenants', { name: `Prefeitura de Vila ${limit}`, acronym });
    const first = await told(limit);
    expect(first.here).toMatchObject([{ tenant: { acronym, name: `Prefeitura de Vila ${limit}` } }]);
    expect(first.others).toMatchObject([{ id: pmvi.people.bia.id, tenant: { acronym } }]);
    expect(await told(limit)).toEqual({ here: [], others: [] });
  });

  it('a name that the person changes reaches their other device, and nobody else’s session', async () => {
    await changed(ana, '/api/profile', { name: 'Anabela' });
    const { here: own, others: theirs } = await told();
    expect(own).toMatchObject([{ name: 'Anabela' }]);
    expect(theirs).toEqual([]);
  });

  it('a name that an administrator changes reaches the person', async () => {
    await changed(admin, '/api/users', { user_ids: [pmvi.people.ana.id], last_name: 'de Souza' });
    expect((await told()).here).toMatchObject([{ last_name: 'de Souza' }]);
  });

  it('another name of the sector reaches who is in it', async () => {
    const sector = (await userOf(elsewhere)).organization;
    await changed(admin, '/api/organizations', { organization_ids: [sector?.id], name: 'Obras e Vias' });
    const { here: own, others: theirs } = await told();
    expect(own).toMatchObject([{ organization: { name: 'Obras e Vias' } }]);
    expect(theirs).toEqual([]);
  });

  it('another role reaches the person, with the walk that it begins', async () => {
    await changed(admin, '/api/users', { user_ids: [pmvi.people.ana.id], roles: ['Gestor de Setor'] });
    const { here: own } = await told();
    expect(own[0]).toMatchObject({ roles: [{ name: 'Gestor de Setor' }] });
    await changed(admin, '/api/users', { user_ids: [pmvi.people.ana.id], roles: ['Servidor'] });
  });

  it('a change that a command made in the database with a number reaches devices too: the zone of the tenant', async () => {
    await world.query(
      `with c as (update counters set value = value + 1 where tenant_id = $1 returning value)
       update tenants set time_zone = 'America/Manaus', rev = c.value from c where id = $1`,
      [pmvi.id],
    );
    const { here: own, others: theirs } = await told();
    expect([...own, ...theirs].map(({ tenant }) => tenant.time_zone)).toEqual(['America/Manaus', 'America/Manaus']);
  });

  it('a device reads it beside other rows', async () => {
    await changed(admin, '/api/tenants', { name: 'Prefeitura de Vila Nova' });
    const cursor = encodeURIComponent(here.cursor ?? '');
    const page = readPage((await elsewhere.get(`/api/sync/changes?cursor=${cursor}`)).json());
    expect(page?.session).toMatchObject({ tenant: { name: 'Prefeitura de Vila Nova' } });
    expect(page?.changes).toEqual([]);
  });
});
