// Work that stays on this device after its author has left (S94). All of it is one row of the
// outbox, and one file with the sealed bytes, which belongs to that row. No version of the
// application understands the row as a command, so none sends or deletes it.

import type { OutboxCommand } from './outbox-row.ts';

const SEALED = 'sealed';
/** Version of the format of sealed work, which is independent of the version of commands. */
const SEALED_VERSION = 1;

/** How much work of a person who left waits on this device for their next login. */
export type KeptWork = {
  readonly unsent: number;
  /**
   * How many of the unsent commands can be sent; the others wait for their author. Older versions
   * did not count them.
   */
  readonly sendable?: number;
  readonly drafts: number;
  /**
   * Why some of the work is stored unsealed, as its author left it. `no-key`: no login brought a
   * key. `failed`: there was no space, the key was unusable, or the sealed parts did not open.
   */
  readonly unsealed?: 'no-key' | 'failed';
};

export type SealedRow = Omit<OutboxCommand, 'type' | 'payload'> & {
  readonly type: typeof SEALED;
  readonly payload: {
    /** Id of the pair of keys with which the work is sealed. */
    readonly keyId: string;
    /** The public half of the key that the device made for this sealing, base64url. */
    readonly ephemeral: string;
    /** How many parts were sealed: the rows, then each piece of a file. */
    readonly parts: number;
    /** The counts that a person is shown without opening the work. */
    readonly counts: KeptWork;
  };
};

export function isSealed(row: { readonly type: string }): boolean {
  return row.type === SEALED;
}

/**
 * Whether this version of the application can open the sealed work: a newer one may have sealed it
 * in another form.
 */
export function isKnownSealing(row: { readonly version: number }): boolean {
  return row.version <= SEALED_VERSION;
}

/** The row of the outbox for sealed work. It tells how much was sealed, and nothing else of it. */
export function sealedRow(of: { id: string; userId: number; tenantId: number } & SealedRow['payload']): SealedRow {
  const { id, userId, tenantId, ...payload } = of;
  return {
    id,
    seq: 0,
    actorId: userId,
    tenantId,
    deviceId: '',
    loginId: null,
    version: SEALED_VERSION,
    type: SEALED,
    documentKey: `${SEALED}:${id}`,
    basedOn: null,
    payload,
    files: [],
    performedAtMs: 0,
    state: 'held',
    attempts: 0,
    failures: 0,
    dueAtMs: 0,
    lease: null,
    lastError: null,
    receipt: null,
    doneAtMs: null,
    mayBeRefused: false,
  };
}
