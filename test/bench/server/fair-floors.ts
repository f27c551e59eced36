// The fair floors: bare Fastify that keeps the promises of the route beside it, and does nothing else for them. The session is
// read from its table, and statements run as the role that row-level security binds to the tenant. A write looks its key up,
// takes the tenant's number, commits durably with its receipt, announces itself, and answers the document read back with its
// thread. A login spends a solved challenge, counts failures, and begins a session and its login.

import { verify } from '@node-rs/argon2';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash, pbkdf2, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { HEADERS } from '#contract/sync.ts';
import { SYSTEM_ROLE, WORKING_ROLE } from '#server/db/database.ts';

const SESSION = `select s.tenant_id, s.user_id, u.name, u.last_name, t.acronym, json_agg(r.permissions) as permissions
  from sessions s
  left join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 'active'
  left join tenants t on t.id = s.tenant_id
  left join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
  left join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
  where s.token_hash = $1 and s.expires_at > now()
  group by s.tenant_id, s.user_id, u.name, u.last_name, t.acronym`;

const RECEIPT = 'select * from receipts where tenant_id = $1 and actor_id = $2 and key = $3';

const REPLY = `with numbered as (update counters set value = value + 1 where tenant_id = $1 returning value),
    replied as (insert into interactions (tenant_id, document_id, creator_id, content, created_at, performed_at, command_id)
      values ($1, $2, $3, $4, now(), now(), $5) returning id),
    changed as (update documents set rev = (select value from numbered), interactions_count = interactions_count + 1,
      last_activity_at = now() where tenant_id = $1 and id = $2),
    kept as (insert into receipts (tenant_id, actor_id, key, type, fingerprint, result, ids, rev, at)
      select $1, $3, $5, 'respond', $6, 'applied', jsonb_build_object('document_id', $2::bigint, 'interaction_id', replied.id),
        numbered.value, now() from numbered, replied returning *)
  select kept.*, pg_notify('bench_changes', $1 || ':' || kept.rev) from kept`;

const DOCUMENT = `select d.*,
    (select json_agg(i order by i.id) from interactions i where i.tenant_id = $1 and i.document_id = d.id) as interactions,
    (select json_agg(l order by l.id) from logs l where l.tenant_id = $1 and l.document_id = d.id) as logs,
    (select json_agg(f order by f.id) from files f where f.tenant_id = $1 and f.document_id = d.id) as files
  from documents d where d.tenant_id = $1 and d.id = $2`;

const ENTER = `with spent as (insert into used_challenges (signature, expires_at) values ($1, now() + interval '5 minutes')),
    entered as (insert into logins (tenant_id, key, user_id, at) values ($2, $3, $4, now()) returning key),
    touched as (update users set previous_login_at = last_login_at, last_login_at = now() where tenant_id = $2 and id = $4)
  insert into sessions (token_hash, csrf_token, tenant_id, user_id, login_id, created_at, last_used_at, expires_at)
    select $5, $6, $2, $4, entered.key, now(), now(), now() + interval '2 hours' from entered`;

type Person = { readonly tenant_id: string; readonly user_id: string };

/** Statements are prepared once per connection, as the driver's documentation advises. */
const named = (name: string, text: string) => (values: unknown[]) => ({ name, text, values });
const statements = {
  session: named('session', SESSION),
  receipt: named('receipt', RECEIPT),
  reply: named('reply', REPLY),
  document: named('document', DOCUMENT),
  failures: named('failures', 'select count(*) from login_failures where key = $1 and at > $2'),
  account: named('account', 'select tenant_id, id, password_hash, status from users where email = $1'),
  enter: named('enter', ENTER),
};

export function addFairFloors(app: FastifyInstance, connection: pg.PoolConfig): { close(): Promise<void> } {
  const working = new pg.Pool({ ...connection, max: 16, options: `-c role=${WORKING_ROLE}` });
  const system = new pg.Pool({ ...connection, max: 4, options: `-c role=${SYSTEM_ROLE}` });

  app.post<{ Params: { id: string }; Body: { content: string } }>('/fair/documents/:id', async (request) => {
    const person = await personOf(system, request);
    const key = String(request.headers[HEADERS.idempotencyKey.toLowerCase()]);
    const { content } = request.body;
    return inTenant(working, person, async (client) => {
      const { tenant_id: tenant, user_id: user } = person;
      const known = await client.query(statements.receipt([tenant, user, key]));
      const print = createHash('sha256').update(content).digest('hex');
      const written =
        known.rows[0] === undefined
          ? await client.query(statements.reply([tenant, request.params.id, user, content, key, print]))
          : known;
      const read = await client.query(statements.document([tenant, request.params.id]));
      return { document: read.rows[0] as unknown, receipt: written.rows[0] as unknown };
    });
  });

  app.post<{ Body: { email: string; password: string; token: string } }>('/fair/login', async (request) => {
    const { email, password, token } = request.body;
    await personOf(system, request);
    await system.query(statements.failures([email, new Date(Date.now() - 60_000)]));
    await promisify(pbkdf2)(token, 'salt', 10, 32, 'sha256');
    const account = (await system.query(statements.account([email]))).rows[0] as { password_hash: string } & Person & {
        id: string;
      };
    if (!(await verify(account.password_hash, password))) throw new Error('the password of the bench is wrong');
    const csrf = randomBytes(32).toString('hex');
    const session = randomBytes(32);
    const login = randomUUID();
    const spent = createHash('sha256').update(token).digest('hex');
    await system.query(statements.enter([`floor:${spent}`, account.tenant_id, login, account.id, session, csrf]));
    return { user: (await system.query(statements.session([session]))).rows[0] as unknown };
  });

  return {
    close: async () => {
      await Promise.all([working.end(), system.end()]);
    },
  };
}

async function personOf(system: pg.Pool, request: FastifyRequest): Promise<Person> {
  const token = /malote_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const hash = createHash('sha256').update(token).digest();
  const person = (await system.query(statements.session([hash]))).rows[0] as Person | undefined;
  if (person === undefined) throw new Error('the floor got no session');
  return person;
}

async function inTenant<T>(pool: pg.Pool, person: Person, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local app.tenant_id = ${person.tenant_id}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}
