import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { PushSender } from '../push/push-sender.ts';

/** What jobs work with. Tests pass their own mailer, push sender and clock. */
export type JobParts = {
  readonly database: Database;
  readonly files: FileStore;
  readonly mailer: Pick<Mailer, 'send' | 'close'>;
  readonly push: PushSender;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Address of the client for links, without a trailing slash. */
  readonly publicUrl: string;
  /** E-mails that all servers together may hand over in a minute; null without a limit. */
  readonly mailPerMinute?: number | null;
  /**
   * Whether this server may do no work now: it stops, or the database has migrations of another
   * version (S166).
   */
  readonly isHalted?: () => boolean;
};

/**
 * Does `work` for each tenant in turn. A failure for one goes to `onFault`, and the others follow.
 */
export async function eachTenant<Tenant extends { readonly id: number }>(
  tenants: readonly Tenant[],
  each: { work: (tenant: Tenant) => Promise<unknown>; onFault: (tenantId: number, error: unknown) => void },
): Promise<void> {
  for (const tenant of tenants) {
    try {
      await each.work(tenant);
    } catch (error) {
      each.onFault(tenant.id, error);
    }
  }
}
