import * as v from 'valibot';
import type { Reply } from './call.ts';

/** The server breaks a promise. The message says what the kit saw instead. */
export class Broken extends Error {}

/**
 * The server lacks an optional part that the case is about. The message names the part: `no
 * uploads`.
 */
export class NotOffered extends Error {}

/** @throws Broken with `seen` when the promise does not hold. */
export function keeps(holds: boolean, seen: string | (() => string)): asserts holds {
  if (!holds) throw new Broken(typeof seen === 'string' ? seen : seen());
}

/** The first 200 characters of a value, for the message of a broken promise. */
export const short = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 200);

/** Status and beginning of an answer in one line, for the message of a broken promise. */
export const said = (reply: Reply): string =>
  `${reply.status} ${reply.text.slice(0, 160).split(/\s+/).join(' ')}`.trimEnd();

/** @throws Broken when the answer has another status. */
export function answers(reply: Reply, status: number, what: string): void {
  keeps(reply.status === status, () => `${what}: ${status} expected, answered ${said(reply)}`);
}

/** @throws Broken when the answer is no success. */
export function succeeds(reply: Reply, what: string): void {
  keeps(reply.status >= 200 && reply.status < 300, () => `${what}: a success expected, answered ${said(reply)}`);
}

/**
 * Whether the server lacks this call: it answers so by status, or sends its page for unknown
 * addresses. Only for calls that answer JSON.
 */
export const hasNoCall = ({ status, json }: Reply): boolean =>
  [404, 405, 501].includes(status) || (status < 400 && json === null);

/**
 * The members that a case reads of an answer. @throws Broken when the answer does not have them.
 */
export function read<Schema extends v.GenericSchema>(reply: Reply, schema: Schema): v.InferOutput<Schema> {
  const found = v.safeParse(schema, reply.json);
  keeps(found.success, () => `the answer has another shape: ${found.issues?.[0]?.message} in ${said(reply)}`);
  return found.output;
}
