import type { DocumentSubjectInput, DocumentSubjectPatch } from '#contract/reference-writes.ts';
import { windowOf } from '#domain/submission-window.ts';
import { sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { problems } from '../errors.ts';
import { once, type Done } from '../idempotency.ts';
import { renamed } from './renamed.ts';
import { changedColumns } from './changed-columns.ts';
import type { CommandCall } from './command-call.ts';
import { lockRows } from './lock-rows.ts';
import { replaceSectors } from './replace-sectors.ts';

type Patch = v.InferOutput<typeof DocumentSubjectPatch>;

/** POST /api/document-subjects. */
export function createDocumentSubject(call: CommandCall<v.InferOutput<typeof DocumentSubjectInput>>): Promise<Done> {
  const { actor, body } = call;
  return once(call, {
    write: { type: 'create-document-subject', fields: body, fileHashes: [] },
    effect: async (tx) => {
      const window = windowColumns(body);
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into document_subjects (tenant_id, name, status, submission_start_day, submission_end_day)
        values (${actor.tenantId}, ${body.name}, ${body.status}, ${window.submission_start_day ?? null},
          ${window.submission_end_day ?? null}) returning id`);
      const id = rows[0]?.id ?? 0;
      await replaceExempt(tx, { call, id });
      return { touched: { document_subjects: [id] }, result: 'applied', ids: { row_id: id } };
    },
  });
}

/** PUT /api/document-subjects. Start and end of the window change together. */
export function updateDocumentSubject(call: CommandCall<Patch>, id: number): Promise<Done> {
  const { actor, body } = call;
  return once(call, {
    write: { type: 'update-document-subject', fields: { id, ...body }, fileHashes: [] },
    effect: async (tx) => {
      await lockRows(tx, { actor, table: 'document_subjects', ids: [id] });
      const sets = changedColumns({ name: body.name, status: body.status, ...windowColumns(body) });
      if (sets !== null) {
        await tx.execute(sql`update document_subjects set ${sets} where tenant_id = ${actor.tenantId} and id = ${id}`);
      }
      await replaceExempt(tx, { call, id });
      const documents = body.name === undefined ? [] : await renamed(tx, { actor, subjects: [id] });
      return { touched: { document_subjects: [id], documents }, result: 'applied', ids: { row_id: id } };
    },
  });
}

/** The window as stored: never 0/0, never a start after its end (decisions C3; product specification, section 5). */
function windowColumns(body: Pick<Patch, 'submission_start_day' | 'submission_end_day'>) {
  if (body.submission_start_day === undefined && body.submission_end_day === undefined) return {};
  const window = windowOf(body.submission_start_day ?? null, body.submission_end_day ?? null);
  if (window !== null && window.startDay > window.endDay) {
    throw problems.invalid({ submission_start_day: ['O primeiro dia não pode vir depois do último.'] });
  }
  return { submission_start_day: window?.startDay ?? null, submission_end_day: window?.endDay ?? null };
}

async function replaceExempt(tx: Transaction, { call, id }: { call: CommandCall<Patch>; id: number }): Promise<void> {
  const { submission_date_exempt_organization_ids: organizationIds } = call.body;
  if (organizationIds === undefined) return;
  await replaceSectors(tx, {
    actor: call.actor,
    table: 'subject_exempt_organizations',
    owner: 'subject_id',
    id,
    organizationIds,
    field: 'submission_date_exempt_organization_ids',
  });
}
