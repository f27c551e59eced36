import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { DocumentSubjectInput, DocumentSubjectPatch } from '#contract/reference-writes.ts';
import { windowOf } from '#domain/submission-window.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { renamed } from '../documents/renamed.ts';
import type { CommandCall } from '../../call/command-call.ts';
import { lockRows, saved, saving, writeRow } from '../frame/save-row.ts';
import { asStored } from '../frame/stored-text.ts';
import { replaceSectors } from './replace-sectors.ts';

type Patch = v.InferOutput<typeof DocumentSubjectPatch>;
const WindowDays = v.object({
  submission_start_day: v.nullable(v.number()),
  submission_end_day: v.nullable(v.number()),
});
type WindowDays = v.InferOutput<typeof WindowDays>;
const NO_WINDOW: WindowDays = { submission_start_day: null, submission_end_day: null };

/** POST /api/document-subjects. */
export function createDocumentSubject(call: CommandCall<v.InferOutput<typeof DocumentSubjectInput>>): Promise<Done> {
  return save({ call, id: null });
}

/**
 * PUT /api/document-subjects. When only the start or only the end of the window is sent, it is
 * judged together with the stored other end (rule E6).
 */
export function updateDocumentSubject(call: CommandCall<Patch>, id: number): Promise<Done> {
  return save({ call, id });
}

function save({ call, id }: { call: CommandCall<Patch>; id: number | null }): Promise<Done> {
  const { actor } = call;
  const row = { table: 'document_subjects', id } as const;
  return once(call, {
    ...saving(call, { kind: 'document-subject', ...row }),
    effect: async (tx) => {
      if (id !== null) await lockRows(tx, { actor, table: row.table, ids: [id] });
      const body = asStored(call.body);
      const stored = id === null ? NO_WINDOW : await storedWindow(tx, { actor, id });
      const { name, status, default_days, working } = body;
      const columns = { name, status, default_days, working, ...windowColumns(body, stored) };
      const written = await writeRow(tx, { ...row, tenantId: actor.tenantId, columns });
      await replaceExempt(tx, { call, id: written });
      const documents = id !== null && body.name !== undefined ? await renamed(tx, { actor, subjects: [id] }) : [];
      return saved(row.table, written, { documents });
    },
  });
}

/**
 * The columns of the window (rule C3); none when the request leaves the window out. 0/0 is stored
 * as null, and a start after its end throws 422.
 */
function windowColumns(body: Patch, stored: WindowDays) {
  if (body.submission_start_day === undefined && body.submission_end_day === undefined) return {};
  const { submission_start_day: start = stored.submission_start_day } = body;
  const { submission_end_day: end = stored.submission_end_day } = body;
  if ((start ?? 0) > (end ?? 0)) {
    throw problems.invalid({ submission_start_day: [REFUSAL_TEXT.window_reversed] });
  }
  const window = windowOf(start, end);
  return { submission_start_day: window?.startDay ?? null, submission_end_day: window?.endDay ?? null };
}

async function storedWindow(tx: Transaction, { actor, id }: { actor: Actor; id: number }): Promise<WindowDays> {
  const rows = await tx.rowsOf(
    WindowDays,
    sql`select submission_start_day, submission_end_day
    from document_subjects where tenant_id = ${actor.tenantId} and id = ${id}`,
  );
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
