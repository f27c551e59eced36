// Command → request, pure: one gesture is one request (promises.md, Outbox command). Bodies are forms with the product's own
// field names, the same with and without files.

import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import type { CommandFile, CommandOf, OutboxCommand } from '#mirror/store/outbox-row.ts';

export type FormField = readonly [name: string, value: string];

export type WriteRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: readonly FormField[];
  /** Sent as `files[]`, in this order, after the fields. */
  readonly files: readonly CommandFile[];
};

/**
 * The request of a command, always a POST (`_method` says PATCH).
 * @param serverId Id of the document it acts on; null for a creation. A command on a document that is not registered yet
 * has no request: null.
 */
export function requestOf(command: OutboxCommand, serverId: number | null): WriteRequest | null {
  const headers = headersOf(command);
  const files = command.files;
  if (command.type === 'create-document') {
    return { path: PATHS.documents, headers, files, fields: [...creationFields(command), ...hashFields(files)] };
  }
  if (serverId === null) return null;
  if (command.type === 'record-view') {
    const fields: FormField[] = [['offline', flag(command.payload.offline)]];
    return { path: PATHS.documentViews(serverId), headers, fields, files };
  }
  return {
    path: PATHS.document(serverId),
    headers,
    files,
    fields: [['_method', 'PATCH'], ...changeFields(command), ...basedOnFields(command), ...hashFields(files)],
  };
}

function headersOf(command: OutboxCommand): Record<string, string> {
  return {
    [HEADERS.idempotencyKey]: command.id,
    [HEADERS.performedAt]: new Date(command.performedAtMs).toISOString(),
    [HEADERS.actingUser]: String(command.actorId),
    ...(command.loginId === null ? {} : { [HEADERS.login]: command.loginId }),
  };
}

function creationFields({ payload }: CommandOf<'create-document'>): FormField[] {
  return [
    ['document_subject_id', String(payload.document_subject_id)],
    ['type', payload.type],
    ...listFields('organization_ids', payload.organization_ids),
    ...listFields('user_ids', payload.user_ids),
    ['title', payload.title],
    ['physical_document_number', payload.physical_document_number],
    ['limit_date', payload.limit_date],
    ['content', payload.content],
    ...payload.tags.flatMap((tag, index): FormField[] => [
      [`tags[${index}][title]`, tag.title],
      [`tags[${index}][type]`, tag.type],
      ...optional(`tags[${index}][user_id]`, tag.user_id),
    ]),
    ['is_exception', flag(payload.is_exception)],
    ...optional('exception_reason', payload.exception_reason),
  ];
}

type ChangeCommand = CommandOf<'respond'> | CommandOf<'complete-document'> | CommandOf<'reopen-document'>;

function changeFields(command: ChangeCommand): FormField[] {
  switch (command.type) {
    case 'complete-document':
      return [['status', 'completed'], ...optional('limit_date', command.payload.limit_date)];
    case 'reopen-document':
      return [['status', 'under_review'], ...optional('limit_date', command.payload.limit_date)];
    case 'respond':
      return [
        ['content', command.payload.content],
        ...optional('limit_date', command.payload.limit_date),
        ...listFields('responsible_ids', command.payload.responsible_ids ?? []),
        ...listFields('organization_ids', command.payload.organization_ids),
      ];
  }
}

function basedOnFields({ basedOn }: ChangeCommand): FormField[] {
  if (basedOn === null) return [];
  return [
    ['based_on[status]', basedOn.status],
    ['based_on[limit_date]', basedOn.limit_date],
    ...listFields('based_on[responsible_ids]', basedOn.responsible_ids),
  ];
}

function hashFields(files: readonly CommandFile[]): FormField[] {
  return files.map((file, index): FormField => [`files_sha256[${index}]`, file.sha256]);
}

function listFields(name: string, values: readonly number[]): FormField[] {
  return values.map((value): FormField => [`${name}[]`, String(value)]);
}

function optional(name: string, value: string | number | null): FormField[] {
  return value === null ? [] : [[name, String(value)]];
}

function flag(value: boolean): string {
  return value ? '1' : '0';
}
