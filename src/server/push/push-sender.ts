// Web Push (rule G10): encrypted for one device. The address is judged again on sending, and never followed elsewhere
// (default 9).

import { type PushNotice, writePushMessage } from '#contract/push-message.ts';
import webpush from 'web-push';
import { Hopeless } from '../reporting/hopeless.ts';
import { isKnownPushEndpoint } from './known-endpoint.ts';
import type { VapidKeys } from './vapid-keys.ts';

const TTL_SECONDS = 86_400;
const PATIENCE_MS = 15_000;

/** What goes over the wire; a test's push service takes it instead. Answers the status. */
export type PushTransport = (request: {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}) => Promise<{ readonly status: number }>;

export type PushSender = {
  /** 'gone': the subscription has ended and is to be forgotten. Throws when it is to be tried again, or Hopeless. */
  send(subscription: string, notice: PushNotice): Promise<'sent' | 'gone'>;
};

export type PushSenderOptions = {
  readonly keys: VapidKeys;
  /** Whom a push service may write to: a mailto: or https: address. */
  readonly contact: string;
  readonly transport?: PushTransport;
  readonly isKnownEndpoint?: (endpoint: string) => boolean;
};

/** Sends to known push services only; `transport` and `isKnownEndpoint` are replaced by tests alone. */
export function createPushSender(options: PushSenderOptions): PushSender {
  const { transport = postOnce, isKnownEndpoint = isKnownPushEndpoint } = options;
  return {
    async send(subscription, notice) {
      const parsed = JSON.parse(subscription) as webpush.PushSubscription;
      if (!isKnownEndpoint(parsed.endpoint)) return 'gone';
      const details = webpush.generateRequestDetails(parsed, writePushMessage(notice), {
        vapidDetails: { subject: options.contact, ...options.keys },
        TTL: TTL_SECONDS,
        contentEncoding: 'aes128gcm',
      });
      const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]));
      const { status } = await transport({ endpoint: details.endpoint, headers, body: new Uint8Array(details.body) });
      if (status === 404 || status === 410) return 'gone';
      if (status >= 200 && status < 300) return 'sent';
      const failed = `push service answered ${status}`;
      throw status >= 500 || status === 429 ? new Error(failed) : new Hopeless(failed);
    },
  };
}

async function postOnce(request: Parameters<PushTransport>[0]): Promise<{ status: number }> {
  const { 'Content-Length': _measured, ...headers } = request.headers;
  const response = await fetch(request.endpoint, {
    method: 'POST',
    headers,
    body: Buffer.from(request.body),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await response.body?.cancel();
  return { status: response.status };
}
