// Records accesses (S229): which file, copy, print or export reached whom, what was refused, and
// what was done to people, roles and the organization. An event has ids and words of the program,
// and no content.

import type { AccessKind } from '#domain/accesses.ts';
import { browserWords } from '#domain/browser-words.ts';
import { dayAt, startOfDay } from '#domain/dates.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../db/database.ts';
import type { Actor } from '../policies/actor.ts';

type Person = Pick<Actor, 'tenantId' | 'userId'>;

/** Who made the access, with what, and when (epoch ms). */
export type Accessing = {
  readonly actor: Person;
  readonly device: string | null;
  readonly now: number;
  /** Whether another site made the browser ask, such as by a link in a message (S153). */
  readonly fromElsewhere?: boolean;
};

export type AccessNote = {
  readonly kind: AccessKind;
  /** ISO instant of the doing; absent means now. */
  readonly at?: string;
  readonly clockSuspect?: boolean;
  readonly offline?: boolean;
  readonly documentId?: number | null;
  readonly fileId?: number | null;
  readonly amount?: number | null;
  readonly act?: string;
  readonly about?: readonly number[];
  readonly fields?: readonly string[];
};

/** The browser and system of a request in words; null for a client that does not say them. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const said = headers['user-agent'];
  return said === undefined ? null : browserWords(said);
}

/** Who makes the access of a call, with what, and when. */
export const accessing = (call: { actor: Actor; now: number; request: FastifyRequest }): Accessing => ({
  actor: call.actor,
  now: call.now,
  device: deviceOf(call.request),
  fromElsewhere: isFromElsewhere(call.request),
});

/** Stands among the `fields` of an event when another site made the browser ask (S153). */
const ELSEWHERE = 'elsewhere';

export const isFromElsewhere = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

const marks = ({ fromElsewhere = false }: Accessing): SQL =>
  fromElsewhere ? sql.raw(`array['${ELSEWHERE}']`) : sql.raw(`'{}'::text[]`);

const instantOf = (ms: number): string => new Date(ms).toISOString();

/** Writes events, all by one statement. */
export async function recordAccesses(
  tx: Transaction,
  { actor, device, now, fromElsewhere = false }: Accessing,
  notes: readonly AccessNote[],
): Promise<void> {
  const rows = notes.map((note) => ({
    at: note.at ?? instantOf(now),
    clock_suspect: note.clockSuspect ?? false,
    offline: note.offline ?? false,
    kind: note.kind,
    document_id: note.documentId ?? null,
    file_id: note.fileId ?? null,
    amount: note.amount ?? null,
    act: note.act ?? null,
    about: note.about ?? [],
    fields: [...(note.fields ?? []), ...(fromElsewhere ? [ELSEWHERE] : [])],
  }));
  await tx.execute(sql`
    insert into access_events (tenant_id, at, arrived_at, clock_suspect, offline, user_id, kind, document_id, file_id,
      amount, device, act, about, fields)
    select ${actor.tenantId}, e.at, ${instantOf(now)}::timestamptz, e.clock_suspect, e.offline, ${actor.userId}, e.kind,
      coalesce(e.document_id, (select f.document_id from files f
        where f.tenant_id = ${actor.tenantId} and f.id = e.file_id)), e.file_id, e.amount, ${device}, e.act, e.about, e.fields
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (at timestamptz, clock_suspect boolean, offline boolean,
      kind text, document_id bigint, file_id bigint, amount integer, act text, about bigint[], fields text[])`);
}

/**
 * A step of a `with` that records the reading of a file. The step `found`, with the columns `id`
 * and `documentId`, reads the file in the same statement, so the bytes leave only with their event.
 */
export function fileStep(accessing: Accessing): SQL {
  const { actor, device, now } = accessing;
  return sql`noted as (insert into access_events (tenant_id, at, arrived_at, user_id, kind, document_id, file_id, device,
      fields)
    select ${actor.tenantId}, ${instantOf(now)}::timestamptz, ${instantOf(now)}::timestamptz, ${actor.userId}, 'file',
      found."documentId", found.id, ${device}, ${marks(accessing)} from found)`;
}

/**
 * Records a refused attempt on a document, on the document of a file, or on a route; one in a
 * minute for each. A document that the tenant does not have leaves nothing.
 */
export async function recordRefused(
  tx: Transaction,
  accessing: Accessing,
  on: { readonly document: number } | { readonly file: number } | { readonly route: string },
): Promise<void> {
  const { actor, device, now } = accessing;
  const at = sql`date_trunc('minute', ${instantOf(now)}::timestamptz)`;
  const columns = sql`tenant_id, at, key, arrived_at, user_id, kind, document_id, file_id, device, act, fields`;
  const source =
    'document' in on
      ? sql`select d.id as document, null::bigint as file, null::text as route from documents d
          where d.tenant_id = ${actor.tenantId} and d.id = ${on.document}`
      : 'file' in on
        ? sql`select f.document_id, f.id, null::text from files f
            where f.tenant_id = ${actor.tenantId} and f.id = ${on.file} and f.document_id is not null`
        : sql`select null::bigint, null::bigint, ${on.route}::text`;
  await tx.execute(sql`
    insert into access_events (${columns})
    select ${actor.tenantId}, ${at}, md5(concat_ws(':', ${actor.userId}::bigint, t.document, t.file, t.route))::uuid,
      ${instantOf(now)}::timestamptz, ${actor.userId}, 'refused', t.document, t.file, ${device}, t.route, ${marks(accessing)}
    from (${source}) as t (document, file, route) on conflict do nothing`);
}

/**
 * How many recorded copies the process remembers, so that a device that asks again costs no
 * statement.
 */
const REMEMBERED_MAX = 100_000;

export type CopyRecord = (
  database: Database,
  of: Accessing & { readonly actor: Actor; readonly ids: readonly number[] },
) => Promise<void>;

/**
 * Records that details went to a device: once for each person, document and day. The process
 * remembers what it has recorded. A row that another process has written is met as a conflict, and
 * stays.
 */
export function createCopyRecord(): CopyRecord {
  const noted = new Set<string>();
  return async (database, { actor, ids, ...accessing }) => {
    const { device, now } = accessing;
    const day = dayAt(now, actor.timeZone);
    const keyOf = (id: number): string => `${day} ${actor.tenantId} ${actor.userId} ${id}`;
    const fresh = ids.filter((id) => !noted.has(keyOf(id)));
    if (fresh.length === 0) return;
    const at = startOfDay(day, actor.timeZone);
    await database.inTenant(actor.tenantId, (tx) =>
      tx.execute(sql`
        insert into access_events (tenant_id, at, key, arrived_at, user_id, kind, document_id, device, fields)
        select ${actor.tenantId}, ${at}::timestamptz, md5(concat_ws(':', 'copy', ${actor.userId}::bigint, t.id))::uuid,
          ${instantOf(now)}::timestamptz, ${actor.userId}, 'copy', t.id, ${device}, ${marks({ actor, ...accessing })}
        from unnest(${sql.param([...fresh])}::bigint[]) as t (id) on conflict do nothing`),
    );
    if (noted.size > REMEMBERED_MAX) noted.clear();
    for (const id of fresh) noted.add(keyOf(id));
  };
}
