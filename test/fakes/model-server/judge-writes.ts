// The five writes on documents. The domain decides, and this code only writes down what it decided.

import { documentStateOf, guardOf } from '#contract/document-state.ts';
import type { DocumentLog } from '#contract/documents.ts';
import type { FileRef } from '#contract/references.ts';
import type { CreateDocumentInput, PatchDocumentInput, ReceiptNote } from '#contract/writes.ts';
import { applyView } from '#domain/apply-view.ts';
import { decideComplete } from '#domain/decide-complete.ts';
import { decideCreate } from '#domain/decide-create.ts';
import { decideReopen } from '#domain/decide-reopen.ts';
import { decideRespond, type RespondChanges } from '#domain/decide-respond.ts';
import type { Candidate } from '#domain/judge-candidates.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import type { Decision } from '#domain/refusals.ts';
import { hasText } from '#domain/rich-text.ts';
import { windowOf } from '#domain/submission-window.ts';
import { problem, refusal, type WireAnswer } from './answers.ts';
import { nextId, organizationRef, personRef, type Model, type ModelDocument } from './model.ts';
import { fullFor } from './present.ts';
import type { Judged, Moment } from './write.ts';

export type Author = { readonly userId: number; readonly key: string | null };

/** What stands instead of an effect that was not made. */
function standing(
  model: Model,
  at: { decision: Exclude<Decision<unknown>, { kind: 'accepted' }>; document: ModelDocument | null; userId: number },
): WireAnswer {
  if (at.decision.kind === 'refused') return refusal(at.decision);
  const document =
    at.document === null ? {} : { document: fullFor(model, { document: at.document, userId: at.userId }) };
  return problem(409, { message: 'O documento mudou.', type: 'conflict', code: at.decision.code, ...document });
}

export function judgeCreate(
  model: Model,
  said: { input: CreateDocumentInput; files: readonly FileRef[]; author: Author },
) {
  return (_none: ModelDocument | null, moment: Moment): Judged => {
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

export function judgePatch(
  model: Model,
  said: { input: PatchDocumentInput; files: readonly FileRef[]; author: Author },
) {
  return (document: ModelDocument | null, moment: Moment): Judged => {
    if (document === null) throw new Error('a change needs its document');
    if (said.input.status === 'completed') return judgeComplete(model, { ...said, document, moment });
    if (said.input.status === 'under_review') return judgeReopen(model, { ...said, document, moment });
    return judgeRespond(model, { ...said, document, moment });
  };
}

type Change = {
  readonly input: PatchDocumentInput;
  readonly files: readonly FileRef[];
  readonly author: Author;
  readonly document: ModelDocument;
  readonly moment: Moment;
};

function judgeComplete(model: Model, change: Change): Judged {
  const { document, author, moment, input } = change;
  const intent = { userId: author.userId, limitDate: input.limit_date };
  const state = documentStateOf(document);
  const { decision } = judgeInTime((today) => decideComplete(state, { ...intent, today }), moment);
  if (decision.kind !== 'accepted') return { answer: standing(model, { decision, document, userId: author.userId }) };
  if (decision.note !== null) {
    const note = { user_id: document.facts.completed_by, limit_date: document.limit_date };
    return { effected: { document, result: decision.note, moves: false, note } };
  }
  const changed: ModelDocument = {
    ...document,
    stored_status: 'completed',
    facts: { ...document.facts, completed_by: decision.changes.completedBy },
    last_activity_at: moment.now,
  };
  const logged = withLog(model, { document: changed, author, moment, action: 'completion' });
  return { effected: { document: logged, result: 'applied', moves: true } };
}

function judgeReopen(model: Model, change: Change): Judged {
  const { document, author, moment, input } = change;
  const intent = { userId: author.userId, limitDate: input.limit_date };
  const state = documentStateOf(document);
  const { decision } = judgeInTime((today) => decideReopen(state, { ...intent, today }), moment);
  if (decision.kind !== 'accepted') return { answer: standing(model, { decision, document, userId: author.userId }) };
  if (decision.note !== null) {
    const note = { user_id: null, limit_date: document.limit_date };
    return { effected: { document, result: decision.note, moves: false, note } };
  }
  const { storedStatus, limitDate } = decision.changes;
  const changed = { ...document, stored_status: storedStatus, limit_date: limitDate, last_activity_at: moment.now };
  const logged = withLog(model, { document: changed, author, moment, action: 'reopening' });
  return { effected: { document: logged, result: 'applied', moves: true } };
}

function judgeRespond(model: Model, change: Change): Judged {
  const { document, author, moment, input, files } = change;
  const state = documentStateOf(document);
  const { decision } = judgeInTime(
    (today) =>
      decideRespond(state, {
        userId: author.userId,
        today,
        hasText: hasText(input.content),
        filesCount: files.length,
        limitDate: input.limit_date,
        responsibles: input.responsible_ids?.map((id) => candidate(model, id)) ?? null,
        organizationIds: input.organization_ids,
        basedOn: guardOf(input.based_on),
      }),
    moment,
  );
  if (decision.kind !== 'accepted') return { answer: standing(model, { decision, document, userId: author.userId }) };
  const { changes, note } = decision;
  const wrote = changes.interaction ? withInteraction(model, change) : { document, interactionId: undefined };
  const moved = withRespond(model, { document: wrote.document, changes, author, moment });
  const moves = changes.interaction || changes.extension !== null || changes.transfer !== null;
  const id = wrote.interactionId;
  return {
    effected: {
      document: moved,
      result: note ?? 'applied',
      moves,
      ...(id === undefined ? {} : { interactionId: id }),
      ...(note === null ? {} : { note: keptDate(document) }),
    },
  };
}

/** The limit date of the document, and the person who set it. */
function keptDate({ logs, limit_date }: ModelDocument): ReceiptNote {
  const dated = logs.filter(({ action }) => action === 'creation' || action === 'extension' || action === 'reopening');
  const other = dated.findLastIndex((log) => log.limit_date !== limit_date);
  return { user_id: dated[other + 1]?.creator.id ?? null, limit_date };
}

function withInteraction(model: Model, { document, author, moment, input, files }: Change) {
  const interactionId = nextId(model);
  const interaction = {
    id: interactionId,
    creator: personRef(model, author.userId),
    content: input.content,
    files: [...files],
    ...happening(moment, author),
  };
  const interactions = [...document.interactions, interaction];
  const seen = document.responsibles.some((person) => person.id === author.userId);
  return {
    interactionId,
    document: {
      ...document,
      interactions,
      facts: { ...document.facts, seen_by_responsible: document.facts.seen_by_responsible || seen },
      interactions_count: interactions.length,
      files_count: document.files_count + files.length,
      last_activity_at: moment.now,
    },
  };
}

function withRespond(
  model: Model,
  at: { document: ModelDocument; changes: RespondChanges; author: Author; moment: Moment },
): ModelDocument {
  const { changes, author, moment } = at;
  let document: ModelDocument = { ...at.document, stored_status: changes.storedStatus };
  if (changes.transfer !== null) {
    const { responsibleIds, organizationIds } = changes.transfer;
    const arrived = Object.fromEntries(responsibleIds.map((id) => [String(id), moment.now]));
    document = {
      ...document,
      responsibles: responsibleIds.map((id) => personRef(model, id)),
      organizations: organizationIds.flatMap((id) => organizationRef(model, id) ?? []),
      organizationIdsEver: [...new Set([...document.organizationIdsEver, ...organizationIds])],
      facts: {
        ...document.facts,
        responsible_ids_ever: [...new Set([...document.facts.responsible_ids_ever, ...responsibleIds])],
        arrived_at: { ...document.facts.arrived_at, ...arrived },
        seen_by_responsible: false,
      },
      last_activity_at: moment.now,
    };
    document = withLog(model, { document, author, moment, action: 'transfer' });
  }
  if (changes.extension !== null) {
    document = { ...document, limit_date: changes.extension.limitDate, last_activity_at: moment.now };
    document = withLog(model, { document, author, moment, action: 'extension' });
  }
  return document;
}

export function judgeView(model: Model, said: { offline: boolean; author: Author }) {
  return (document: ModelDocument | null, moment: Moment): Judged => {
    if (document === null) throw new Error('a view needs its document');
    const { author } = said;
    const seen = applyView(documentStateOf(document), { userId: author.userId, today: moment.today });
    const before = document.viewers.find((viewer) => viewer.user.id === author.userId);
    const viewer = {
      user: personRef(model, author.userId),
      first_at: before?.first_at ?? moment.performedAt,
      last_at: moment.performedAt,
      count: (before?.count ?? 0) + 1,
      offline: said.offline,
    };
    const viewers = [...document.viewers.filter((one) => one !== before), viewer];
    const changed: ModelDocument = {
      ...document,
      viewers,
      stored_status: seen.storedStatus,
      facts: { ...document.facts, seen_by_responsible: seen.seenByResponsible },
    };
    const logged = withLog(model, { document: changed, author, moment, action: 'view' });
    const moves =
      seen.storedStatus !== document.stored_status || seen.seenByResponsible !== document.facts.seen_by_responsible;
    return { effected: { document: logged, result: 'applied', moves } };
  };
}

function candidate(model: Model, id: number): Candidate | null {
  const user = model.users.get(id);
  if (user === undefined) return null;
  return { id, active: user.status === 'active' && !user.deleted, organizationId: user.organization?.id ?? null };
}

function happening(moment: Moment, author: Author) {
  return {
    created_at: moment.now,
    performed_at: moment.performedAt,
    clock_suspect: moment.suspect,
    command_id: author.key,
  };
}

function withLog(
  model: Model,
  at: { document: ModelDocument; author: Author; moment: Moment; action: DocumentLog['action'] },
): ModelDocument {
  const { document, author, moment, action } = at;
  const moved = action === 'creation' || action === 'transfer';
  const log: DocumentLog = {
    id: nextId(model),
    action,
    creator: personRef(model, author.userId),
    limit_date: action === 'view' ? null : document.limit_date,
    responsibles: moved ? document.responsibles : [],
    organizations: moved ? document.organizations : [],
    reason: null,
    ...happening(moment, author),
  };
  return { ...document, logs: [...document.logs, log] };
}
