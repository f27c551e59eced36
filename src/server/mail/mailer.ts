// Sends e-mail over SMTP, or writes .eml files under DATA_DIR/mail when no SMTP_URL is set.

import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config/config.ts';
import { Hopeless } from '../reporting/errors.ts';
import { reasonAt, withReason } from '../config/reasons.ts';
import type { Message } from './messages.ts';

const PATIENCE_MS = 20_000;
/**
 * Connections to the mail server: one for each job that sends an e-mail at the same time
 * (src/server/jobs/create-jobs.ts).
 */
const CONNECTIONS = 6;

export type Mailer = {
  /**
   * Hands the message over. Throws when sending should be tried again, and Hopeless when there is
   * no such recipient.
   */
  send(message: Message): Promise<void>;
  /** Connects and logs in without sending. Throws as `send` does. */
  check(): Promise<void>;
  close(): void;
};

export type MailerOptions = {
  readonly smtpUrl: string | null;
  /** Folder of the .eml files. */
  readonly folder: string;
  readonly from: string;
  readonly clock: () => number;
};

/**
 * The mailer of this configuration. `address` is where people open the client. Without MAIL_FROM,
 * the sender's address is made of its host name.
 */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  { address, clock }: { readonly address: string; readonly clock: () => number },
): Mailer & { readonly from: string } {
  const { hostname } = new URL(address);
  const from =
    config.mailFrom ?? `Malote <nao-responda@${/[a-z]\.[a-z]/i.test(hostname) ? hostname : 'localhost.localdomain'}>`;
  return { ...createMailer({ smtpUrl: config.smtpUrl, folder: join(config.dataDir, 'mail'), from, clock }), from };
}

export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === null ? fileMailer(options) : smtpMailer(options.smtpUrl, options);
}

function smtpMailer(url: string, { from, clock }: MailerOptions): Mailer {
  const transport = nodemailer.createTransport(
    {
      ...protectedWay(new URL(url)),
      // A connection carries many messages. When it breaks during one, that message fails, and its
      // job is tried again.
      pool: true,
      maxConnections: CONNECTIONS,
      maxRequeues: 0,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const { host } = new URL(url);
  return {
    async send(message) {
      await transport.sendMail(envelope(message, clock())).catch((error: unknown) => {
        throw smtpFailure(error, host);
      });
    },
    async check() {
      await transport.verify().catch((error: unknown) => {
        throw smtpFailure(error, host);
      });
    },
    close: () => transport.close(),
  };
}

/** Parameters of SMTP_URL that would allow a connection without TLS. */
const OPENING = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure'];

/** A password goes over TLS only: where the server does not offer it, nothing is sent. */
function protectedWay(address: URL): { url: string; requireTLS?: true } {
  if (address.password === '') return { url: address.href };
  for (const name of OPENING) address.searchParams.delete(name);
  return { url: address.href, ...(address.protocol === 'smtps:' ? {} : { requireTLS: true }) };
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
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    close: () => transport.close(),
  };
}

function envelope({ to, subject, text, html, stopAt }: Message, now: number) {
  // Nodemailer takes an address object as it is, so a name in it can't become a second recipient.
  return {
    to: { name: to.name, address: to.email },
    subject,
    text,
    html,
    date: new Date(now),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stopAt === undefined ? {} : { 'List-Unsubscribe': `<${stopAt}>` }),
    },
  };
}

/** The error for a failure at the mail server, with the reason that may stand in the log. */
function smtpFailure(error: unknown, host: string): Error {
  const { code: ofLibrary = 'unknown', originalCode, command, responseCode, response } = error as SmtpError;
  // The library hides ECONNREFUSED or a fault of the certificate under its own name.
  const code = originalCode === undefined || originalCode.endsWith('_TIMEOUT') ? ofLibrary : originalCode;
  const reason = reasonAt('mail', { host, code, ...(responseCode === undefined ? {} : { status: responseCode }) });
  const failure =
    ofLibrary === 'ETLS' && command === 'STARTTLS' && responseCode !== undefined
      ? new Error('the mail server offers no TLS, and a password is never sent without it', { cause: error })
      : isRecipientRefused({ command, responseCode, response })
        ? new Hopeless('the mail server does not know the recipient', { cause: error })
        : new Error('the mail server did not take the message', { cause: error });
  return withReason(failure, reason);
}

/** The fields that nodemailer may add to an error. */
type SmtpError = Partial<Record<'code' | 'originalCode' | 'command' | 'response', string | undefined>> & {
  responseCode?: number | undefined;
};

/**
 * Replies to RCPT TO that refuse a recipient: no such mailbox, not local, no such name. They count
 * where the server gives no enhanced status code.
 */
const NO_RECIPIENT = new Set([550, 551, 553]);
const ENHANCED = /^\d{3}[ -](\d)\.(\d{1,3})\.(\d{1,3})\b/;
/** The enhanced codes X.1.7 and X.1.8 are about the sender, which is a matter of configuration. */
const OF_SENDER = new Set(['7', '8']);

/**
 * Whether the mail server refuses the recipient, which alone is final. Every other refusal may be
 * corrected at one of the two servers: a login that is missing or wrong, a list of blocked senders,
 * a full mailbox, a policy.
 */
function isRecipientRefused({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  const [, kind, subject, detail = ''] = ENHANCED.exec(response) ?? [];
  if (kind !== undefined) return kind === '5' && subject === '1' && !OF_SENDER.has(detail);
  return command === 'RCPT TO' && NO_RECIPIENT.has(responseCode);
}
