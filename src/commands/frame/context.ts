// The verbs: what a person can do. Each verb decides by the rules on the folded document. It then
// stores everything in one strict transaction: the command, its files, the new view, the removal of
// the draft. Then it wakes the worker. It resolves only once the transaction is durable (I6). No
// other room adds rows to the outbox.

import type { SessionUser } from '#contract/session.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { RefusedDecision } from '#domain/refusals.ts';

export type CommandContext = {
  readonly mirror: Mirror;
  readonly session: SessionUser;
  /** Epoch ms by this device. */
  readonly clock: () => number;
  /** A new UUID. */
  readonly newId: () => string;
  /** Tells the worker that there is work in the outbox. */
  readonly wake: () => void;
  /** Server clock minus device clock, ms, as last learnt. */
  readonly offsetMs: () => Promise<number>;
};

/** The gesture is kept on this device: durable, in the outbox, shown in pencil. */
export type StoredResult = { readonly kind: 'stored'; readonly commandId: string; readonly documentKey: string };

/**
 * The result of a gesture. Refusals are values with the field names of the wire; StorageTrouble is
 * thrown.
 */
export type GestureResult = StoredResult | RefusedDecision;
