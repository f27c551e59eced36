import { AlertRow, ModelRow } from '#contract/reference-data.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { STATUSES, type Status } from '#domain/status.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Actor, viewerOf } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { visibleTo } from '../policies/visibility.ts';
import { documentRowColumns, documentRowJoin, StoredDocumentRow } from './document-row.ts';
import { referenceSources } from './reference-rows.ts';
import { wholeNumber } from './whole-number.ts';

const RECENT = 10;

export type DashboardRows = {
  readonly alert: AlertRow | null;
  readonly documents: StoredDocumentRow[];
  readonly models: ModelRow[];
  readonly stats: { status: Status | 'sent'; count: number }[];
};

type Seen = { readonly actor: Actor; readonly today: CalendarDay };

/** What the home screen shows, read in three statements. */
export async function dashboardOf(tx: Transaction, seen: Seen): Promise<DashboardRows> {
  return {
    ...(await alertAndStats(tx, seen)),
    documents: await received(tx, seen),
    models: await newestModels(tx, seen),
  };
}

/**
 * The active alert with the nearest day that has not passed (rule G2), and the six tiles; the tile Enviados is the sum of
 * the others (rules A5, G7).
 */
async function alertAndStats(tx: Transaction, { actor, today }: Seen): Promise<Pick<DashboardRows, 'alert' | 'stats'>> {
  const rows = await tx.rowsOf(
    v.object({ alert: v.nullable(AlertRow), counts: v.nullable(v.record(v.picklist(STATUSES), v.number())) }),
    sql`
    select (select ${referenceSources(actor).alerts.json} from alerts a
        where a.tenant_id = ${actor.tenantId} and a.deleted_at is null and a.status = 'active'
          and a.limit_date >= ${today}::date order by a.limit_date, a.id limit 1) as alert,
      (select json_object_agg(counted.status, counted.total) from (
        select status_at(d.stored_status, d.limit_date, ${today}::date) as status, count(*) as total
        from documents d where ${visibleTo(viewerOf(actor))} group by 1) as counted) as counts`,
  );
  const counts = rows[0]?.counts ?? {};
  const tiles = STATUSES.map((status) => ({ status, count: counts[status] ?? 0 }));
  const sent = { status: 'sent' as const, count: tiles.reduce((sum, tile) => sum + tile.count, 0) };
  return { alert: rows[0]?.alert ?? null, stats: [sent, ...tiles] };
}

/** 'ÚLTIMOS QUE RECEBEU': documents of which the person is a current responsible, newest arrival first (rule G6). */
async function received(tx: Transaction, { actor }: Seen): Promise<StoredDocumentRow[]> {
  const rows = await tx.rowsOf(
    StoredDocumentRow,
    sql`
    with mine as (select x.document_id, x.arrived_at from document_responsibles x
      where x.tenant_id = ${actor.tenantId} and x.user_id = ${actor.userId} and x.current
      order by x.arrived_at desc, x.document_id desc limit ${wholeNumber(RECENT)})
    select ${documentRowColumns(viewerOf(actor))}
    from mine join documents d on d.tenant_id = ${actor.tenantId} and d.id = mine.document_id ${documentRowJoin}
    where ${visibleTo(viewerOf(actor))} order by mine.arrived_at desc, d.id desc`,
  );
  return rows;
}

/** The newest ten active models of each type (rules B12, G12). */
async function newestModels(tx: Transaction, { actor }: Seen): Promise<ModelRow[]> {
  const { json, visible } = referenceSources(actor).models;
  const rows = await tx.rowsOf(
    v.object({ row: ModelRow }),
    sql`
    select ranked.row from (
      select ${json} as row, m.created_at, m.id,
        row_number() over (partition by m.type order by m.created_at desc, m.id desc) as place
      from models m where m.tenant_id = ${actor.tenantId} and m.status = 'active' and ${visible}) as ranked
    where ranked.place <= ${RECENT} order by ranked.created_at desc, ranked.id desc`,
  );
  return rows.map((row) => row.row);
}
