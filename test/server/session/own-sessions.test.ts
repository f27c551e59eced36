// Where a person is logged in, and the end of it (S156): a list of their own, and no session longer
// than 90 days.

import { beforeEach, describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { logIn, type TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'uma senha minha';
const PATH = '/api/profile/sessions';

type SessionRow = { id: string; device: string | null; began_at: string; used_at: string; current: boolean };

let nowMs = Date.parse('2030-03-04T12:00:00Z');
let server: TestServer;
let world: World;
let here: TestClient;

townPerFile.override('options', { clock: () => nowMs });
townPerFile.beforeAll(({ town }) => void ({ server, world } = town));
beforeEach(async () => {
  nowMs += 200 * DAY_MS;
  const ana = await world.as(world.pmvi.people.ana);
  await ana.send('PATCH', '/api/profile', { password: PASSWORD });
  await world.query('delete from sessions');
  nowMs += 1000;
  here = await enter();
});

const enter = (): Promise<TestClient> => logIn(server.app, { email: 'ana@pmvi.example', password: PASSWORD });
const listed = async (client = here): Promise<SessionRow[]> => (await client.get(PATH)).json().sessions;
const leave = (more: object = {}) => here.send('DELETE', PATH, { ...more, password_current: PASSWORD });
const statusOf = async (client: TestClient) => (await client.get('/api/user')).statusCode;

describe('the own sessions', () => {
  it('a person sees the own live sessions, this one first, and nobody else’s', async () => {
    nowMs += 60_000;
    await enter();
    await world.as(world.pmvi.people.bia);
    const sessions = await listed();
    expect(sessions.map(({ current, device }) => [current, device])).toEqual([
      [true, 'Computador'],
      [false, 'Computador'],
    ]);
    expect(sessions[1]?.began_at).toBe(new Date(nowMs).toISOString());
    expect(JSON.stringify(sessions)).not.toContain('token');
  });

  it('one other session, or all others, end at once, and with them what is made under their logins', async () => {
    const [second, third, bia] = [await enter(), await enter(), await world.as(world.pmvi.people.bia)];
    const [, one] = await listed();
    expect((await leave({ login: one?.id })).json()).toEqual({ ended: 1 });
    expect([await statusOf(second), await statusOf(third)].toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await leave()).json()).toEqual({ ended: 1 });
    const codes = await Promise.all([here, second, third, bia].map(statusOf));
    expect(codes).toEqual([200, 401, 401, 200]);
    const open = await world.query('select 1 from logins where user_id = $1 and ended_at is null and at >= $2', [
      here.userId,
      new Date(nowMs).toISOString(),
    ]);
    expect(open).toHaveLength(1);
  });

  it('nobody ends the session of another person, nor this one by its own id', async () => {
    const bia = await world.as(world.pmvi.people.bia);
    const [theirs] = await listed(bia);
    const [own] = await listed();
    for (const login of [theirs?.id, own?.id]) expect((await leave({ login })).json()).toEqual({ ended: 0 });
    expect([await statusOf(here), await statusOf(bia)]).toEqual([200, 200]);
  });
});

describe('the present password', () => {
  it('is needed to end other sessions, so that a device that was left open ends none', async () => {
    const other = await enter();
    const [, one] = await listed();
    for (const proof of [{}, { password_current: '' }, { password_current: 'errada' }])
      for (const which of [{}, { login: one?.id }]) {
        const answer = await here.send('DELETE', PATH, { ...which, ...proof });
        expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['password_current']]);
      }
    expect(await statusOf(other)).toBe(200);
  });

  it('is not guessed here faster than at a login', async () => {
    await enter();
    const codes = [];
    for (let times = 0; times < 6; times += 1)
      codes.push((await here.send('DELETE', PATH, { password_current: `errada ${times}` })).statusCode);
    expect(codes).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('the end of a session', () => {
  it('a session that is used every day ends after 90 days, also with "Ficar logado"', async () => {
    await world.query('update sessions set remember = true, expires_at = $1', [
      new Date(nowMs + 30 * DAY_MS).toISOString(),
    ]);
    for (let day = 1; day < 90; day += 1) {
      nowMs += DAY_MS;
      expect([day, await statusOf(here)]).toEqual([day, 200]);
    }
    nowMs += DAY_MS;
    expect(await statusOf(here)).toBe(401);
    expect(await statusOf(await enter())).toBe(200);
  });

  const sent = async (headers = {}) => {
    const options = { method: 'POST', url: '/api/documents/1/views', payload: {}, headers } as const;
    const { cookies } = await here.inject(options);
    return cookies.map(({ name, maxAge }) => [name, (maxAge ?? 0) / 86_400]);
  };
  const sentByOutbox = () => sent({ 'X-Performed-At': new Date(nowMs).toISOString() });

  it('the cookies of "Ficar logado" last as long as the session in which a device sends its work', async () => {
    await world.query('update sessions set remember = true, expires_at = $1', [
      new Date(nowMs + 30 * DAY_MS).toISOString(),
    ]);
    const both = (days: number) => [
      ['malote_session', days],
      ['XSRF-TOKEN', days],
    ];
    for (const [later, days] of [
      [20, 30],
      [25, 30],
      [25, 20],
    ] as const) {
      nowMs += later * DAY_MS;
      // What the person reads before uses the session too, and takes nothing from the command.
      expect(await statusOf(here)).toBe(200);
      expect(await sentByOutbox()).toEqual(both(days));
    }
    nowMs += DAY_MS;
    expect((await here.send('POST', '/logout', {})).cookies).toMatchObject(
      ['malote_session', 'XSRF-TOKEN'].map((name) => ({ name, value: '' })),
    );
  });

  it('no other answer gives cookies, because it may arrive after the answer of a newer login', async () => {
    await world.query('update sessions set remember = true, expires_at = $1', [
      new Date(nowMs + 30 * DAY_MS).toISOString(),
    ]);
    nowMs += 20 * DAY_MS;
    expect((await here.get('/api/user')).cookies).toEqual([]);
    nowMs += DAY_MS;
    expect(await sent()).toEqual([]);
    expect((await here.get(PATH)).cookies).toEqual([]);
  });

  it('a session without "Ficar logado" gets no cookies that outlive the browser', async () => {
    await world.query('update sessions set expires_at = $1', [new Date(nowMs + DAY_MS).toISOString()]);
    nowMs += DAY_MS - 1000;
    expect(await sentByOutbox()).toEqual([]);
  });
});
