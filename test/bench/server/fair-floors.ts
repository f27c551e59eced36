// The fair floors: bare Fastify that keeps the promises of the route beside it, and does nothing else for them.
//
// Every one of them answers with the server's security headers, reads the session with its person, roles and tenant by the
// server's own statement, compares the CSRF token with it, and sends statements as the role that row-level security binds to
// the tenant, prepared once for each connection, those that need no answer of one another in one piece.
//
// A reply claims its key, locks the document and reads what a rule judges by, sanitises the text, writes it with its notices,
// takes the tenant's number by a statement of its own, keeps the document's row and the receipt under it, announces it, commits
// durably, signs the receipt, and answers it with the document read back with its thread: the bytes that the route answers, by
// the same presenter.
// A known key claims the key, compares the fingerprint, and answers receipt and document out of one transaction.
// A login asks for failures before and after, spends a solved challenge, checks the password as few at a time as the server,
// begins a session and its login in the place of the visitor's, and answers the person and the sealing keys read back.
//
// Left out is what a frame adds: hooks, places, limits, schemas, statements put together anew for each request, logs. The bench
// asks for no compression, so neither side compresses.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { createHash, generateKeyPairSync, pbkdf2, randomBytes, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type pg from 'pg';
import { contentText, type Signed, SIGNED_FORMAT, signedText } from '#contract/signed-receipt.ts';
import { HEADERS } from '#contract/sync.ts';
import type { Receipt as StoredReceipt } from '#contract/writes.ts';
import { dayAt } from '#domain/dates.ts';
import { storedRichText } from '#server/commands/documents/rich-text.ts';
import { doorOf, travelTogether, type Door } from '#server/db/connections.ts';
import { SYSTEM_ROLE, WORKING_ROLE } from '#server/db/database.ts';
import { registerPgTypes } from '#server/db/pg-types.ts';
import { securityHeaders } from '#server/http/plugins/security.ts';
import { presentFull } from '#server/presenters/present-document.ts';
import { documentDetailsJoin, documentDetailsJson } from '#server/queries/document-details.ts';
import { documentRowJoin, keepRows, keptRowColumns } from '#server/queries/document-row.ts';
import type { StoredDocument } from '#server/queries/find-document.ts';
import { PASSWORD_MARK } from '#server/sessions/password-mark.ts';
import { createPasswordHasher } from '#server/sessions/passwords.ts';
import {
  personQuery,
  sessionPersonQuery,
  sessionUserOf,
  type SessionPersonRow,
} from '#server/sessions/session-person.ts';

const { privateKey: signingKey } = generateKeyPairSync('ed25519');

const dialect = new PgDialect({ casing: 'snake_case' });

/** A statement put together once. `marks` stand in it for the values of each call, and must differ from each other. */
function compiled<Marks extends Readonly<Record<string, unknown>>>(marks: Marks, build: (marks: Marks) => SQL) {
  const { sql: text, params } = dialect.sqlToQuery(build(marks));
  const names = params.map((param) => Object.keys(marks).find((name) => marks[name] === param));
  return (values: Readonly<Record<keyof Marks, unknown>>) => ({
    text,
    values: params.map((param, at) => (names[at] === undefined ? param : values[names[at]])),
  });
}

const ids = { tenant: -1, user: -2, document: -3 };
/** The person of the bench is a super admin, who sees every document of the tenant. */
const viewer = { tenantId: ids.tenant, userId: ids.user, organizationId: null, superAdmin: true, readsDocuments: true };
const REV = sql`(select value from counters where tenant_id = ${ids.tenant})`;

const statements = {
  session: compiled({ tokenHash: Buffer.from('-'), now: '-now' }, (marks) =>
    sessionPersonQuery({ ...marks, claimedLogin: null }),
  ),
  claim: compiled(
    { ...ids, key: '-key', name: '-name' },
    ({ tenant, user, key, name }) => sql`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as claimed, r.fingerprint, r.signing, json_build_object('key', r.key,
      'type', r.type, 'result', r.result, 'ids', r.ids, 'rev', r.rev, 'at', r.at) as receipt
    from (select 1) as asked
    left join receipts r on r.tenant_id = ${tenant} and r.actor_id = ${user} and r.key = ${key}::uuid`,
  ),
  lock: compiled(
    ids,
    ({ tenant, document }) =>
      sql`select d.id from documents d where d.tenant_id = ${tenant} and d.id = ${document} for no key update of d`,
  ),
  facts: compiled(
    ids,
    ({ tenant, document }) => sql`
    select d.number, d.stored_status, d.limit_date, d.created_by, d.seen_by_responsible,
      (select json_agg(r.user_id) from document_responsibles r
        where r.tenant_id = d.tenant_id and r.document_id = d.id and r.current) as responsible_ids
    from documents d where d.tenant_id = ${tenant} and d.id = ${document}`,
  ),
  reply: compiled(
    { ...ids, content: '-content', key: '-key', at: '-at', told: '-told' },
    ({ tenant, user, document, content, key, at, told }) => sql`
    with interaction as (insert into interactions
        (tenant_id, document_id, creator_id, content, created_at, performed_at, command_id)
        values (${tenant}, ${document}, ${user}, ${content}, ${at}, ${at}, ${key}::uuid) returning id),
      noticed as (insert into jobs (tenant_id, kind, key, payload, run_at)
        select ${tenant}::bigint, 'push', 'push:reply:' || p.id || ':' || gen_random_uuid(), jsonb_build_object('notice', 'reply',
          'document_id', ${document}::bigint, 'user_id', p.user_id, 'subscription_id', p.id), ${at}::timestamptz
        from push_subscriptions p where p.tenant_id = ${tenant} and p.user_id = any(${told}::bigint[])),
      changed as (update documents set interactions_count = interactions_count + 1, last_activity_at = ${at}
        where tenant_id = ${tenant} and id = ${document})
    select id from interaction`,
  ),
  number: compiled(
    ids,
    ({ tenant }) => sql`update counters set value = value + 1 where tenant_id = ${tenant} returning value`,
  ),
  stamp: compiled(
    { ...ids, key: '-key', at: '-at', print: '-print', signing: '-signing' },
    ({ tenant, user, document, key, at, print, signing }) => sql`
    with stamped as (update documents set rev = ${REV} where tenant_id = ${tenant} and id = ${document}),
      kept_rows as (${keepRows({ tenantId: tenant, where: sql`d.id = ${document}`, rev: REV })}),
      receipt as (insert into receipts (tenant_id, actor_id, key, type, fingerprint, signing, result, ids, rev, at)
        values (${tenant}, ${user}, ${key}::uuid, 'respond', ${print}, ${signing}::jsonb, 'applied', jsonb_build_object(
          'document_id', ${document}::bigint, 'interaction_id', (select max(i.id) from interactions i
            where i.tenant_id = ${tenant} and i.document_id = ${document})), ${REV}, ${at}) returning ids, rev)
    select ids, rev, pg_notify('bench_changes', ${tenant}::text || ':' || rev::text) from receipt`,
  ),
  sealing: compiled(
    ids,
    ({ tenant, user }) => sql`select k.key, encode(k.public_key, 'hex') as public_key,
        encode(k.private_key, 'hex') as private_key, k.password_mark = ${PASSWORD_MARK} as is_current
      from sealing_keys k join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      where k.tenant_id = ${tenant} and k.user_id = ${user} order by k.created_at desc, k.key`,
  ),
  document: compiled(
    ids,
    ({ document }) => sql`select ${keptRowColumns(viewer)}, ${documentDetailsJson} as details
      from documents d ${documentRowJoin} ${documentDetailsJoin(viewer)}
      where d.tenant_id = ${ids.tenant} and d.id = ${document}`,
  ),
  failures: compiled(
    { key: '-key', since: '-since' },
    ({ key, since }) =>
      sql`select count(*) as count, min(at) as oldest from login_failures where key = ${key} and at > ${since}`,
  ),
  spend: compiled(
    { signature: '-signature', until: '-until' },
    ({ signature, until }) =>
      sql`insert into used_challenges (signature, expires_at) values (${signature}, ${until}) returning signature`,
  ),
  account: compiled(
    { email: '-email' },
    ({ email }) =>
      sql`select tenant_id, id, password_hash from users where lower(email) = lower(${email}) and deleted_at is null`,
  ),
  enter: compiled(
    {
      ...ids,
      before: Buffer.from('-'),
      hash: Buffer.from('-'),
      csrf: '-csrf',
      login: '-login',
      at: '-at',
      until: '-until',
    },
    ({ tenant, user, before, hash, csrf, login, at, until }) => sql`
    with ended as (delete from sessions where token_hash = ${before}),
      touched as (update users set previous_login_at = last_login_at, last_login_at = ${at}
        where tenant_id = ${tenant} and id = ${user}),
      entered as (insert into logins (tenant_id, key, user_id, at) values (${tenant}, ${login}::uuid, ${user}, ${at}))
    insert into sessions (token_hash, csrf_token, tenant_id, user_id, login_id, created_at, last_used_at, expires_at)
      values (${hash}, ${csrf}, ${tenant}, ${user}, ${login}::uuid, ${at}, ${at}, ${until})`,
  ),
  person: compiled({ ...ids, login: '-login' }, ({ tenant, user, login }) =>
    personQuery({ tenantId: tenant, userId: user, loginId: login }),
  ),
};

type Session = SessionPersonRow & { readonly hash: Buffer };
type Kept = Pick<StoredReceipt, 'ids' | 'rev'>;
type Receipt = Kept & Pick<StoredReceipt, 'key' | 'type' | 'result' | 'at'>;
type Signing = Omit<Signed, 'signature'>;

export async function addFairFloors(
  app: FastifyInstance,
  connection: pg.PoolConfig,
): Promise<{ close(): Promise<void> }> {
  registerPgTypes();
  const onClient = (): void => undefined;
  const working = doorOf({ connection }, { role: WORKING_ROLE, max: 6, onClient });
  const system = doorOf({ connection }, { role: SYSTEM_ROLE, max: 3, onClient });
  const headers = { ...(await securityHeaders()), 'cache-control': 'private, no-store' };
  const passwords = createPasswordHasher();
  const answered = (reply: FastifyReply): FastifyReply => reply.headers(headers);

  app.post<{ Params: { id: string }; Body: { content: string } }>('/fair/documents/:id', async (request, reply) => {
    const session = await sessionOf(system, request);
    const { tenant_id: tenant, user_id: user, tenant: place } = session;
    answered(reply);
    const key = String(request.headers[HEADERS.idempotencyKey.toLowerCase()]);
    const { content } = request.body;
    const print = sha256(JSON.stringify(['respond', request.params.id, content])).toString('hex');
    const of = { tenant, user, document: Number(request.params.id), key };
    const at = new Date().toISOString();
    const line = await begin(working, tenant);
    const [claimed] = await line.ask<{ fingerprint: string | null; signing: Signing; receipt: Receipt }>(
      statements.claim({ ...of, name: `${tenant}:${user}:${key}` }),
    );
    let { receipt, signing } = claimed ?? {};
    if (claimed?.fingerprint === null) {
      const text = storedRichText(content);
      const [, [facts]] = await Promise.all([
        line.ask(statements.lock(of)),
        line.ask<{ number: number; stored_status: string; created_by: number; responsible_ids: number[] }>(
          statements.facts(of),
        ),
      ]);
      if (facts === undefined || facts.stored_status === 'completed') throw new Error('the document takes no reply');
      signing = {
        format: SIGNED_FORMAT,
        key: 'floor',
        tenant: { id: tenant, acronym: place.acronym, name: place.name },
        author: { id: user, name: `${session.name} ${session.last_name}` },
        document_number: facts.number,
        content_sha256: sha256(contentText({ text, filesSha256: [] })).toString('hex'),
      };
      const told = [facts.created_by, ...facts.responsible_ids].filter((one) => one !== user);
      const [, , [kept]] = await Promise.all([
        line.ask(statements.reply({ ...of, content: text, at, told: `{${told.join(',')}}` })),
        line.ask(statements.number(of)),
        line.ask<Kept>(statements.stamp({ ...of, at, print, signing: JSON.stringify(signing) })),
        line.send('commit'),
        line.send(beginIn(working, tenant)),
      ]);
      if (kept !== undefined) receipt = { key, type: 'respond', result: 'applied', ids: kept.ids, rev: kept.rev, at };
    } else if (claimed?.fingerprint !== print) throw new Error('the key was used for something else');
    else reply.header(HEADERS.replayed, 'true');
    const [[found]] = await Promise.all([line.ask<StoredDocument>(statements.document(of)), line.send('commit')]);
    line.end();
    if (found === undefined) throw new Error('the floor found no document');
    const document = presentFull(found, { userId: user, today: dayAt(Date.now(), place.time_zone) });
    if (receipt === undefined || signing === undefined) throw new Error('the floor kept no receipt');
    const signature = sign(null, Buffer.from(signedText(receipt, signing)), signingKey).toString('base64url');
    return { document, receipt: { ...receipt, signed: { ...signing, signature } } };
  });

  type Login = { readonly email: string; readonly password: string; readonly token: string };
  app.post<{ Body: Login }>('/fair/login', async (request, reply) => {
    const { email, password, token } = request.body;
    const before = await sessionOf(system, request);
    answered(reply);
    const failures = statements.failures({ key: email, since: new Date(Date.now() - 60_000).toISOString() });
    await once(system, failures);
    const signature = `floor:${(await promisify(pbkdf2)(token, 'salt', 10, 32, 'sha256')).toString('hex')}`;
    await once(system, statements.spend({ signature, until: new Date(Date.now() + 300_000).toISOString() }));
    const [account] = await once<{ tenant_id: number; id: number; password_hash: string }>(
      system,
      statements.account({ email }),
    );
    if (account === undefined || (await passwords.verify(password, account.password_hash)) !== 'right')
      throw new Error('the password of the bench is wrong');
    await once(system, failures);
    const own = { login: randomUUID(), tenant: account.tenant_id, user: account.id, document: 0 };
    const session = randomBytes(32).toString('base64url');
    const csrf = sha256(`csrf:${session}`).toString('hex');
    const [at, until] = [0, 7_200_000].map((ms) => new Date(Date.now() + ms).toISOString());
    const line = await begin(system, null);
    const [, [person]] = await Promise.all([
      line.ask(statements.enter({ ...own, before: before.hash, hash: sha256(session), csrf, at, until })),
      line.ask<SessionPersonRow>(statements.person(own)),
      line.send('commit'),
    ]);
    line.end();
    if (person === undefined) throw new Error('the floor lost its person');
    reply.header('set-cookie', [
      `malote_session=${session}; Path=/; HttpOnly; SameSite=Lax`,
      `XSRF-TOKEN=${csrf}; Path=/`,
    ]);
    return { user: sessionUserOf(person, Date.now()), sealing: await once(system, statements.sealing(own)) };
  });

  return { close: async () => void (await Promise.all([working.pool.end(), system.pool.end()])) };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

async function sessionOf(door: Door, request: FastifyRequest): Promise<Session> {
  const token = /malote_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const hash = sha256(token);
  const [session] = await once<SessionPersonRow>(
    door,
    statements.session({ tokenHash: hash, now: new Date().toISOString() }),
  );
  const csrf = sha256(String(request.headers[HEADERS.csrf.toLowerCase()])).toString('hex');
  if (session?.csrf_token !== csrf) throw new Error('the floor got no session, or one with another token');
  return { ...session, hash };
}

type Statement = { readonly text: string; readonly values: unknown[] };

/** A statement that is a transaction by itself. */
async function once<Row>(door: Door, statement: Statement): Promise<Row[]> {
  return (await door.pool.query(statement)).rows as Row[];
}

const beginIn = ({ begin: words }: Door, tenant: number | null): string =>
  tenant === null ? words : `${words}; set local app.tenant_id = ${tenant}`;

async function begin(door: Door, tenant: number | null) {
  const client = await door.pool.connect();
  const send = (statement: Statement | string) => {
    travelTogether(client);
    return client.query(statement as Statement);
  };
  const begun = send(beginIn(door, tenant));
  return {
    send,
    ask: async <Row>(statement: Statement): Promise<Row[]> => (await send(statement)).rows as Row[],
    end: (): void => {
      void begun.then(() => client.release());
    },
  };
}
