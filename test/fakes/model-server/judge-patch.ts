// Completing, reopening and answering a document. The domain decides, and this code writes the
// result.

import { documentStateOf, guardOf } from '#contract/document-state.ts';
import type { FileRef } from '#contract/scalars.ts';
import type { PatchDocumentInput, ReceiptNote } from '#contract/writes.ts';
import { decideComplete, decideReopen } from '#domain/decide-complete.ts';
import { decideRespond, type RespondChanges } from '#domain/decide-respond.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import { hasText } from '#domain/plain-text.ts';
import { candidate, happening, standing, withLog, type Author } from './judged-parts.ts';
import { nextId, organizationRef, personRef, type Model, type ModelDocument } from './model.ts';
import type { Judgement, Moment } from './write.ts';

export function judgePatch(
  model: Model,
  said: { input: PatchDocumentInput; files: readonly FileRef[]; author: Author },
) {
  return (document: ModelDocument | null, moment: Moment): Judgement => {
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

function judgeComplete(model: Model, change: Change): Judgement {
  const { document, author, moment, input } = change;
  const intent = { userId: author.userId, limitDate: input.limit_date, basedOn: guardOf(input.based_on) };
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

function judgeReopen(model: Model, change: Change): Judgement {
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

function judgeRespond(model: Model, change: Change): Judgement {
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

export function withRespond(
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
