// The creation of a document. The domain decides, and this code writes the result.

import { createHash, randomUUID } from 'node:crypto';
import { type FileRef, MARK_LENGTH } from '#contract/scalars.ts';
import type { CreateDocumentInput } from '#contract/writes.ts';
import { decideCreate } from '#domain/decide-create.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import { hasText } from '#domain/plain-text.ts';
import { windowOf } from '#domain/submission-window.ts';
import { candidate, standing, withLog, type Author } from './judged-parts.ts';
import { nextId, organizationRef, personRef, type Model, type ModelDocument } from './model.ts';
import type { Judgement, Moment } from './write.ts';

export function judgeCreate(
  model: Model,
  said: { input: CreateDocumentInput; files: readonly FileRef[]; author: Author },
) {
  return (_none: ModelDocument | null, moment: Moment): Judgement => {
    const { input, author } = said;
    const subject = model.subjects.get(input.document_subject_id);
    const origin = organizationRef(model, model.users.get(author.userId)?.organization?.id ?? null);
    const { decision } = judgeInTime(
      (today) =>
        decideCreate({
          today,
          originOrganizationId: origin?.id ?? null,
          subject:
            subject === undefined
              ? null
              : {
                  active: subject.status === 'active',
                  window: windowOf(subject.submission_start_day, subject.submission_end_day),
                  exemptOrganizationIds: subject.exempt_submission_date_organizations.map((one) => one.id),
                },
          title: input.title,
          physicalDocumentNumber: input.physical_document_number,
          limitDate: input.limit_date,
          hasText: hasText(input.content),
          files: said.files,
          tags: input.tags.map((tag) => ({ title: tag.title, type: tag.type, userId: tag.user_id })),
          responsibles: input.user_ids.map((id) => candidate(model, id)),
          organizations: input.organization_ids.map((id) =>
            model.organizations.has(id) ? { id, active: true } : null,
          ),
          isException: input.is_exception,
        }),
      moment,
    );
    if (decision.kind !== 'accepted') {
      return { answer: standing(model, { decision, document: null, userId: author.userId }) };
    }
    const { responsibleIds, organizationIds, isException } = decision.changes;
    model.lastNumber += 1;
    const document: ModelDocument = {
      id: nextId(model),
      rev: 0,
      number: model.lastNumber,
      stored_status: 'pending',
      is_exception: isException,
      exception_reason: isException ? input.exception_reason : null,
      title: input.title,
      physical_document_number: input.physical_document_number,
      type: input.type,
      created_at: moment.now,
      limit_date: input.limit_date,
      created_by: author.userId,
      creator: personRef(model, author.userId),
      origin,
      subject: { id: input.document_subject_id, name: subject?.name ?? '' },
      responsibles: responsibleIds.map((id) => personRef(model, id)),
      organizations: organizationIds.flatMap((id) => organizationRef(model, id) ?? []),
      organizationIdsEver: organizationIds,
      tags: input.tags,
      facts: {
        responsible_ids_ever: [...responsibleIds],
        completed_by: null,
        seen_by_responsible: false,
        arrived_at: Object.fromEntries(responsibleIds.map((id) => [String(id), moment.now])),
      },
      files_count: said.files.length,
      interactions_count: 0,
      last_activity_at: moment.now,
      createdByCommand: author.key,
      mark: markOf(author.key ?? randomUUID()),
      content: input.content,
      files: [...said.files],
      interactions: [],
      logs: [],
      viewers: [],
    };
    const logged = withLog(model, { document, author, moment, action: 'creation' });
    return { effected: { document: logged, result: 'applied', moves: true } };
  };
}

/** What rows say of the document that a command made. */
export function markOf(commandId: string): string {
  return createHash('sha256').update(commandId).digest('base64url').slice(0, MARK_LENGTH);
}
