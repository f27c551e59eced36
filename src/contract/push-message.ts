// The content of a push: a declarative message (RFC 8030), which a browser can also show without
// our worker. It names the document and the reason, and nothing of the document's content (rule
// G10).

import * as v from 'valibot';

const PushMessage = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    /** Absolute address to open. */
    navigate: v.pipe(v.string(), v.url()),
    /** A later message with the same tag replaces this one. */
    tag: v.string(),
  }),
});

export type PushNotice = v.InferOutput<typeof PushMessage>['notification'];

/** The message as text. */
export function writePushMessage(notice: PushNotice): string {
  return JSON.stringify({ web_push: 8030, notification: { ...notice, lang: 'pt-BR', dir: 'ltr' } });
}

/** The fields of a message; null when it is not one of ours. */
export function readPushMessage(text: string): PushNotice | null {
  try {
    return v.parse(PushMessage, JSON.parse(text)).notification;
  } catch {
    return null;
  }
}
