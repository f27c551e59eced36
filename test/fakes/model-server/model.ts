// The server in memory: the wire, the rules of src/domain, one number per change, receipts that
// stay. It exists so that thousands of histories can be played in seconds. A differential test
// compares it with the real server.

import type { DocumentFull } from '#contract/documents.ts';
import type {
  AlertRow,
  HolidayRow,
  DocumentSubjectRow,
  ModelRow as MirroredModel,
  OrganizationRow,
  RoleRow,
  UserRow,
} from '#contract/reference-data.ts';
import type { OrganizationRef, PersonRef } from '#contract/scalars.ts';
import type { RowCollection } from '#contract/row-writes.ts';
import type { Receipt } from '#contract/writes.ts';
import { dayAt, type CalendarDay } from '#domain/dates.ts';
import { canSee } from '#domain/visibility.ts';

export const ZONE = 'America/Sao_Paulo';

/** A document as the server keeps it: everything of the wire, not yet presented for a person. */
export type ModelDocument = Omit<DocumentFull, 'status' | 'abilities' | 'command_id'> & {
  readonly createdByCommand: string | null;
  /** Sectors that are or ever were a destination. */
  readonly organizationIdsEver: readonly number[];
};

/** One effect, which the oracle counts. */
export type Effect = {
  readonly key: string | null;
  readonly type: string;
  /** The person whose session made it. */
  readonly sessionUserId: number;
  /** 0 for an effect on rows. */
  readonly documentId: number;
  /** The rows of an effect on reference data, `<collection>:<id>`, and the fields that it wrote. */
  readonly rows?: readonly string[];
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly result: Receipt['result'];
  readonly rev: number;
  /** With whom the document was before; absent of a creation and of rows. */
  readonly wasWith?: readonly number[];
};

/** A row of reference data as the server keeps it. */
export type ModelRow = {
  readonly id: number;
  readonly rev: number;
  readonly [field: string]: unknown;
  /** The command that made it. */
  readonly madeBy?: { readonly userId: number; readonly key: string };
};

export type ModelUser = Omit<UserRow, 'rev'> & { readonly superAdmin: boolean; readonly scopeEpoch: string };

/** What a test may break, to see that the oracle notices. All false for a correct server. */
export type ModelFaults = {
  /** Keys are not looked up: every request is executed. */
  readonly ignoresKeys: boolean;
  /** Keys are forgotten after this many milliseconds (src/sync/promises.md, hazard 15). */
  readonly keysLiveMs: number | null;
  /** The acting user is not compared with the session (src/sync/promises.md, hazard 13). */
  readonly ignoresActingUser: boolean;
  /** Guards come before the key look-up (src/sync/promises.md, hazard 17). */
  readonly guardsFirst: boolean;
  /**
   * Pages leave out the newest change but move the cursor past it (src/sync/promises.md, hazard
   * 18).
   */
  readonly skipsChanges: boolean;
  /**
   * What a device shows of its person and their tenant is no part of the feed
   * (src/sync/promises.md, hazard 18).
   */
  readonly skipsSession: boolean;
  /** A key is not withdrawn: what was held up on its way counts when it arrives (S18). */
  readonly keepsWithdrawn: boolean;
  /**
   * A part is taken as it came, and so is the file that its parts make (src/sync/promises.md,
   * hazard 24).
   */
  readonly takesDamaged: boolean;
  /** An upload begins anew each time that it is asked for (src/sync/promises.md, hazard 32). */
  readonly restartsUploads: boolean;
  /** Which document its author saw is not asked (I11). */
  readonly ignoresMarks: boolean;
  /** What went back to an older state begins no walk and lifts no number (S14). */
  readonly hidesRollbacks: boolean;
};

export const CORRECT: ModelFaults = {
  ignoresKeys: false,
  keysLiveMs: null,
  ignoresActingUser: false,
  guardsFirst: false,
  skipsChanges: false,
  skipsSession: false,
  keepsWithdrawn: false,
  takesDamaged: false,
  restartsUploads: false,
  ignoresMarks: false,
  hidesRollbacks: false,
};

/** A file on its way, in parts (S101). */
export type Upload = {
  readonly size: number;
  readonly sha256: string;
  readonly parts: readonly Uint8Array[];
  /** Bytes that were taken since it began for the first time. */
  readonly taken: number;
};

export type Model = {
  readonly faults: ModelFaults;
  /** A person who sees this many documents has a bounded copy. */
  boundedFrom: number;
  /** The server's clock, epoch ms. */
  readonly now: () => number;
  rev: number;
  lastId: number;
  lastNumber: number;
  readonly users: Map<number, ModelUser & { rev: number }>;
  /** What a person's session tells of the town hall. */
  tenant: { readonly name: string; readonly acronym: string; readonly time_zone: string; readonly rev: number };
  readonly organizations: Map<number, OrganizationRow>;
  readonly roles: Map<number, RoleRow>;
  readonly subjects: Map<number, DocumentSubjectRow>;
  readonly alerts: Map<number, AlertRow>;
  readonly holidays: Map<number, HolidayRow>;
  readonly models: Map<number, MirroredModel>;
  readonly documents: Map<number, ModelDocument>;
  readonly receipts: Map<string, { readonly receipt: Receipt; readonly fingerprint: string; readonly atMs: number }>;
  /** Files that were sent ahead of their command, `<person>:<key>/<file>`. */
  readonly uploads: Map<string, Upload>;
  /** How many attempts under a key were withdrawn. */
  readonly withdrawn: Map<string, number>;
  /**
   * Keys that the rules refused, or that conflicted, at least once: only of these may a device say
   * so.
   */
  readonly refused: Set<string>;
  readonly tombstones: {
    readonly collection: 'alerts' | 'models' | 'holidays';
    readonly id: number;
    readonly rev: number;
  }[];
  readonly effects: Effect[];
  /** The commands of views that are counted with an earlier line (rule E2). */
  readonly countedViews: Set<string>;
};

/** The rows of a collection by id. */
export function rowsOf(model: Model, collection: RowCollection): Map<number, ModelRow> {
  const tables = { ...model, document_subjects: model.subjects };
  return tables[collection] as unknown as Map<number, ModelRow>;
}

export function nextRev(model: Model): number {
  model.rev += 1;
  return model.rev;
}

export function nextId(model: Model): number {
  model.lastId += 1;
  return model.lastId;
}

export function todayOf(model: Model): CalendarDay {
  return dayAt(model.now(), ZONE);
}

export function organizationRef(model: Model, id: number | null): OrganizationRef | null {
  const row = id === null ? undefined : model.organizations.get(id);
  return row === undefined ? null : { id: row.id, name: row.name, acronym: row.acronym };
}

export function personRef(model: Model, id: number): PersonRef {
  const user = userOf(model, id);
  return { id, name: user.name, last_name: user.last_name, organization: user.organization };
}

export function userOf(model: Model, id: number): ModelUser & { rev: number } {
  const user = model.users.get(id);
  if (user === undefined) throw new Error(`no user ${id}`);
  return user;
}

/** Rule B1, by the domain's own predicate. */
export function isVisible(model: Model, at: { document: ModelDocument; userId: number }): boolean {
  const { document } = at;
  const user = userOf(model, at.userId);
  return canSee(
    {
      createdBy: document.created_by,
      responsibleIdsEver: document.facts.responsible_ids_ever,
      organizationIdsEver: document.organizationIdsEver,
      originOrganizationId: document.origin?.id ?? null,
      mentionedUserIds: document.tags.flatMap((tag) => (tag.user_id === null ? [] : [tag.user_id])),
    },
    { userId: user.id, organizationId: user.organization?.id ?? null, superAdmin: user.superAdmin },
  );
}

export function visibleTo(model: Model, userId: number): ModelDocument[] {
  return [...model.documents.values()].filter((document) => isVisible(model, { document, userId }));
}
