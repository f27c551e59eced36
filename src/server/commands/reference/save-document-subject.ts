import type { DocumentSubjectInput, DocumentSubjectPatch } from '#contract/reference-writes.ts';
import { windowOf } from '#domain/submission-window.ts';
import { sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { renamed } from '../documents/renamed.ts';
import { changedColumns } from '../frame/changed-columns.ts';
import type { CommandCall } from '../../once/command-call.ts';
import { lockRows } from '../frame/lock-rows.ts';
import { replaceSectors } from './replace-sectors.ts';
import { asStored } from '../frame/stored-text.ts';

type Patch = v.InferOutput<typeof DocumentSubjectPatch>;
type WindowDays = { submission_start_day: number | null; submission_end_day: number | null };
const NO_WINDOW: WindowDays = { submission_start_day: null, submission_end_day: null };

/** POST /api/document-subjects. */
export function createDocumentSubject(call: CommandCall<v.InferOutput<typeof DocumentSubjectInput>>): Promise<Done> {
  const { actor } = call;
  const body = asStored(call.body);
  return once(call, {
    write: { type: 'create-document-subject', fields: call.body, fileHashes: [] },
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

/**
 * PUT /api/document-subjects. A start or an end that is sent alone is judged together with the stored other one (rule
 * E6).
 */
export function updateDocumentSubject(call: CommandCall<Patch>, id: number): Promise<Done> {
  const { actor } = call;
  const body = asStored(call.body);
  return once(call, {
    write: { type: 'update-document-subject', fields: { id, ...call.body }, fileHashes: [] },
    effect: async (tx) => {
      await lockRows(tx, { actor, table: 'document_subjects', ids: [id] });
      const stored = await storedWindow(tx, { actor, id });
      const sets = changedColumns({ name: body.name, status: body.status, ...windowColumns(body, stored) });
      if (sets !== null) {
        await tx.execute(sql`update document_subjects set ${sets} where tenant_id = ${actor.tenantId} and id = ${id}`);
      }
      await replaceExempt(tx, { call, id });
      const documents = body.name === undefined ? [] : await renamed(tx, { actor, subjects: [id] });
      return { touched: { document_subjects: [id], documents }, result: 'applied', ids: { row_id: id } };
    },
  });
}

/** The window in its stored form: never 0/0, never a start after its end (rule C3). */
function windowColumns(body: Patch, stored: WindowDays = NO_WINDOW) {
  if (body.submission_start_day === undefined && body.submission_end_day === undefined) return {};
  const { submission_start_day: start = stored.submission_start_day } = body;
  const { submission_end_day: end = stored.submission_end_day } = body;
  if ((start ?? 0) > (end ?? 0)) {
    throw problems.invalid({ submission_start_day: ['O primeiro dia não pode vir depois do último.'] });
  }
  const window = windowOf(start, end);
  return { submission_start_day: window?.startDay ?? null, submission_end_day: window?.endDay ?? null };
}

async function storedWindow(tx: Transaction, { actor, id }: { actor: Actor; id: number }): Promise<WindowDays> {
  const { rows } = await tx.execute<WindowDays>(sql`select submission_start_day, submission_end_day
    from document_subjects where tenant_id = ${actor.tenantId} and id = ${id}`);
  return rows[0] ?? NO_WINDOW;
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
