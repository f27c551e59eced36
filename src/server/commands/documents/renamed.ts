import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import { allowLong, type Transaction } from '../../db/database.ts';
import { searchTextFor } from './writing-sql.ts';
import { anyOf } from '../../db/json.ts';

type Renaming = {
  readonly actor: Actor;
  readonly users?: readonly number[];
  readonly organizations?: readonly number[];
  readonly subjects?: readonly number[];
};

const Row = v.object({
  id: v.number(),
  words: v.object({
    number: v.number(),
    title: v.string(),
    physicalDocumentNumber: v.string(),
    subject: v.string(),
    tags: v.array(v.string()),
    responsibles: v.array(v.object({ name: v.string(), lastName: v.string() })),
    sectors: v.array(v.object({ name: v.string(), acronym: v.string() })),
  }),
});

/**
 * For documents that are not completed and show one of the given people, sectors or subjects:
 * writes their words for the search anew and returns their ids, so that devices get the new names.
 * Completed documents keep the names they had.
 */
export async function renamed(tx: Transaction, named: Renaming): Promise<number[]> {
  const { actor, users = [], organizations = [], subjects = [] } = named;
  await allowLong(tx);
  const rows = await tx.rowsOf(
    Row,
    sql`
    select d.id, json_build_object('number', d.number, 'title', d.title,
        'physicalDocumentNumber', d.physical_document_number,
        'subject', (select s.name from document_subjects s where s.tenant_id = d.tenant_id and s.id = d.subject_id),
        'tags', coalesce((select json_agg(t.title order by t.position) from document_tags t
          where t.tenant_id = d.tenant_id and t.document_id = d.id), '[]'::json),
        'responsibles', coalesce((select json_agg(json_build_object('name', u.name, 'lastName', u.last_name) order by r.position)
          from document_responsibles r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
          where r.tenant_id = d.tenant_id and r.document_id = d.id and r.current), '[]'::json),
        'sectors', coalesce((select json_agg(json_build_object('name', o.name, 'acronym', o.acronym)) from organizations o
          where o.tenant_id = d.tenant_id and (o.id = d.origin_organization_id or o.id in (
            select x.organization_id from document_organizations x
            where x.tenant_id = d.tenant_id and x.document_id = d.id and x.current))), '[]'::json)) as words
    from documents d
    where d.tenant_id = ${actor.tenantId} and d.stored_status <> 'completed' and (d.created_by = ${anyOf(users)}
      or d.origin_organization_id = ${anyOf(organizations)} or d.subject_id = ${anyOf(subjects)}
      or exists (select 1 from document_responsibles r where r.tenant_id = d.tenant_id and r.document_id = d.id
        and r.current and r.user_id = ${anyOf(users)})
      or exists (select 1 from document_organizations x where x.tenant_id = d.tenant_id and x.document_id = d.id
        and x.current and x.organization_id = ${anyOf(organizations)}))
    order by d.id for no key update of d`,
  );
  if (rows.length === 0) return [];
  const texts = rows.map(({ id, words }) => ({
    id,
    text: searchTextFor({ ...words, ticket: { acronym: actor.tenantAcronym, number: words.number } }),
  }));
  await tx.execute(sql`update documents set search_text = changed.text
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as changed (id bigint, text text)
    where tenant_id = ${actor.tenantId} and documents.id = changed.id and search_text <> changed.text`);
  return rows.map((row) => row.id);
}
