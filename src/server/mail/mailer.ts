// Sends e-mail over SMTP, or writes .eml files under DATA_DIR/mail when no SMTP_URL is set.

import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { Hopeless } from '../reporting/hopeless.ts';
import type { Message } from './messages.ts';

const PATIENCE_MS = 20_000;

export type Mailer = {
  /**
   * Hands the message over. Throws when sending should be tried again, and Hopeless when the address is refused for good.
   */
  send(message: Message): Promise<void>;
  close(): void;
};

export type MailerOptions = {
  readonly smtpUrl: string | null;
  /** Folder of the .eml files. */
  readonly folder: string;
  readonly from: string;
  readonly clock: () => number;
};

export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === null ? fileMailer(options) : smtpMailer(options.smtpUrl, options);
}

function smtpMailer(url: string, { from, clock }: MailerOptions): Mailer {
  const transport = nodemailer.createTransport(
    {
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send(message) {
      try {
        await transport.sendMail(envelope(message, clock()));
      } catch (error) {
        throw refusedForGood(error) ? new Hopeless('the mail server refuses the message', { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

function fileMailer({ folder, from, clock }: MailerOptions): Mailer {
  const transport = nodemailer.createTransport(
    { streamTransport: true, buffer: true, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  return {
    async send(message) {
      const now = clock();
      const { message: bytes } = await transport.sendMail(envelope(message, now));
      if (!Buffer.isBuffer(bytes)) throw new Error('the message was not made in one piece');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date(now).toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`;
      // Renamed when complete, so that a program that watches the folder never sees half a message.
      const partial = join(folder, `${name}.part`);
      try {
        await writeFile(partial, bytes, { mode: 0o600, flush: true });
        await rename(partial, join(folder, `${name}.eml`));
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

function envelope({ to, subject, text, html }: Message, now: number) {
  // Nodemailer takes an address object as it is, so a name in it can't become a second recipient.
  return {
    to: { name: to.name, address: to.email },
    subject,
    text,
    html,
    date: new Date(now),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/**
 * Only a 5xx of SMTP about sender, recipient or content is final. A failed login is a matter of configuration, which may
 * be corrected.
 */
function refusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  return Number(error.responseCode) >= 500 && error.command !== 'AUTH PLAIN' && error.command !== 'AUTH LOGIN';
}
