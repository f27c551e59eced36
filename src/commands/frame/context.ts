// What a person can do. Each verb: decide by the rules on the folded document → one strict transaction (the command, its
// files, the new view, the draft gone) → wake the worker. It resolves only once that is durable (I6). Only this room adds
// outbox rows.

import type { SessionUser } from '#contract/session.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { Refused } from '#domain/refusals.ts';

export type CommandContext = {
  readonly mirror: Mirror;
  readonly session: SessionUser;
  /** Epoch ms by this device. */
  readonly clock: () => number;
  /** A new UUID. */
  readonly newId: () => string;
  /** There is work in the outbox. */
  readonly wake: () => void;
  /** Server clock minus device clock, ms, as last learnt. */
  readonly offsetMs: () => Promise<number>;
};

/** Guarded on this device: durable, in the outbox, shown in pencil. */
export type Stored = { readonly kind: 'stored'; readonly commandId: string; readonly documentKey: string };

/** What a gesture came to: refusals are values with the wire's field names; StorageTrouble is thrown. */
export type GestureResult = Stored | Refused;
