// Sheets of sectors and people: the request of an import, and the server's report before and after
// it.

import * as v from 'valibot';
import { INVITING } from './reference-writes.ts';
import { Id, Instant } from './scalars.ts';
import { Receipt } from './writes.ts';

export const IMPORT_MAX_BYTES = 1024 * 1024;
export const IMPORT_LINES_MAX = 2000;
/** How many people one import may deactivate. */
export const MISSING_MAX = 5000;
const BASE64_MAX = Math.ceil(IMPORT_MAX_BYTES / 3) * 4;
/** Identifies the judgement of a sheet: SHA-256 as base64url, 43 characters. */
const Conference = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/**
 * POST …/import. Without `conference` the server only judges the sheet. With the `conference` of
 * its report the server imports the sheet, if it still judges it in the same way.
 */
export const ImportInput = v.object({
  /** The bytes of the sheet in base64. */
  file: v.pipe(v.string(), v.nonEmpty('required'), v.maxLength(BASE64_MAX, 'too_long'), v.base64()),
  conference: v.optional(Conference),
  /**
   * People to deactivate with the import, out of the report's `missing`. Each must still be missing
   * from the sheet.
   */
  deactivate: v.optional(v.pipe(v.array(Id), v.maxLength(MISSING_MAX))),
  /** Whether the import also invites the new people by e-mail, as far as they may log in. */
  invite: v.optional(v.boolean()),
});

export const LINE_RESULTS = ['refused', 'new', 'changed', 'same'] as const;
export type LineResult = (typeof LINE_RESULTS)[number];

export const SHEET_ENCODINGS = ['utf-8', 'utf-16', 'windows-1252'] as const;
export const SHEET_DELIMITERS = [';', ',', '\t'] as const;

export const ImportLine = v.object({
  /** The line of the file on which the row begins; the header is line 1. */
  line: v.number(),
  result: v.picklist(LINE_RESULTS),
  /** The person or sector of the line, as the file names it. */
  label: v.string(),
  /**
   * The texts of the line in the order of the report's columns; absent in the stored report of an
   * import.
   */
  cells: v.optional(v.array(v.string())),
  /** Each with the title of its column, and the texts before and after. */
  changes: v.array(v.object({ column: v.string(), from: v.string(), to: v.string() })),
  /** `column`: the title of the column; empty where the whole line is refused. */
  errors: v.array(v.object({ column: v.string(), message: v.string() })),
});
export type ImportLine = v.InferOutput<typeof ImportLine>;

export const ImportReport = v.object({
  /** Identifies the judgement: the file, and everything that the report says of its lines. */
  conference: v.string(),
  counts: v.object({ refused: v.number(), new: v.number(), changed: v.number(), same: v.number() }),
  /** Titles of those columns of the sheet that an import reads. */
  columns: v.optional(v.array(v.string())),
  /** How the server read the file. */
  read: v.optional(v.object({ encoding: v.picklist(SHEET_ENCODINGS), delimiter: v.picklist(SHEET_DELIMITERS) })),
  /** Titles of those columns of the sheet that an import does not read. */
  ignored: v.array(v.string()),
  lines: v.array(ImportLine),
  /**
   * The active people who are not in the sheet and whom its author may deactivate; absent for
   * sectors.
   */
  missing: v.optional(v.array(v.object({ id: Id, label: v.string() }))),
  /** How many new people would be invited with `invite`; absent for sectors. */
  invitable: v.optional(v.number()),
});
export type ImportReport = v.InferOutput<typeof ImportReport>;

/**
 * `applied`: absent when the sheet was only judged. `report`: absent when an answer is repeated.
 * `invited`: how many invitations were queued; absent where none were asked for.
 */
export const ImportAnswer = v.object({
  report: v.optional(ImportReport),
  applied: v.optional(v.boolean()),
  invited: v.optional(v.number()),
  receipt: v.optional(Receipt),
});
export type ImportAnswer = v.InferOutput<typeof ImportAnswer>;

/** A past import. `off`: how many people it deactivated, because they were not in the sheet. */
export const PastImport = v.object({
  id: Id,
  at: Instant,
  by: v.nullable(v.string()),
  kind: v.picklist(['organizations', 'users']),
  counts: v.object({ new: v.number(), changed: v.number(), off: v.number() }),
});
export type PastImport = v.InferOutput<typeof PastImport>;
export const PastImports = v.object({ imports: v.array(PastImport) });

/** GET /api/imports/:id: the lines that changed something, and the people who were deactivated. */
export const ImportedReport = v.object({ import: PastImport, lines: v.array(ImportLine), off: v.array(v.string()) });
export type ImportedReport = v.InferOutput<typeof ImportedReport>;

export const INVITED_MAX = 500;
export const INVITATION_DAYS = 7;

/**
 * POST /api/users/invitations: invites people by e-mail, or by slips to print. The answer then has
 * the codes of the slips.
 */
export const InvitationInput = v.object({
  user_ids: v.pipe(v.array(Id), v.nonEmpty('required'), v.maxLength(INVITED_MAX)),
  by: v.picklist(INVITING),
});

/**
 * GET /api/users/invitations: a person without a password whom the requesting person may invite.
 */
export const InvitablePerson = v.object({
  id: Id,
  name: v.string(),
  last_name: v.string(),
  email: v.string(),
  sector: v.nullable(v.string()),
  /** Until when an earlier invitation is valid; null without one. */
  invited_until: v.nullable(Instant),
});
export type InvitablePerson = v.InferOutput<typeof InvitablePerson>;
export const InvitablePeople = v.object({ people: v.array(InvitablePerson) });

export const Slip = v.object({
  id: Id,
  name: v.string(),
  last_name: v.string(),
  email: v.string(),
  sector: v.nullable(v.string()),
  code: v.string(),
  /** The path of the page on which the code is entered. */
  path: v.string(),
  expires_at: Instant,
});
export type Slip = v.InferOutput<typeof Slip>;
/** `mailed`: how many e-mails were queued. */
export const InvitationAnswer = v.object({ mailed: v.number(), slips: v.array(Slip) });
export type InvitationAnswer = v.InferOutput<typeof InvitationAnswer>;

/** The answer to a sheet; null from a server that says something else. */
export function readImportAnswer(json: unknown): ImportAnswer | null {
  const { success, output } = v.safeParse(ImportAnswer, json);
  return success ? output : null;
}

/** The people who may be invited; null from a server that says something else. */
export function readInvitablePeople(json: unknown): readonly InvitablePerson[] | null {
  const { success, output } = v.safeParse(InvitablePeople, json);
  return success ? output.people : null;
}

/** The answer to invitations; null from a server that says something else. */
export function readInvitationAnswer(json: unknown): InvitationAnswer | null {
  const { success, output } = v.safeParse(InvitationAnswer, json);
  return success ? output : null;
}

/** What was imported; null from a server that says something else. */
export function readPastImports(json: unknown): readonly PastImport[] | null {
  const { success, output } = v.safeParse(PastImports, json);
  return success ? output.imports : null;
}

/** The report of one import; null from a server that says something else. */
export function readImportedReport(json: unknown): ImportedReport | null {
  const { success, output } = v.safeParse(ImportedReport, json);
  return success ? output : null;
}
