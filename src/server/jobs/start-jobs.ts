import { join } from 'node:path';
import { createMailer } from '../mail/mailer.ts';
import { createPushSender } from '../push/push-sender.ts';
import { vapidKeysOf } from '../push/vapid-keys.ts';
import type { Services } from '../services/services.ts';
import { createJobs } from './create-jobs.ts';

const EVERY_MS = 1000;

/**
 * Starts a server's jobs with real mail and push. `address` is where people open the client.
 * Nothing is done while the server `isHalted`.
 */
export function startJobs(
  services: Services,
  server: { readonly address: string; readonly isHalted: () => boolean },
): { stop(): Promise<void> } {
  const { config, database, files, clock, log } = services;
  const { hostname } = new URL(server.address);
  const from =
    config.mailFrom ?? `Malote <nao-responda@${/[a-z]\.[a-z]/i.test(hostname) ? hostname : 'localhost.localdomain'}>`;
  const mailer = createMailer({ smtpUrl: config.smtpUrl, folder: join(config.dataDir, 'mail'), from, clock });
  const push = createPushSender({ keys: vapidKeysOf(config), contact: contactOf(server.address, from) });
  const running = createJobs({
    database,
    files,
    mailer,
    push,
    clock,
    log,
    publicUrl: server.address,
    isHalted: server.isHalted,
  }).start(EVERY_MS);
  return {
    async stop() {
      await running.stop();
      mailer.close();
    },
  };
}

/** Push services want a contact as an https: or mailto: address. */
function contactOf(address: string, from: string): string {
  if (address.startsWith('https:')) return address;
  return `mailto:${/<([^<>]+)>/.exec(from)?.[1] ?? from}`;
}
