// The kinds and bounds of recorded accesses to documents and of acts of administration (S229). A
// record holds no content.

/** The kinds of access that a device reports, because the server can't see them. */
export const DEVICE_ACCESSES = ['file', 'zip', 'print', 'export'] as const;

/**
 * The kinds of access. `view`: the document was opened; its history records that. `file`: the bytes
 * of a file were handed out; `zip`: those of all files of a document. `print`, `export`: a document
 * or a list left the application on paper or as a file. `copy`: the details of a document went to a
 * device. `refused`: a person asked for something out of their sight or rights. `act`: an act on
 * people, roles or the organization. `audit`: accesses were read.
 */
export const ACCESS_KINDS = ['view', ...DEVICE_ACCESSES, 'copy', 'refused', 'act', 'audit'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** The largest number of events that a device sends in one batch. */
export const ACCESS_BATCH_MAX = 100;
/** The rows of one page of the audit on screen, and the most lines of its sheet. */
export const AUDIT_PAGE = 50;
export const AUDIT_SHEET_MAX = 20_000;
/** The longest period of an audit of a person or of acts, in days. */
export const AUDIT_DAYS_MAX = 366;
