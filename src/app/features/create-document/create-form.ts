// The create form as plain data: which fields are filled, which are missing, and the fields of the
// command. Pure.

import type { CreateDocumentInput } from '#contract/writes.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { DocumentType } from '#domain/document-types.ts';
import { TITLE_MAX_LENGTH } from '#domain/decide-create.ts';
import { hasText } from '#domain/plain-text.ts';
import { isBlank, lineOf, proseOf } from '#domain/text.ts';
import type { TagValue } from '#ui/fields/tag-input.tsx';

export type CreateForm = {
  readonly type: DocumentType | null;
  readonly subjectId: number | null;
  readonly title: string;
  /**
   * The title that was made of a file's name; null = none was. It is proposed once, so that a title
   * that was taken back stays away.
   */
  readonly proposedTitle: string | null;
  readonly physicalNumber: string;
  readonly organizationId: number | null;
  readonly responsibleId: number | null;
  readonly limitDate: CalendarDay | null;
  readonly content: string;
  readonly isException: boolean;
  readonly exceptionReason: string;
  readonly tags: readonly TagValue[];
  /**
   * The id of the refused creation that this form corrects in its place; null for a new document.
   */
  readonly corrects: string | null;
  /** Sentences of a refusal, by the wire's field, until the field is changed. */
  readonly errors: Readonly<Record<string, string>>;
};

export const EMPTY_FORM: CreateForm = {
  type: 'general_document',
  subjectId: null,
  title: '',
  proposedTitle: null,
  physicalNumber: '',
  organizationId: null,
  responsibleId: null,
  limitDate: null,
  content: '',
  isException: false,
  exceptionReason: '',
  tags: [],
  corrects: null,
  errors: {},
};

/**
 * The messages of a refusal that are left after some fields of the wire were changed. When none is
 * removed, the result is the same object. A draft saves a new object at once, like a choice, and a
 * typed letter must not count as one (src/app/shared/draft/use-draft.ts).
 */
export function errorsLeft(errors: CreateForm['errors'], changed: readonly string[]): CreateForm['errors'] {
  const left = Object.entries(errors).filter(([field]) => !changed.includes(field));
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}

/** Fields that must be filled before sending, in the order of the form (rule J3). */
export const REQUIRED_FIELDS = [
  'type',
  'subject',
  'title',
  'physicalNumber',
  'exception',
  'organization',
  'responsible',
  'limitDate',
  'content',
  'files',
] as const;
export type RequiredField = (typeof REQUIRED_FIELDS)[number];

/** The four sections, each with its fields. */
export const SECTION_FIELDS = {
  what: ['type', 'subject', 'title', 'physicalNumber', 'exception'],
  whom: ['organization', 'responsible'],
  when: ['limitDate', 'content'],
  files: ['files'],
} as const satisfies Record<string, readonly RequiredField[]>;

/**
 * The sections in the margin of the paper. Title, number, text and files are on the paper itself.
 */
export const MARGIN_FIELDS = {
  what: ['type', 'subject', 'exception'],
  whom: SECTION_FIELDS.whom,
  when: ['limitDate'],
  tags: [],
} as const satisfies Record<string, readonly RequiredField[]>;

/** Words with which cameras, scanners and programs name files. */
const NAMED_BY_MACHINES =
  /^(img|image|imagem|scan|scanner|scanned|digitaliza(r|do|ção)|doc|document|documento|novo|new|arquivo|file|foto|photo|pdf|whatsapp|camscanner|sem|t[ií]tulo|untitled|dsc|pxl)$/iu;

/** The number that a copy of a file gets: `(2)`. */
const OF_COPY = /\(\d{1,3}\)$/u;
const LEAST_DIGITS_OF_DAY = 6;

/**
 * Proposes a title from the name of a file: `Medição novembro quadra` for
 * `20261119_medição-novembro-quadra(1).pdf`. Empty when the name has no word that a person wrote.
 */
export function titleOfFile(name: string): string {
  const bare = lineOf(name.replace(/\.[\p{L}\d]{1,5}$/u, '')).trim();
  // In a name without spaces, a hyphen beside a word stands for a space.
  const spaced = bare.includes(' ') ? bare : bare.replaceAll(/(?<=\p{L})-(?=[\p{L}\d])|-(?=\p{L})/gu, ' ');
  const words = spaced
    .replace(OF_COPY, '')
    .split(/[ _+]/u)
    .filter((word) => word !== '');
  const isDay = (word: string) => !/\p{L}/u.test(word) && word.replaceAll(/\D/gu, '').length >= LEAST_DIGITS_OF_DAY;
  while (words[0] !== undefined && isDay(words[0])) words.shift();
  if (/^c[óo]pia$/iu.test(words.at(-1) ?? '') && /^[-–]$/u.test(words.at(-2) ?? '')) words.splice(-2);
  const isSaid = words
    .flatMap((word) => word.split(/[\d.-]/u))
    .some((word) => /\p{L}{3}/u.test(word) && !NAMED_BY_MACHINES.test(word));
  if (!isSaid) return '';
  const title = words.join(' ');
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`.slice(0, TITLE_MAX_LENGTH).trim();
}

/**
 * The required fields that the form lacks. `hasLoosePages`: photographs are no attachment yet, and
 * sending would leave them behind. `needsException`: today is outside the subject's window and the
 * sector is not exempt (rules C1, C2).
 */
export function missingFields(
  form: CreateForm,
  around: { filesCount: number; hasLoosePages: boolean; needsException: boolean; today: CalendarDay },
): RequiredField[] {
  const isFilled: Record<RequiredField, boolean> = {
    type: form.type !== null,
    subject: form.subjectId !== null,
    title: !isBlank(form.title),
    physicalNumber: !isBlank(form.physicalNumber),
    exception: !around.needsException || form.isException,
    organization: form.organizationId !== null,
    responsible: form.responsibleId !== null,
    limitDate: form.limitDate !== null && form.limitDate >= around.today,
    content: hasText(form.content),
    files: around.filesCount > 0 && !around.hasLoosePages,
  };
  return REQUIRED_FIELDS.filter((field) => !isFilled[field]);
}

/** The ids that can be chosen now. */
export type Choosable = {
  readonly subjects: ReadonlySet<number>;
  readonly organizations: ReadonlySet<number>;
  readonly people: ReadonlySet<number>;
};

/**
 * The form without choices that were deactivated since: the fields show them empty, so they count
 * as missing.
 */
export function withoutGone(form: CreateForm, choosable: Choosable): CreateForm {
  const kept = (id: number | null, among: ReadonlySet<number>) => (id !== null && among.has(id) ? id : null);
  return {
    ...form,
    subjectId: kept(form.subjectId, choosable.subjects),
    organizationId: kept(form.organizationId, choosable.organizations),
    responsibleId: kept(form.responsibleId, choosable.people),
  };
}

export function isSectionComplete(fields: readonly RequiredField[], missing: readonly RequiredField[]): boolean {
  return fields.every((field) => !missing.includes(field));
}

/** The command's fields, in the wire's names. Only for a form that lacks nothing. */
export function payloadOf(form: CreateForm): Omit<CreateDocumentInput, 'files_sha256'> {
  const { type, subjectId, organizationId, responsibleId, limitDate } = form;
  if (type === null || subjectId === null || organizationId === null || responsibleId === null || limitDate === null) {
    throw new Error('The form was sent although it lacks something');
  }
  const reason = proseOf(form.exceptionReason);
  return {
    document_subject_id: subjectId,
    type,
    organization_ids: [organizationId],
    user_ids: [responsibleId],
    title: lineOf(form.title),
    physical_document_number: lineOf(form.physicalNumber),
    limit_date: limitDate,
    content: form.content,
    tags: form.tags.map((tag) => ({ title: tag.title, type: tag.type, user_id: tag.userId })),
    is_exception: form.isException,
    exception_reason: form.isException && reason !== '' ? reason : null,
  };
}

/**
 * The form of a stored command: for "Editar", and for "Corrigir" with the server's messages about
 * its fields.
 */
export function formOf(
  payload: Omit<CreateDocumentInput, 'files_sha256'>,
  { corrects = null, errors = {} }: Partial<Pick<CreateForm, 'corrects' | 'errors'>> = {},
): CreateForm {
  return {
    corrects,
    errors,
    type: payload.type,
    subjectId: payload.document_subject_id,
    title: payload.title,
    proposedTitle: null,
    physicalNumber: payload.physical_document_number,
    organizationId: payload.organization_ids[0] ?? null,
    responsibleId: payload.user_ids[0] ?? null,
    limitDate: payload.limit_date,
    content: payload.content,
    isException: payload.is_exception,
    exceptionReason: payload.exception_reason ?? '',
    tags: payload.tags.map((tag) => ({ title: tag.title, type: tag.type, userId: tag.user_id })),
  };
}
