import type { CreateDocumentInput } from '#contract/writes.ts';
import { decideCreate } from '#domain/decide-create.ts';
import { refuseAll } from '#domain/refusals.ts';
import { judgeRichText } from '#domain/rich-text.ts';
import { hasText } from '#domain/plain-text.ts';
import { windowOf } from '#domain/submission-window.ts';
import { normalizeTag, type Tag } from '#domain/tags.ts';
import { candidateOf, foldContextOf } from '#mirror/fold/fold-context.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { gestureMomentOf, pickedFiles, storeCommand } from '../frame/store-command.ts';

/** The form's fields with the names of the wire; its files are stored beside them. */
export type CreateDocumentFields = Omit<CreateDocumentInput, 'files_sha256'>;

export type NewDocument = {
  readonly fields: CreateDocumentFields;
  readonly fileIds: readonly string[];
  readonly draftId?: string | undefined;
};

/**
 * Creates a document (rules C). This device judges it now and shows it at once, in pencil and under
 * a local code (rule C6). Resolves once the document is durable, with the key that its page's
 * address contains.
 */
export async function createDocument(
  context: CommandContext,
  { fields, fileIds, draftId }: NewDocument,
): Promise<GestureResult> {
  const { mirror, session } = context;
  const { performedAtMs, today } = await gestureMomentOf(context);
  const [files, foldContext, subject, organizations] = await Promise.all([
    pickedFiles(mirror, fileIds),
    foldContextOf(mirror),
    mirror.document_subjects.get(fields.document_subject_id),
    mirror.organizations.bulkGet([...fields.organization_ids]),
  ]);
  const tags = fields.tags.map((tag) => ({ ...tag, title: normalizeTag(tag.title) }));
  const tooMuch = refuseAll(judgeRichText(fields.content));
  if (tooMuch !== null) return tooMuch;
  const decision = decideCreate({
    today,
    originOrganizationId: session.organization_id,
    subject: subject === undefined || subject.deleted ? null : subjectRulesOf(subject),
    title: fields.title,
    physicalDocumentNumber: fields.physical_document_number,
    limitDate: fields.limit_date === '' ? null : fields.limit_date,
    hasText: hasText(fields.content),
    files,
    tags: tags.map((tag): Tag => ({ title: tag.title, type: tag.type, userId: tag.user_id })),
    responsibles: fields.user_ids.map((id) => candidateOf(foldContext, id)),
    organizations: organizations.map((row) =>
      row === undefined ? null : { id: row.id, active: row.status === 'active' && !row.deleted },
    ),
    isException: fields.is_exception,
  });
  if (decision.kind === 'refused') return decision;
  if (decision.kind === 'conflict') throw new Error('a creation has nothing to conflict with');
  return storeCommand(context, {
    type: 'create-document',
    documentKey: null,
    basedOn: null,
    payload: {
      ...fields,
      tags,
      is_exception: decision.changes.isException,
      exception_reason: decision.changes.isException ? fields.exception_reason : null,
      user_ids: [...decision.changes.responsibleIds],
      organization_ids: [...decision.changes.organizationIds],
    },
    files,
    performedAtMs,
    draftId,
  });
}

function subjectRulesOf(subject: {
  status: 'active' | 'inactive';
  submission_start_day: number | null;
  submission_end_day: number | null;
  exempt_submission_date_organizations: readonly { id: number }[];
}) {
  return {
    active: subject.status === 'active',
    window: windowOf(subject.submission_start_day, subject.submission_end_day),
    exemptOrganizationIds: subject.exempt_submission_date_organizations.map((sector) => sector.id),
  };
}
