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
/** SHA-256 as base64url: 43 characters. */
const Conference = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/**
 * POST …/import. Without `conference` the sheet is only judged. With it the sheet is written, if
 * its judgement is still the same.
 */
export const ImportInput = v.object({
  /** The bytes of the file, in base64. */
  file: v.pipe(v.string(), v.nonEmpty('required'), v.maxLength(BASE64_MAX, 'too_long'), v.base64()),
  conference: v.optional(Conference),
  /**
   * People of the report's `missing` who are deactivated with the writing: each must still be among
   * those who are not in the sheet.
   */
  deactivate: v.optional(v.pipe(v.array(Id), v.maxLength(MISSING_MAX))),
  /** Whether the new people of the sheet who may log in are invited by e-mail with the writing. */
  invite: v.optional(v.boolean()),
});

export const LINE_RESULTS = ['refused', 'new', 'changed', 'same'] as const;
export type LineResult = (typeof LINE_RESULTS)[number];

export const SHEET_ENCODINGS = ['utf-8', 'utf-16', 'windows-1252'] as const;
export const SHEET_DELIMITERS = [';', ',', '\t'] as const;

export const ImportLine = v.object({
  /** The line of the file on which it begins; the header is line 1. */
  line: v.number(),
  result: v.picklist(LINE_RESULTS),
  /** The person or sector of the line, as the file names it. */
  label: v.string(),
  /** The texts of the line in the order of the report's columns; absent in what is kept of one. */
  cells: v.optional(v.array(v.string())),
  /** The column's title, and its texts before and after. */
  changes: v.array(v.object({ column: v.string(), from: v.string(), to: v.string() })),
  /** `column` is empty where the whole line is refused. */
  errors: v.array(v.object({ column: v.string(), message: v.string() })),
});
export type ImportLine = v.InferOutput<typeof ImportLine>;

export const ImportReport = v.object({
  /** Identifies the file and the whole report on its lines. */
  conference: v.string(),
  counts: v.object({ refused: v.number(), new: v.number(), changed: v.number(), same: v.number() }),
  /** Titles of the columns that the sheet has and an import reads. */
  columns: v.optional(v.array(v.string())),
  /** How the file was read. */
  read: v.optional(v.object({ encoding: v.picklist(SHEET_ENCODINGS), delimiter: v.picklist(SHEET_DELIMITERS) })),
  /** Titles of columns that an import does not read. */
  ignored: v.array(v.string()),
  lines: v.array(ImportLine),
  /**
   * The active people whom the sheet does not name and whom its author may deactivate; absent for
   * sectors.
   */
  missing: v.optional(v.array(v.object({ id: Id, label: v.string() }))),
  /** How many new people `invite` invites; absent for sectors. */
  invitable: v.optional(v.number()),
});
export type ImportReport = v.InferOutput<typeof ImportReport>;

/**
 * `applied` is absent when the sheet was only judged, `report` on a replay. `invited`: how many
 * messages were queued, where that was asked.
 */
export const ImportAnswer = v.object({
  report: v.optional(ImportReport),
  applied: v.optional(v.boolean()),
  invited: v.optional(v.number()),
  receipt: v.optional(Receipt),
});
export type ImportAnswer = v.InferOutput<typeof ImportAnswer>;

/**
 * What was imported, newest first. `off`: people who were deactivated because they were missing.
 */
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

/** POST /api/users/invitations: by e-mail, or as slips to print, whose codes are in the answer. */
export const InvitationInput = v.object({
  user_ids: v.pipe(v.array(Id), v.nonEmpty('required'), v.maxLength(INVITED_MAX)),
  by: v.picklist(INVITING),
});

/** GET /api/users/invitations: the people without a password whom the person may invite. */
export const InvitablePerson = v.object({
  id: Id,
  name: v.string(),
  last_name: v.string(),
  email: v.string(),
  sector: v.nullable(v.string()),
  /** The end of an earlier invitation; null without one. */
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
  /** Where the code is used, below the address of the server. */
  path: v.string(),
  expires_at: Instant,
});
export type Slip = v.InferOutput<typeof Slip>;
/** `mailed`: how many messages were queued. */
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
