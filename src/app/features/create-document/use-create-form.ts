import { correctCreation } from '#commands/outbox/correct-creation.ts';
import { createDocument } from '#commands/documents/create-document.ts';
import type { DocumentSubjectRow } from '#contract/reference-data.ts';
import { errorsByField } from '#contract/refusal-text.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { type Holidays, proposedLimit } from '#domain/working-days.ts';
import { needsException, type SubmissionWindow, windowOf } from '#domain/submission-window.ts';
import type { StoredDraft } from '#mirror/questions/drafts.ts';
import { activeOrganizations, activePeople, creatableSubjects } from '#mirror/questions/people.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { isBlank } from '#domain/text.ts';
import { announce } from '#ui/base/visually-hidden.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { notifyFailed } from '../../acts/notices/notify-failed.ts';
import { notifyRefused } from '../../acts/notices/notify-stored.ts';
import { type Attachments, useAttachments } from '../../acts/attach/use-attachments.ts';
import { type Draft, useDraft } from '../../shared/draft/use-draft.ts';
import { useHolidays } from '../../shared/form/day-off.tsx';
import { useSending } from '../../shared/form/use-sending.ts';
import { CREATE_TEXT } from '../../text/document/create-document.ts';
import {
  type CreateForm,
  EMPTY_FORM,
  errorsLeft,
  missingFields,
  payloadOf,
  type RequiredField,
  titleOfFile,
  withoutGone,
} from './create-form.ts';

/** The wire's name of each part of the form, for the sentences of a refusal. */
const WIRE_FIELD = {
  type: 'type',
  subjectId: 'document_subject_id',
  title: 'title',
  physicalNumber: 'physical_document_number',
  organizationId: 'organization_ids',
  responsibleId: 'user_ids',
  limitDate: 'limit_date',
  content: 'content',
  isException: 'is_exception',
  exceptionReason: 'exception_reason',
  tags: 'tags',
} as const satisfies Record<Exclude<keyof CreateForm, 'corrects' | 'errors' | 'proposedTitle'>, string>;

type WireName = keyof typeof WIRE_FIELD;
type Changes = Partial<Omit<CreateForm, 'corrects' | 'errors'>>;

export type FormState = {
  readonly form: CreateForm;
  readonly draft: Draft<CreateForm>;
  readonly missing: readonly RequiredField[];
  readonly subjects: readonly DocumentSubjectRow[];
  readonly subject: DocumentSubjectRow | null;
  readonly window: SubmissionWindow;
  readonly holidays: Holidays;
  /** The limit date that the subject proposes today; null for none. */
  readonly proposal: CalendarDay | null;
  readonly needsException: boolean;
  readonly isSending: boolean;
  /** Key of the document once it is stored. */
  readonly sentKey: string | null;
  /** Changes fields, and removes the messages of a refusal about them. */
  readonly change: (change: Changes) => void;
  /**
   * Chooses the subject. Its proposed limit date is taken unless the person has chosen another
   * date.
   */
  readonly changeSubject: (id: number | null) => void;
  /** Changes the text, which the editor has already drawn. */
  readonly changeText: (content: string) => void;
  readonly attachments: Attachments;
  /**
   * The required fields that are missing, judged by everything typed, including what is not drawn
   * yet.
   */
  readonly lacking: () => readonly RequiredField[];
  /** Resolves to whether the document was stored. */
  readonly send: () => Promise<boolean>;
};

/**
 * The form that is being filled: its draft, what is missing, the rules of its subject, and the
 * sending.
 */
export function useCreateForm({ id, stored }: { id: string; stored: StoredDraft }): FormState {
  const { mirror, commandContext, session, today, now } = useProfile();
  const draft = useDraft<CreateForm>({ mirror, id, empty: EMPTY_FORM, stored, now, newId: commandContext.newId });
  const attachments = useAttachments(draft, { onChoice: () => change({}, ['files']) });
  const sending = useSending();
  const [sentKey, setSentKey] = useState<string | null>(null);
  const offered = useLiveQuery(() => offeredBy(mirror), [mirror]);
  const subjects = offered?.subjects ?? [];
  const shown = (fields: CreateForm) => (offered === undefined ? fields : withoutGone(fields, offered.ids));
  const form = shown(draft.fields);

  const subject = subjects.find((one) => one.id === form.subjectId) ?? null;
  const window = subject === null ? null : windowOf(subject.submission_start_day, subject.submission_end_day);
  const exemptOrganizationIds = subject?.exempt_submission_date_organizations.map((one) => one.id) ?? [];
  const mustBeException = needsException(
    { window, exemptOrganizationIds },
    { originOrganizationId: session.organization_id, today },
  );
  const holidays = useHolidays();
  const proposalOf = (of: DocumentSubjectRow | null): CalendarDay | null =>
    of?.default_days == null
      ? null
      : proposedLimit(today, { days: of.default_days, working: of.working === true }, { holidays });
  const proposal = proposalOf(subject);

  const missingOf = (of: CreateForm) =>
    missingFields(of, {
      filesCount: draft.files.length,
      hasLoosePages: attachments.loose > 0,
      needsException: mustBeException,
      today,
    });
  const missing = missingOf(form);

  /** The changes, and what a refusal still says about the form after them. */
  function withErrors(changes: Changes, others: readonly string[] = []) {
    const fields = Object.keys(changes).flatMap((name) => (name in WIRE_FIELD ? WIRE_FIELD[name as WireName] : []));
    return { ...changes, errors: errorsLeft(draft.latest().errors, [...fields, ...others]) };
  }

  function change(changes: Changes, others?: readonly string[]) {
    draft.change(withErrors(changes, others));
  }

  function changeSubject(subjectId: number | null) {
    const next = proposalOf(subjects.find((one) => one.id === subjectId) ?? null);
    const { limitDate } = draft.latest();
    const isOwn = limitDate !== null && limitDate !== proposal;
    change({ subjectId, isException: false, ...(isOwn ? {} : { limitDate: next }) });
  }

  const lacking = () => missingOf(shown(draft.latest()));

  async function send() {
    let isStored = false;
    if (lacking().length > 0) return isStored;
    await sending.send(async () => {
      const key = await store();
      if (key === null) draft.resume();
      else setSentKey(key);
      isStored = key !== null;
      return isStored;
    });
    return isStored;
  }

  useProposedTitle({ draft, propose: (title) => change({ title, proposedTitle: title }) });

  /** Stores the document. Resolves to its key; null when nothing was stored. */
  async function store(): Promise<string | null> {
    const about = id;
    try {
      const result = await draft.handOver((handed) => {
        const typed = shown(handed.fields);
        const fields = payloadOf({ ...typed, isException: mustBeException && typed.isException });
        const fileIds = handed.files.map((file) => file.id);
        const document = { fields, fileIds, draftId: id };
        return typed.corrects === null
          ? createDocument(commandContext, document)
          : correctCreation(commandContext, { id: typed.corrects, ...document });
      });
      if (result === null) return null;
      if (result.kind === 'stored') return result.documentKey;
      notifyRefused(result, about);
      const errors = Object.entries(errorsByField(result.refusals));
      draft.change({ errors: Object.fromEntries(errors.map(([field, sentences]) => [field, sentences.join(' ')])) });
    } catch (error) {
      notifyFailed(error, about);
    }
    return null;
  }

  return {
    form,
    draft,
    missing,
    subjects,
    subject,
    window,
    holidays,
    proposal,
    needsException: mustBeException,
    isSending: sending.isSending,
    sentKey,
    change,
    changeSubject,
    changeText: (content) => draft.changeDrawn(withErrors({ content })),
    attachments,
    lacking,
    send,
  };
}

/**
 * Proposes a title from the name of a file that was added. It does so once for a form, and only
 * while the title is empty. A PDF made of photographs is left out, because no person named it.
 */
function useProposedTitle(at: { draft: Draft<CreateForm>; propose: (title: string) => void }): void {
  const { draft, propose } = at;
  const { files, joined } = draft;
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const come = files.filter(({ id }) => !known.current.has(id) && !joined.includes(id));
    known.current = new Set(files.map(({ id }) => id));
    const { title, proposedTitle } = draft.latest();
    if (proposedTitle !== null || !isBlank(title)) return;
    const proposed = come.map(({ name }) => titleOfFile(name)).find((one) => one !== '');
    if (proposed === undefined) return;
    propose(proposed);
    announce(`${CREATE_TEXT.documentTitle}: ${proposed}. ${CREATE_TEXT.titleOfFile}`);
  });
}

/** The options of the fields: the subjects themselves, and every id that can be chosen. */
async function offeredBy(mirror: Mirror) {
  const [subjects, organizations, people] = await Promise.all([
    creatableSubjects(mirror),
    activeOrganizations(mirror),
    activePeople(mirror),
  ]);
  const idsOf = (rows: readonly { readonly id: number }[]) => new Set(rows.map((row) => row.id));
  return {
    subjects,
    ids: { subjects: idsOf(subjects), organizations: idsOf(organizations), people: idsOf(people) },
  };
}
