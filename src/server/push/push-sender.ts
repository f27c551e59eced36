// Web Push (rule G10), encrypted for one device. The address is checked again when sending, and
// redirects are not followed (default 9).

import { type PushNotice, writePushMessage } from '#contract/push-message.ts';
import * as v from 'valibot';
import webpush from 'web-push';
import type { Config } from '../config/config.ts';
import { innerCodeOf, reasonAt, withReason } from '../config/reasons.ts';
import { keepSecret } from '../config/secrets.ts';
import { Hopeless } from '../reporting/errors.ts';

const TTL_SECONDS = 86_400;
const PATIENCE_MS = 15_000;

/**
 * Statuses that refuse the message itself. Every other failure, such as refused keys, may be
 * corrected while the push is tried again.
 */
const FINAL = new Set([400, 413]);

/** Sends the request and returns the status. A test passes its own push service here. */
export type PushTransport = (request: {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}) => Promise<{ readonly status: number }>;

export type PushSender = {
  /**
   * 'gone' means that the subscription has ended and must be removed. Throws when sending should be
   * tried again, and Hopeless when it should not.
   */
  send(subscription: string, notice: PushNotice): Promise<'sent' | 'gone'>;
};

type PushSenderOptions = {
  readonly keys: VapidKeys;
  /** The mailto: or https: address at which a push service can contact the operator. */
  readonly contact: string;
  readonly transport?: PushTransport;
  readonly isKnownEndpoint?: (endpoint: string) => boolean;
};

/** Sends to known push services only. Only tests replace `transport` and `isKnownEndpoint`. */
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
      // Only the host goes into the log, because the path of an endpoint is a secret of the device.
      const { host } = new URL(details.endpoint);
      const request = { endpoint: details.endpoint, headers, body: new Uint8Array(details.body) };
      const { status } = await transport(request).catch((error: unknown) => {
        const isLate = error instanceof DOMException && error.name === 'TimeoutError';
        const code = isLate ? 'ETIMEDOUT' : (innerCodeOf(error) ?? 'unknown');
        throw withReason(
          new Error('the push service could not be reached', { cause: error }),
          reasonAt('push', { host, code }),
        );
      });
      if (status === 404 || status === 410) return 'gone';
      if (status >= 200 && status < 300) return 'sent';
      const failed = `push service answered ${status}`;
      const failure = FINAL.has(status) ? new Hopeless(failed) : new Error(failed);
      throw withReason(failure, reasonAt('push', { host, code: 'HTTP', status }));
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

const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)*notify\.windows\.com$/,
];

/**
 * The addresses to which a push may be sent (default 9): the push services of the browsers, over
 * https on port 443. An address is checked when a subscription is saved and again when it is used,
 * so that no client can make the server call an address of the client's choice.
 */
export function isKnownPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, port, hostname, username, password } = new URL(endpoint);
  const plain = protocol === 'https:' && port === '' && username === '' && password === '';
  return plain && HOSTS.some((host) => host.test(hostname));
}

const Keys = v.object({ publicKey: v.string(), privateKey: v.string() });
type VapidKeys = v.InferOutput<typeof Keys>;

/**
 * The configured pair of keys, or one that is made once and kept in DATA_DIR. Several servers need
 * the configured one.
 */
export function vapidKeysOf(config: Pick<Config, 'vapid' | 'dataDir'>): VapidKeys {
  if (config.vapid !== null) return config.vapid;
  const kept = keepSecret(config.dataDir, { name: 'vapid', make: () => JSON.stringify(webpush.generateVAPIDKeys()) });
  return v.parse(Keys, JSON.parse(kept));
}
