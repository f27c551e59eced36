// The history of an imported tenant (S239). Its links contain the tenant's number. So it is judged
// by the number in the export, and linked anew where the tenant has another number here.

import type pg from 'pg';

/**
 * Finds a broken link, as `npm run verify` does, with the tenant's number under which it was
 * written.
 */
const LINKED = `
  with history as (
    select 'logs' as of, l.id, l.document_id, l.chain_place as place, l.chain_hash as hash,
      history_content(jsonb_populate_record(l, $2::jsonb)) as content from logs l where l.tenant_id = $1
    union all
    select 'interactions', i.id, i.document_id, i.chain_place, i.chain_hash,
      history_content(jsonb_populate_record(i, $2::jsonb)) from interactions i where i.tenant_id = $1
  ), linked as (
    select *, lag(place, 1, 0::bigint) over line as before, lag(hash, 1, ''::bytea) over line as hash_before,
      lead(place) over line is null as is_last from history window line as (partition by document_id order by place, of, id)
  )
  select of || ' ' || id as what from linked where place is distinct from before + 1
    or hash is distinct from sha256(hash_before || content)
  union all
  select 'document ' || coalesce(l.document_id, h.document_id) from (select * from linked where is_last) l
    full join (select * from history_heads where tenant_id = $1) h on h.document_id = l.document_id
    where l.place is distinct from h.length or l.hash is distinct from h.hash
  limit 1`;

/** Throws one Portuguese sentence where a line of history was changed, added or removed. */
export async function refuseBrokenHistory(
  client: pg.Client,
  { tenantId, written }: { tenantId: number; written: number },
): Promise<void> {
  const { rows } = await client.query<{ what: string }>(LINKED, [tenantId, JSON.stringify({ tenant_id: written })]);
  if (rows[0] !== undefined) throw new Error(`a história da exportação foi alterada: ${rows[0].what} não confere`);
}

/**
 * Gives each link of the history its hash under the number that the tenant has here; the order
 * stays.
 */
export async function linkAnew(client: pg.Client, tenantId: number): Promise<void> {
  await client.query(`create function pg_temp.link_anew(tenant bigint) returns void language plpgsql as $$
    declare one record; link bytea; document bigint;
    begin
      for one in
        select 'logs' as of, l.id, l.document_id, l.chain_place, history_content(l) as content from logs l where l.tenant_id = tenant
        union all select 'interactions', i.id, i.document_id, i.chain_place, history_content(i) from interactions i where i.tenant_id = tenant
        order by 3, 4
      loop
        link := sha256(case when document is distinct from one.document_id then ''::bytea else link end || one.content);
        document := one.document_id;
        if one.of = 'logs' then
          update logs set chain_hash = link where tenant_id = tenant and id = one.id;
        else
          update interactions set chain_hash = link where tenant_id = tenant and id = one.id;
        end if;
        update history_heads set hash = link where tenant_id = tenant and document_id = document and length = one.chain_place;
      end loop;
    end $$`);
  await client.query('select pg_temp.link_anew($1)', [tenantId]);
}
