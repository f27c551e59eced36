import { AlertRow, ModelRow } from '#contract/reference-data.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { STATUSES, type Status } from '#domain/status.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { type Actor, viewerOf } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { type AskedOf, visibleTo } from '../policies/visibility.ts';
import { documentRowColumns, documentRowJoin, StoredDocumentRow } from './document-row.ts';
import { countDocuments } from './count-documents.ts';
import type { KnownTotals } from './known-totals.ts';
import { referenceSources } from './reference-rows.ts';
import { wholeNumber } from '../db/json.ts';

const RECENT = 10;

export type DashboardRows = {
  readonly alert: AlertRow | null;
  readonly documents: StoredDocumentRow[];
  readonly models: ModelRow[];
  readonly stats: { status: Status | 'sent'; count: number }[];
};

/** The numbers of home's tiles, one set per person and day. */
export type HomeTotals = KnownTotals<Status>;

type ViewerDay = { readonly actor: Actor; readonly today: CalendarDay };

/**
 * What the home screen shows, read in three statements, or two while nothing of the tenant has
 * changed.
 */
export async function dashboardOf(tx: Transaction, seen: ViewerDay & { totals: HomeTotals }): Promise<DashboardRows> {
  const { rev, alert, models } = await announced(tx, seen);
  const stats = tilesOf(await countsOf(tx, { ...seen, rev }));
  return { alert, models, stats, documents: await received(tx, seen) };
}

const Announced = v.object({ rev: v.number(), alert: v.nullable(AlertRow), models: v.array(ModelRow) });

/**
 * The active alert with the nearest day that has not passed (rule G2), the newest ten active models
 * of each type (rules B12, G12), and the number of the tenant's last change.
 */
async function announced(tx: Transaction, { actor, today }: ViewerDay): Promise<v.InferOutput<typeof Announced>> {
  const { alerts, models } = referenceSources(actor);
  const [found] = await tx.rowsOf(
    Announced,
    sql`
    select c.value as rev, (select ${alerts.json} from alerts a
        where a.tenant_id = ${actor.tenantId} and a.deleted_at is null and a.status = 'active'
          and a.limit_date >= ${today}::date order by a.limit_date, a.id limit 1) as alert,
      coalesce((select json_agg(ranked.row order by ranked.created_at desc, ranked.id desc) from (
        select ${models.json} as row, m.created_at, m.id,
          row_number() over (partition by m.type order by m.created_at desc, m.id desc) as place
        from models m where m.tenant_id = ${actor.tenantId} and m.status = 'active' and ${models.visible}) as ranked
        where ranked.place <= ${wholeNumber(RECENT)}), '[]'::json) as models
    from counters c where c.tenant_id = ${actor.tenantId}`,
  );
  if (found === undefined) throw new Error(`tenant ${actor.tenantId} has no change counter`);
  return found;
}

const StatusCount = v.object({ part: v.number(), kind: v.nullable(v.picklist(STATUSES)), total: v.number() });

/**
 * How many documents the person sees, by their status today. A status depends on the day, so the
 * totals of each day are a question of their own.
 */
function countsOf(
  tx: Transaction,
  { actor, today, totals, rev }: ViewerDay & { totals: HomeTotals; rev: number },
): Promise<ReadonlyMap<Status, number>> {
  const viewer = viewerOf(actor);
  const kind = sql`status_at(d.stored_status, d.limit_date, ${today}::date)`;
  const where = (asked: AskedOf): SQL => visibleTo(viewer, asked);
  const count = (since: number | null) => tx.rowsOf(StatusCount, countDocuments({ viewer, where, kind, since }));
  return totals.ask(JSON.stringify([viewer, today]), { rev, count });
}

/** The six tiles; the tile Enviados is the sum of the others (rules A5, G7). */
function tilesOf(counts: ReadonlyMap<Status, number>): DashboardRows['stats'] {
  const tiles = STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
  return [{ status: 'sent', count: tiles.reduce((sum, tile) => sum + tile.count, 0) }, ...tiles];
}

/**
 * 'ÚLTIMOS QUE RECEBEU': documents of which the person is a current responsible, newest arrival
 * first (rule G6).
 */
async function received(tx: Transaction, { actor }: ViewerDay): Promise<StoredDocumentRow[]> {
  const rows = await tx.rowsOf(
    StoredDocumentRow,
    sql`
    with mine as (select x.document_id, x.arrived_at from document_responsibles x
      where x.tenant_id = ${actor.tenantId} and x.user_id = ${actor.userId} and x.current
      order by x.arrived_at desc, x.document_id desc limit ${wholeNumber(RECENT)})
    select ${documentRowColumns(viewerOf(actor))}
    from mine join documents d on d.tenant_id = ${actor.tenantId} and d.id = mine.document_id ${documentRowJoin}
    where ${visibleTo(viewerOf(actor), 'few')} order by mine.arrived_at desc, d.id desc`,
  );
  return rows;
}
