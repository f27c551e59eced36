import * as v from 'valibot';
import type { Reply } from './call.ts';

/** A promise that the server does not keep; the message says what was seen instead. */
export class Broken extends Error {}

/** The server does not have the calls of the case, and needs none of them. */
export class NotOffered extends Error {}

/** @throws Broken with `seen` when the promise does not hold. */
export function keeps(holds: boolean, seen: string | (() => string)): asserts holds {
  if (!holds) throw new Broken(typeof seen === 'string' ? seen : seen());
}

/** The first 200 characters of a value, for the sentence of a broken promise. */
export const short = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 200);

/** Status and beginning of an answer, for the sentence of a broken promise. */
export const said = (reply: Reply): string => `${reply.status} ${reply.text.slice(0, 160)}`;

/** @throws Broken when the answer has another status. */
export function answers(reply: Reply, status: number, what: string): void {
  keeps(reply.status === status, () => `${what}: ${status} expected, answered ${said(reply)}`);
}

/** The members that a case reads of an answer. @throws Broken when the answer does not have them. */
export function read<Schema extends v.GenericSchema>(reply: Reply, schema: Schema): v.InferOutput<Schema> {
  const found = v.safeParse(schema, reply.json);
  keeps(found.success, () => `the answer has another shape: ${found.issues?.[0]?.message} in ${said(reply)}`);
  return found.output;
}
