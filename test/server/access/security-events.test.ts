// Default 10: each security event is in the log once, under its OWASP name, with ids only; and
// however busy a run, no line holds anything that was typed, sent or stored.

import { SECURITY_EVENTS } from '#server/reporting/log-events.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { issuePasswordReset } from '#server/sessions/password-reset.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { multipart } from '../harness/multipart.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import { arrive, solvedToken, type TestClient } from '../harness/test-client.ts';
import type { Town, World } from '../harness/world.ts';

const SECRET = 'segredo-que-ninguem-le';

const lines: string[] = [];
let server: TestServer;
let world: World;
let pmvi: Town;
let admin: TestClient;
let ana: TestClient;

townPerFile.override('options', { logTo: lines, environment: { RATE_LIMIT_PER_MINUTE: '500' } });
townPerFile.beforeAll(({ town }) => void ({ server, world, pmvi } = town));
beforeEach(async () => {
  admin = await world.as(pmvi.people.admin);
  ana = await world.as(pmvi.people.ana);
  lines.length = 0;
});

const SECURITY: ReadonlySet<string> = new Set(SECURITY_EVENTS);
type Line = { event?: string; user?: number; about?: number[]; reason?: string };

const events = (): Line[] =>
  lines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => SECURITY.has(event ?? ''))
    .map(({ event, user, about, reason }) => JSON.parse(JSON.stringify({ event, user, about, reason })) as Line);

async function newUser(more: object = {}): Promise<number> {
  const answer = await admin.send('POST', '/api/users', {
    name: 'Nova',
    last_name: 'Pessoa',
    email: `${randomUUID()}@pmvi.example`,
    password: SECRET,
    organization_id: pmvi.sectors.SEMOB,
    roles: ['Servidor'],
    ...more,
  });
  expect(answer.statusCode).toBe(201);
  return answer.json().user.id;
}

const put = (id: number, more: object) => admin.send('PUT', '/api/users', { user_ids: [id], ...more });

describe('security events', () => {
  it('the log records that people are created, changed, moved, given roles or a password, deactivated, deleted', async () => {
    const user = pmvi.people.admin.id;
    const id = await newUser();
    await put(id, { name: 'Outra' });
    await put(id, { roles: ['Consulta'] });
    await put(id, { organization_id: pmvi.sectors.GAB });
    await put(id, { password: `${SECRET}-2` });
    await put(id, { status: 'inactive' });
    await admin.send('PATCH', '/api/users', { user_ids: [id], status: 'active' });
    await admin.send('PATCH', '/api/users', { user_ids: [id], status: 'inactive' });
    await admin.send('DELETE', '/api/users', { user_ids: [id] });
    const about = [id];
    expect(events()).toEqual([
      { event: 'user_created', user, about },
      { event: 'user_updated', user, about },
      { event: 'authz_change', user, about, reason: 'roles' },
      { event: 'user_updated', user, about },
      { event: 'authz_change', user, about, reason: 'sector' },
      { event: 'user_updated', user, about },
      { event: 'user_updated', user, about },
      { event: 'authn_password_change', user, about },
      { event: 'session_expired', user, about, reason: 'password' },
      { event: 'user_archived', user, about },
      { event: 'session_expired', user, about, reason: 'archived' },
      { event: 'user_updated', user, about },
      { event: 'user_archived', user, about },
      { event: 'session_expired', user, about, reason: 'archived' },
      { event: 'user_deleted', user, about },
      { event: 'session_expired', user, about, reason: 'deleted' },
    ]);
  });

  it('the log records no refused write, and a replayed write once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const payload = { name: 'Só uma vez' };
    for (let times = 0; times < 2; times += 1)
      expect((await ana.inject({ method: 'PATCH', url: '/api/profile', payload, headers })).statusCode).toBe(200);
    const removal = { method: 'DELETE', url: '/api/users', payload: { user_ids: [await newUser()] } } as const;
    lines.length = 0;
    for (let times = 0; times < 2; times += 1)
      expect((await admin.inject({ ...removal, headers })).statusCode).toBe(200);
    expect((await put(pmvi.people.admin.id, { roles: ['Consulta'] })).statusCode).toBe(422);
    expect(events().map(({ event }) => event)).toEqual(['user_deleted', 'session_expired']);
  });

  it('the log records logins, logouts and denied requests', async () => {
    const email = `${randomUUID()}@pmvi.example`;
    const id = await newUser({ email });
    lines.length = 0;
    const stranger = await arrive(server.app);
    const attempt = async (more: object) =>
      stranger.send('POST', '/login', { email, password: SECRET, token: await solvedToken(stranger), ...more });
    await attempt({ token: 'eyJ9' });
    await attempt({ password: 'errada' });
    await attempt({});
    await stranger.send('PATCH', '/api/profile', { password: `${SECRET}-3`, password_confirmation: `${SECRET}-3` });
    await stranger.send('POST', '/logout');
    const issued = await issuePasswordReset(server.database, { tenantId: pmvi.id, userId: id, now: Date.now() });
    const other = await arrive(server.app);
    await other.send('POST', '/forgot-password', { email, token: await solvedToken(other) });
    const password = `${SECRET}-4`;
    await other.send('POST', '/reset-password', {
      email,
      token: issued?.token,
      password,
      password_confirmation: password,
    });
    const about = [id];
    expect(events()).toEqual([
      { event: 'authn_login_fail', reason: 'human_verification' },
      { event: 'authn_login_fail', user: id, reason: 'password' },
      { event: 'authn_login_success', user: id },
      { event: 'authn_password_change', user: id, about },
      { event: 'session_expired', user: id, about, reason: 'password' },
      { event: 'session_expired', user: id, reason: 'logout' },
      { event: 'authn_token_created', reason: 'recovery' },
      { event: 'authn_password_change', about, reason: 'recovery' },
      { event: 'session_expired', about, reason: 'password' },
    ]);
  });

  it('the log records refused requests with their reason', async () => {
    const user = ana.userId;
    const key = { 'idempotency-key': randomUUID() };
    const profile = (payload: object | string, headers: Record<string, string> = {}) =>
      ana.inject({ method: 'PATCH', url: '/api/profile', payload, headers });
    await ana.send('POST', '/api/alerts', {});
    await profile({}, { 'x-acting-user': '1' });
    await profile({}, { origin: 'https://elsewhere.example' });
    await profile({}, { 'x-xsrf-token': 'x' });
    await profile('{', { 'content-type': 'application/json' });
    await profile('<x/>', { 'content-type': 'application/xml' });
    await profile({ name: 'Uma' }, key);
    await profile({ name: 'Outra' }, key);
    await postDocument(ana, {
      town: pmvi,
      to: pmvi.people.bia,
      sector: 'SEMED',
      files: [{ name: `${SECRET}.pdf`, content: SECRET }],
    });
    for (;;) {
      const answer = await server.app.inject({ url: '/api/human-verification', remoteAddress: '10.2.2.2' });
      if (answer.statusCode === 429) break;
    }
    expect(events()).toEqual([
      { event: 'authz_fail', user, reason: 'forbidden' },
      { event: 'authz_fail', user, reason: 'actor_mismatch' },
      { event: 'authz_fail', user, reason: 'forbidden' },
      { event: 'input_validation_fail', user, reason: '419' },
      { event: 'input_validation_fail', user, reason: '400' },
      { event: 'input_validation_fail', user, reason: '415' },
      { event: 'user_updated', user, about: [user] },
      { event: 'input_validation_fail', user, reason: 'key_reused' },
      { event: 'upload_validation', user, reason: 'refused 422' },
      { event: 'excess_rate_limit_exceeded', reason: '429' },
    ]);
  });
});

describe('the log of a busy run', () => {
  it('the log of a busy run holds no password, token, cookie, name or content, whatever fails', async () => {
    const stranger = await arrive(server.app);
    const solved = await solvedToken(stranger);
    await stranger.send('POST', '/login', { email: 'ana@pmvi.example', password: SECRET, token: SECRET });
    await stranger.send('POST', '/login', { email: SECRET, password: SECRET, token: solved });
    const twice = { password: SECRET, password_confirmation: SECRET };
    await stranger.send('POST', '/reset-password', { email: 'a@x', token: SECRET, ...twice });
    await stranger.send('POST', '/forgot-password', { email: `${SECRET}@x.example` });
    const file = { name: `${SECRET}.txt`, content: SECRET };
    const about = { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' } as const;
    const made = await createdDocument(ana, { ...about, content: `<p>${SECRET}</p>`, title: SECRET, files: [file] });
    await ana.get(`/api/documents/get-file-content/${made.files[0]?.id}`);
    await ana.get(`/api/documents?search=${SECRET}`);
    await ana.get(`/api/sync/receipts/${SECRET}?${SECRET}`);
    await ana.inject({ method: 'PATCH', url: '/api/profile', ...multipart([[SECRET, 'x'.repeat(1_100_000)]]) });
    await ana.send('PATCH', '/api/profile', { name: SECRET, ...twice });
    // One statement fails with content in its parameters; the error message of another repeats a
    // value.
    await world.query('alter table interactions add constraint broken check (false) not valid');
    const failed = await ana.send('PATCH', `/api/documents/${made.id}`, { content: SECRET });
    await world.query('alter table interactions drop constraint broken');
    expect(failed.statusCode).toBe(500);
    await server.database
      .inTenant(pmvi.id, (tx) => tx.execute(sql`select ${SECRET}::bigint`))
      .catch((error: unknown) => server.services.log.error({ err: error }, 'told'));
    const log = lines.join('');
    expect(log).toContain('request failed');
    expect(log).toContain('22P02');
    expect(log).toContain('broken');
    expect(log).not.toContain(SECRET);
    expect(log).not.toContain(solved);
    for (const client of [ana, admin, stranger]) {
      expect(log).not.toContain(/malote_session=([\w-]+)/.exec(client.headers()['cookie'] ?? '')?.[1]);
      expect(log).not.toContain(client.headers()['x-xsrf-token']);
    }
  });
});
