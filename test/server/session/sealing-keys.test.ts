// Keys for work that stays on a device (S94): whose they are, when they are handed out, and where
// they never appear.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LoginAnswer } from '#contract/session-calls.ts';
import type { SealingKeys } from '#contract/sealing.ts';
import pg from 'pg';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { arrive, solvedToken, type TestClient } from '../harness/test-client.ts';

const CLERK = 'servidor.semob@pmvi.example';
const COLLEAGUE = 'servidor.semed@pmvi.example';
const PASSWORD = 'malote-demo';

const lines: string[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ demo: true, logTo: lines });
});
afterAll(() => server.close());
beforeEach(() => query('delete from sealing_keys; delete from sessions'));

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(`set app.maintenance = 'on'`);
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function entered(
  email: string,
  password = PASSWORD,
): Promise<{ client: TestClient; keys: SealingKeys; user: LoginAnswer['user'] }> {
  const client = await arrive(server.app);
  const answer = await client.send('POST', '/login', { email, password, token: await solvedToken(client) });
  expect(answer.statusCode).toBe(200);
  const { user, sealing } = answer.json<LoginAnswer>();
  if (sealing === undefined) throw new Error('no keys');
  return { client, keys: sealing, user };
}

const idsOf = (keys: SealingKeys) => keys.private_keys.map((key) => key.id);

it('each login of a person hands out the same pair, and another person gets another pair', async () => {
  const [first, again, other] = [await entered(CLERK), await entered(CLERK), await entered(COLLEAGUE)];
  expect(again.keys).toEqual(first.keys);
  expect(idsOf(first.keys)).toEqual([first.keys.current.id]);
  expect(other.keys.current.id).not.toBe(first.keys.current.id);
  expect(other.keys.private_keys[0]?.private_key).not.toBe(first.keys.private_keys[0]?.private_key);
});

it('two first logins at once get one pair', async () => {
  const both = await Promise.all([entered(CLERK), entered(CLERK)]);
  expect(both[0].keys).toEqual(both[1].keys);
});

it('the private key opens what the public key seals', async () => {
  const { keys } = await entered(CLERK);
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const [first] = keys.private_keys;
  const point = await crypto.subtle.importKey('raw', bytesOf(keys.current.public_key), curve, true, []);
  const own = await crypto.subtle.importKey('pkcs8', bytesOf(first?.private_key ?? ''), curve, false, ['deriveBits']);
  const device = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const there = await crypto.subtle.deriveBits({ name: 'ECDH', public: point }, device.privateKey, 256);
  const here = await crypto.subtle.deriveBits({ name: 'ECDH', public: device.publicKey }, own, 256);
  expect(Buffer.from(here)).toEqual(Buffer.from(there));
});

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

it('another password begins another pair, and the login hands out the pairs before it too', async () => {
  const before = await entered(CLERK);
  const changed = await before.client.send('PATCH', '/api/profile', {
    name: before.user.name,
    last_name: before.user.last_name,
    email: before.user.email,
    password: 'outra-senha-9',
    password_confirmation: 'outra-senha-9',
    current_password: PASSWORD,
  });
  expect(changed.statusCode).toBe(200);
  const after = await entered(CLERK, 'outra-senha-9');
  expect(after.keys.current.id).not.toBe(before.keys.current.id);
  expect(idsOf(after.keys)).toEqual([after.keys.current.id, before.keys.current.id]);
});

it('a login by a password that a reset replaces at the same moment gets neither a key nor a session', async () => {
  const client = await arrive(server.app);
  const token = await solvedToken(client);
  const [before] = await query<{ id: number; password_hash: string }>(
    `select id, password_hash from users where email = '${COLLEAGUE}'`,
  );
  const reset = new pg.Client(server.connection);
  await reset.connect();
  await reset.query(`set app.maintenance = 'on'`);
  try {
    await reset.query('begin');
    await reset.query(`update users set password_hash = 'of another password' where email = '${COLLEAGUE}'`);
    const answer = client.send('POST', '/login', { email: COLLEAGUE, password: PASSWORD, token });
    // The login has judged the password by what was stored, and waits for the row of the person.
    await expect
      .poll(() => query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
      .toHaveLength(1);
    await reset.query('commit');
    const { statusCode, body } = await answer;
    expect(statusCode).toBe(401);
    expect(body).not.toContain('private_key');
    expect(await query('select from sealing_keys')).toEqual([]);
    expect(await query(`select from sessions where user_id = ${before?.id}`)).toEqual([]);
  } finally {
    await reset.query(`update users set password_hash = '${before?.password_hash}' where email = '${COLLEAGUE}'`);
    await reset.end();
  }
});

it('a session alone gets no key, and a refused login none either', async () => {
  const { client, keys } = await entered(COLLEAGUE);
  const visitor = await arrive(server.app);
  const wrong = await visitor.send('POST', '/login', {
    email: COLLEAGUE,
    password: 'x',
    token: await solvedToken(visitor),
  });
  expect(wrong.statusCode).toBe(422);
  const bodies = [wrong.body, (await client.get('/api/user')).body, (await client.get('/api/sync/changes')).body];
  for (const body of bodies) {
    expect(body).not.toContain('private_key');
    expect(body).not.toContain(keys.current.id);
  }
});

it('no line of the log has a private key', async () => {
  const { keys } = await entered(COLLEAGUE);
  const log = lines.join('\n');
  expect(log).toContain('authn_login_success');
  for (const { private_key: key } of keys.private_keys) {
    expect(log).not.toContain(key);
    expect(log).not.toContain(Buffer.from(key, 'base64url').toString('hex'));
  }
});

it('the working role of the server can neither read nor change keys', async () => {
  const { user } = await entered(COLLEAGUE);
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(`select set_config('role', (working_roles())[1], false)`);
  try {
    await client.query(`set app.tenant_id = ${user.tenant.id}`);
    for (const statement of ['select 1 from sealing_keys', 'update sealing_keys set tenant_id = tenant_id'])
      await expect(client.query(statement)).rejects.toThrow('permission denied');
  } finally {
    await client.end();
  }
});
