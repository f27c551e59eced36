import { windowOf, type SubjectRules } from '#domain/submission-window.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { referencedOrganizations, referencedPeople, ReferencedOrganization, ReferencedPerson } from './references.ts';

export type CreationSubject = SubjectRules & { readonly name: string; readonly active: boolean };

/** Everything that a new document names, as the tenant has it. */
export type Creation = {
  readonly subject: CreationSubject | null;
  readonly people: readonly ReferencedPerson[];
  readonly organizations: readonly ReferencedOrganization[];
};

const SubjectRow = v.object({
  name: v.string(),
  active: v.boolean(),
  start: v.nullable(v.number()),
  end: v.nullable(v.number()),
  exempt: v.array(v.number()),
});

const Row = v.object({
  subject: v.nullable(SubjectRow),
  people: v.array(ReferencedPerson),
  organizations: v.array(ReferencedOrganization),
});

/** Takes one statement. Ids that no row has are left out. */
export async function loadCreation(
  tx: Transaction,
  named: { tenantId: number; subjectId: number; userIds: readonly number[]; organizationIds: readonly number[] },
): Promise<Creation> {
  const { tenantId } = named;
  const rows = await tx.rowsOf(
    Row,
    sql`select
    (select json_build_object('name', s.name, 'active', s.status = 'active', 'start', s.submission_start_day,
        'end', s.submission_end_day, 'exempt', coalesce((select json_agg(e.organization_id)
          from subject_exempt_organizations e where e.tenant_id = s.tenant_id and e.subject_id = s.id), '[]'::json))
      from document_subjects s where s.tenant_id = ${tenantId} and s.id = ${named.subjectId} and s.deleted_at is null)
      as subject,
    ${referencedPeople(tenantId, named.userIds)} as people,
    ${referencedOrganizations(tenantId, { ids: named.organizationIds, userIds: [] })} as organizations`,
  );
  const found = rows[0];
  if (found === undefined) throw new Error('a select without from answers one row');
  const { subject, people, organizations } = found;
  return { subject: subject === null ? null : rulesOf(subject), people, organizations };
}

function rulesOf(subject: v.InferOutput<typeof SubjectRow>): CreationSubject {
  return {
    name: subject.name,
    active: subject.active,
    window: windowOf(subject.start, subject.end),
    exemptOrganizationIds: subject.exempt,
  };
}
