// Accesses to documents and acts of administration, as they are recorded (S229). None of them holds
// content.

/** What a device tells, because the server can't see it. */
export const DEVICE_ACCESSES = ['file', 'zip', 'print', 'export'] as const;

/**
 * `view`: the document was opened; kept in its history. `file`: the bytes of a file were handed
 * out. `zip`: all files of a document together. `copy`: its details went to a device. `refused`:
 * what was asked for is out of the person's sight or rights. `act`: an act on people, roles or the
 * organization. `audit`: accesses were read.
 */
export const ACCESS_KINDS = ['view', ...DEVICE_ACCESSES, 'copy', 'refused', 'act', 'audit'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** Most events in one batch of a device. */
export const ACCESS_BATCH_MAX = 100;
/** Rows of a page of the audit, and most lines of its sheet. */
export const AUDIT_PAGE = 50;
export const AUDIT_SHEET_MAX = 20_000;
/** Longest period of an audit of a person or of acts, days. */
export const AUDIT_DAYS_MAX = 366;
