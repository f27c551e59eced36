// Every statement that the server sends for a request or a job names one tenant, or is on the short
// list of the server's own. So the rows can be held apart by tenant: by row-level security, and
// over several PostgreSQL servers (src/server/operating.md).

import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as accesses from '#server/db/schema/accesses.ts';
import * as documents from '#server/db/schema/documents.ts';
import * as entering from '#server/db/schema/entering.ts';
import * as history from '#server/db/schema/history.ts';
import * as operation from '#server/db/schema/operation.ts';
import * as people from '#server/db/schema/people.ts';
import * as reference from '#server/db/schema/reference-data.ts';
import * as uploads from '#server/db/schema/uploads.ts';
import { enter } from '../harness/enter.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createJobBench } from '../notices/job-bench.ts';
import { CALLS } from './permission-calls.ts';
import { ACCOUNTS, TABLE } from './permission-table.ts';
import { openTargets, type Targets } from './permission-targets.ts';

const TABLES = [accesses, documents, entering, history, operation, people, reference, uploads]
  .flatMap((schema) => Object.values(schema))
  .filter((one): one is PgTable => is(one, PgTable) && 'tenantId' in getTableColumns(one))
  .map((table) => getTableName(table));
const READS = new RegExp(String.raw`\b(?:from|join|into|update|using)\s+(?:only\s+)?"?(?:${TABLES.join('|')})\b`, 'i');
/** By an equality with a parameter, or as the first value of a new row. */
const NAMES_ONE = [
  /\btenant_id"? = \$\d+/,
  /insert into "?\w+"? \("?tenant_id"?,[^)]*\)[^]*?(?:values \(|select )\(?\$\d+/,
];

/** Statements of the server itself, by words that no other has, and why they name no tenant. */
const OWN: readonly (readonly [words: RegExp, why: string])[] = [
  [/from sessions s left join users u .* where s\.token_hash = \$/, 'a cookie says whose session it is'],
  [/^with ended as \(delete from sessions where token_hash = \$1/, 'logging out, by the same cookie'],
  [/^select tenant_id, user_id from sessions where token_hash = \$1/, 'push of the device with this session'],
  [/^delete from push_subscriptions where session_hash = \$1/, 'push of the device with this session'],
  [/from users where lower\(email\) in \(lower\(\$1\), lower\(\$2\)\)/, 'an e-mail says whose account it is (rule H7)'],
  [/^select lower\(email\) as email from users where lower\(email\) = any/, 'e-mails are unique over all (rule H7)'],
  [/from receipt_keys k join tenants t .* where k\.key = \$/, 'a receipt on paper names its key'],
  [/^select json_build_object\( 'beat'/, 'the numbers of all tenants, compared with what was noted (S169)'],
  [/^with late as \(update jobs set run_at/, 'servers take work of all tenants'],
  [
    /^delete from (?:sessions|logins|password_resets|held_commands|tombstones|jobs) .*(?:at|expires_at) < \$1/,
    'cleaning up',
  ],
  [/^update sessions set expires_at = case when remember/, 'cleaning up after a clock that ran ahead'],
  [/^with gone as \(select u\.tenant_id, u\.actor_id, u\.key, u\.file from staged_uploads/, 'cleaning up'],
];

let server: TestServer;
let targets: Targets;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  targets = await openTargets(server);
});
afterAll(async () => {
  await targets.close();
  await server.close();
});

async function cleaningIsDue(): Promise<void> {
  const owner = new pg.Client(server.connection);
  await owner.connect();
  await owner.query(`update maintenance set due_at = now() - interval '1 minute'`);
  await owner.end();
}

const judged = (text: string): boolean => !READS.test(text) || NAMES_ONE.some((form) => form.test(text));

it('each statement names one tenant, or is one of the list', async () => {
  const sector = await targets.sectorId(1, ACCOUNTS.admin.sector);
  const texts = new Set<string>();
  for (const name of Object.keys(TABLE)) {
    const client = await enter(server, { id: await targets.userId(ACCOUNTS.admin.email), tenantId: 1 });
    const place = { tenantId: 1, sectorId: sector };
    server.statements.length = 0;
    await CALLS[name]?.({ client, targets, place, where: 'own', spelling: 'verb' });
    for (const text of server.statements) texts.add(text.trim().replaceAll(/\s+/g, ' '));
  }
  server.statements.length = 0;
  const { jobs } = createJobBench(server.services);
  while ((await jobs.tick()) > 0);
  await cleaningIsDue();
  await jobs.tick();
  await server.rollbacks.look();
  for (const text of server.statements) texts.add(text.trim().replaceAll(/\s+/g, ' '));
  expect(texts.size).toBeGreaterThan(150);
  const left = [...texts].filter((text) => !judged(text));
  const unexplained = left.filter((text) => !OWN.some(([words]) => words.test(text)));
  expect(unexplained.map((text) => text.slice(0, 230))).toEqual([]);
  expect(OWN.filter(([words]) => !left.some((text) => words.test(text)))).toEqual([]);
});
