// The fair floors: bare Fastify that keeps the promises of the route beside it, and does nothing
// else for them.
//
// Every one of them answers with the server's security headers, reads the session with its person,
// roles and tenant by the server's own statement, compares the CSRF token with it, and sends
// statements as the role that row-level security binds to the tenant, prepared once for each
// connection, without waiting for one another where none needs the other's answer.
//
// A reply claims its key, locks the document and reads what a rule judges by, sanitises the text,
// writes it with its notices, takes the tenant's number by a statement of its own, keeps the
// document's row and the receipt under it, announces it, commits durably, signs the receipt, and
// answers it with the document read back with its thread: the bytes that the route answers, by the
// same presenter. A known key claims the key, compares the fingerprint, and answers receipt and
// document out of one transaction. A login asks for failures before and after, spends a solved
// challenge, checks the password as few at a time as the server, begins a session and its login in
// the place of the visitor's, and answers the person and the sealing keys read back.
//
// Left out is what a frame adds: hooks, places, limits, schemas, statements put together anew for
// each request, logs. The bench asks for no compression, so neither side compresses.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash, generateKeyPairSync, pbkdf2, randomBytes, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type pg from 'pg';
import { contentText, type SignedContent, SIGNED_FORMAT, signedText } from '#contract/signed-receipt.ts';
import { HEADERS } from '#contract/sync.ts';
import type { Receipt as StoredReceipt } from '#contract/writes.ts';
import { dayAt } from '#domain/dates.ts';
import { storedRichText } from '#server/commands/documents/rich-text.ts';
import { connectOwner, type Door, doorOf, registerPgTypes } from '#server/db/connections.ts';
import { readRoles } from '#server/db/roles.ts';
import { securityHeaders } from '#server/http/plugins/security.ts';
import { presentFull } from '#server/presenters/present-document.ts';
import type { StoredDocument } from '#server/queries/find-document.ts';
import { createPasswordHasher } from '#server/sessions/passwords.ts';
import { sessionUserOf, type SessionPersonRow } from '#server/sessions/session-person.ts';
import { type Statement, statements } from './fair-statements.ts';

const { privateKey: signingKey } = generateKeyPairSync('ed25519');

type Session = SessionPersonRow & { readonly hash: Buffer };
type ReceiptFacts = Pick<StoredReceipt, 'ids' | 'rev'>;
type Receipt = ReceiptFacts & Pick<StoredReceipt, 'key' | 'type' | 'result' | 'at'>;
type Signing = Omit<SignedContent, 'signature'>;

export async function addFairFloors(
  app: FastifyInstance,
  connection: pg.PoolConfig,
): Promise<{ close(): Promise<void> }> {
  registerPgTypes();
  const onClient = (): void => undefined;
  const owner = await connectOwner(connection);
  const roles = await readRoles(owner);
  await owner.end();
  const working = doorOf({ connection }, { role: roles.working, max: 6, onClient });
  const system = doorOf({ connection }, { role: roles.system, max: 3, onClient });
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
        line.ask<ReceiptFacts>(statements.stamp({ ...of, at, print, signing: JSON.stringify(signing) })),
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
    if (
      account === undefined ||
      (await passwords.verify({ password, stored: account.password_hash }, { email })) !== 'right'
    )
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

/** A statement that is a transaction by itself. */
async function once<Row>(door: Door, statement: Statement): Promise<Row[]> {
  return (await door.pool.query(statement)).rows as Row[];
}

const beginIn = ({ begin: words }: Door, tenant: number | null): string =>
  tenant === null ? words : `${words}; set local app.tenant_id = ${tenant}`;

async function begin(door: Door, tenant: number | null) {
  const client = await door.pool.connect();
  const send = (statement: Statement | string) => client.query(statement as Statement);
  const begun = send(beginIn(door, tenant));
  return {
    send,
    ask: async <Row>(statement: Statement): Promise<Row[]> => (await send(statement)).rows as Row[],
    end: (): void => {
      void begun.then(() => client.release());
    },
  };
}
