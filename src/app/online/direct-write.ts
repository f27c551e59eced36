// A write that may not enter the outbox, sent while its author waits. It carries a key like a
// command, so that repeating it after a lost answer has one effect (rule E5).

import type { FormPair } from '#contract/form.ts';
import { HEADERS } from '#contract/sync.ts';
import { readingOf } from '#sync/reading.ts';
import { client } from './client.ts';

export type DirectWrite = {
  readonly path: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly fields: readonly FormPair[];
  /** A file under the name of its field. */
  readonly file?: { readonly field: string; readonly file: File } | null;
  /** UUID. A repeated attempt with the same content uses the same key. */
  readonly key: string;
  readonly userId: number;
};

export type WriteRefused =
  /**
   * `errors`: the sentences of each field, by its name on the wire; under '' those without a field.
   */
  | { readonly kind: 'refused'; readonly errors: Readonly<Record<string, readonly string[]>> }
  /** The session has ended. */
  | { readonly kind: 'login' }
  /** No answer of our server: the write may have arrived. */
  | { readonly kind: 'unanswered' };

/**
 * Sends a write once, as a form with `_method`. Resolves to the JSON of a success ({} without a
 * body), or to the reason of a failure.
 */
export async function directWrite(
  write: DirectWrite,
): Promise<{ readonly kind: 'done'; readonly json: unknown } | WriteRefused> {
  const body = new FormData();
  if (write.method !== 'POST') body.append('_method', write.method);
  for (const [name, value] of write.fields) body.append(name, value);
  if (write.file) body.append(write.file.field, write.file.file, write.file.file.name);
  const headers = { [HEADERS.idempotencyKey]: write.key, [HEADERS.actingUser]: String(write.userId) };
  const reading = readingOf(await client.request({ method: 'POST', path: write.path, headers, body }));
  // A server with the product's own calls alone may answer a success without a body (S113).
  if (reading.kind === 'ours' && reading.reply.status < 300) return { kind: 'done', json: reading.reply.json ?? {} };
  if (reading.kind === 'login') return { kind: 'login' };
  if (reading.kind !== 'ours' || reading.body === null) return { kind: 'unanswered' };
  const { errors = {}, message } = reading.body;
  return { kind: 'refused', errors: Object.keys(errors).length > 0 ? errors : { '': [message] } };
}
