// What every route gets, built once in main.ts or by the test harness.

import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { FileStore } from '../files/file-store.ts';
import type { CursorWatch } from '../sync/cursor.ts';
import type { ReceiptKeys } from '../signing/receipt-keys.ts';

export type Services = {
  readonly config: Config;
  readonly database: Database;
  readonly files: FileStore;
  readonly events: EventBus;
  readonly receiptKeys: ReceiptKeys;
  readonly rollbacks: CursorWatch;
  /** Epoch milliseconds, moved by CLOCK_OFFSET_MS: the only clock of the server. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
};
