// Random histories of documents, written as the server writes them, and the raw rows that they
// leave behind. Acts happen around midnight, without network, and under clocks that were wrong.

import type { CalendarDay } from '#domain/dates.ts';
import type { Dice } from '../bodies/fuzz-values.ts';
import type { Town, World } from '../harness/world.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

type LogRow = {
  readonly document_id: number;
  readonly creator_id: number;
  readonly action: string;
  readonly limit_date: CalendarDay | null;
  readonly responsible_ids: readonly number[];
  readonly organization_ids: readonly number[];
  readonly created_at: string;
  readonly performed_at: string;
  readonly clock_suspect: boolean;
};

const iso = (ms: number): string => new Date(ms).toISOString();
const dayFrom = (ms: number, days: number): CalendarDay => iso(ms + days * DAY_MS).slice(0, 10);

/**
 * Writes `count` documents that were created from `since` on, with all that happened until `now`.
 */
export async function writeHistories(
  world: World,
  { town, dice, count, since, now }: { town: Town; dice: Dice; count: number; since: number; now: number },
): Promise<void> {
  const people = [town.people.ana, town.people.bia, town.people.caio, town.people.gestor];
  const sectors = [town.sectors.SEMOB, town.sectors.SEMED, town.sectors.GAB, town.sectors.ARQ];
  for (let number = 1; number <= count; number += 1) {
    const pickSome = <Value>(all: readonly Value[]): Value[] => {
      const first = dice.pick(all);
      const second = dice.pick(all);
      return dice.once(5) && second !== first ? [first, second] : [first];
    };
    const logs: Omit<LogRow, 'document_id'>[] = [];
    const sectorsEver = new Set<number>();
    const arrivals = new Map<number, number>();
    let at = since + dice.below(Math.floor((now - since) / DAY_MS)) * DAY_MS + dice.below(24 * 60) * MINUTE_MS;
    let current: { people: number[]; sectors: number[] } = { people: [], sectors: [] };
    let status: 'pending' | 'under_review' | 'extended' | 'completed' = 'pending';
    let limit = dayFrom(at, dice.below(20));
    const created = at;
    const subject = dice.pick([town.subjects.free, town.subjects.windowed]);
    const log = (action: string, more: Partial<LogRow> = {}): void => {
      const waited = dice.once(3) ? dice.below(72) * HOUR_MS : dice.below(40) * MINUTE_MS;
      logs.push({
        creator_id: dice.pick(people).id,
        action,
        limit_date: null,
        responsible_ids: [],
        organization_ids: [],
        created_at: iso(at),
        performed_at: iso(at - waited),
        clock_suspect: dice.once(5),
        ...more,
      });
    };
    const place = (action: 'creation' | 'transfer'): void => {
      const before = current;
      current = { people: pickSome(people).map(({ id }) => id), sectors: pickSome(sectors) };
      for (const id of current.sectors) sectorsEver.add(id);
      for (const id of current.people) if (!before.people.includes(id)) arrivals.set(id, at);
      log(action, {
        responsible_ids: current.people,
        organization_ids: current.sectors,
        ...(action === 'creation' ? { limit_date: limit } : {}),
      });
    };
    place('creation');
    for (let steps = dice.below(8); steps > 0; steps -= 1) {
      at += dice.below(5) * DAY_MS + dice.below(24 * 60) * MINUTE_MS;
      if (at > now) break;
      if (status === 'completed') {
        if (!dice.once(3)) break;
        limit = dayFrom(at, dice.below(10));
        status = 'under_review';
        log('reopening', { limit_date: limit });
        continue;
      }
      const act = dice.below(6);
      if (act < 2) log('view');
      else if (act === 2) place('transfer');
      else if (act === 3) {
        limit = dayFrom(Math.max(at, Date.parse(limit)), 1 + dice.below(9));
        status = 'extended';
        log('extension', { limit_date: limit });
      } else if (act === 4) {
        status = 'completed';
        log('completion');
      }
    }
    const [document] = await world.query<{ id: number }>(
      `insert into documents (tenant_id, number, stored_status, is_exception, title, physical_document_number, type, subject_id,
         created_by, origin_organization_id, limit_date, content, search_text, created_at, last_activity_at, performed_at)
       values ($1, $2, $3, $4, 'Ofício', '1', 'general_document', $5, $6, $7, $8, '', '', $9, $9, $9) returning id::int`,
      [
        town.id,
        number,
        status,
        dice.once(5),
        subject,
        dice.pick(people).id,
        !dice.once(10) ? dice.pick(sectors) : null,
        limit,
        iso(created),
      ],
    );
    const id = document?.id ?? 0;
    const rows = (values: readonly object[]): string => JSON.stringify(values);
    await world.query(
      `insert into document_organizations (tenant_id, document_id, organization_id, current)
       select $1, $2, o.id, o.current from jsonb_to_recordset($3::jsonb) as o (id bigint, current boolean)`,
      [
        town.id,
        id,
        rows([...sectorsEver].map((sector) => ({ id: sector, current: current.sectors.includes(sector) }))),
      ],
    );
    await world.query(
      `insert into document_responsibles (tenant_id, document_id, user_id, current, arrived_at)
       select $1, $2, r.id, r.current, r.at from jsonb_to_recordset($3::jsonb) as r (id bigint, current boolean, at timestamptz)`,
      [
        town.id,
        id,
        rows([...arrivals].map(([user, ms]) => ({ id: user, current: current.people.includes(user), at: iso(ms) }))),
      ],
    );
    for (const one of logs) {
      await world.query(
        `insert into logs (tenant_id, document_id, creator_id, action, limit_date, responsible_ids, organization_ids, created_at,
           performed_at, clock_suspect) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          town.id,
          id,
          one.creator_id,
          one.action,
          one.limit_date,
          one.responsible_ids,
          one.organization_ids,
          one.created_at,
          one.performed_at,
          one.clock_suspect,
        ],
      );
    }
    if (dice.once(3))
      await world.query(
        `insert into repeated_views (tenant_id, document_id, creator_id, count, first_at, last_at, offline)
         values ($1, $2, $3, 2, $4, $5, false)`,
        [town.id, id, dice.pick(people).id, iso(created - HOUR_MS), iso(created + dice.below(90) * HOUR_MS)],
      );
  }
}

export type RawDocument = {
  readonly id: number;
  readonly stored_status: string;
  readonly is_exception: boolean;
  readonly subject_id: number;
  readonly limit_date: CalendarDay;
  readonly created_at: string;
  /** Those of today. */
  readonly sectors: readonly number[];
  readonly people: readonly { readonly id: number; readonly at: string }[];
  readonly logs: readonly LogRow[];
  readonly repeated: readonly { readonly creator_id: number; readonly first_at: string; readonly last_at: string }[];
};

/** All rows of a town, document by document. */
export async function rawDocuments(world: Pick<World, 'query'>, town: Pick<Town, 'id'>): Promise<RawDocument[]> {
  const found = await world.query<{ row: RawDocument }>(
    `select json_build_object('id', d.id, 'stored_status', d.stored_status, 'is_exception', d.is_exception,
       'subject_id', d.subject_id, 'limit_date', d.limit_date, 'created_at', d.created_at,
       'sectors', (select coalesce(json_agg(o.organization_id), '[]') from document_organizations o
         where o.document_id = d.id and o.current),
       'people', (select coalesce(json_agg(json_build_object('id', r.user_id, 'at', r.arrived_at)), '[]')
         from document_responsibles r where r.document_id = d.id and r.current),
       'logs', (select json_agg(l order by l.id) from logs l where l.document_id = d.id),
       'repeated', (select coalesce(json_agg(s), '[]') from repeated_views s where s.document_id = d.id)) as row
     from documents d where d.tenant_id = $1 order by d.id`,
    [town.id],
  );
  return found.map(({ row }) => row);
}
