// Validates by one schema per route, whatever the content type (default 4). What fails becomes a
// Portuguese sentence by field.

import { coerce } from '#contract/form.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { REFUSAL_CODES, type RefusalCode } from '#domain/refusals.ts';
import * as v from 'valibot';
import { problems } from '../../reporting/errors.ts';
import { DEPTH_MAX } from './bounds.ts';

const CODES: ReadonlySet<string> = new Set(REFUSAL_CODES);

/**
 * `input` as the schema's output; unknown keys are dropped. Throws 422 with messages by field, and
 * 400 for endless nesting.
 */
export function validate<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  refuseNul(input);
  const result = v.safeParse(schema, coerce(schema, input ?? {}));
  if (result.success) return result.output;
  const errors: Record<string, string[]> = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? 'body';
    const messages = (errors[field] ??= []);
    const message = messageOf(issue);
    if (!messages.includes(message)) messages.push(message);
  }
  throw problems.invalid(errors);
}

function messageOf(issue: v.BaseIssue<unknown>): string {
  if (CODES.has(issue.message)) return REFUSAL_TEXT[issue.message as RefusalCode];
  if (issue.kind === 'schema' && issue.input === undefined) return REFUSAL_TEXT.required;
  if (issue.input === '') return REFUSAL_TEXT.required;
  return issue.type === 'max_length' ? REFUSAL_TEXT.too_long : REFUSAL_TEXT.invalid;
}

function refuseNul(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string' && value.includes('\u0000')) {
    throw problems.invalid({ [path.join('.') || 'body']: [REFUSAL_TEXT.invalid] });
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= DEPTH_MAX) throw problems.badRequest();
  for (const [key, own] of Object.entries(value)) {
    if (key.includes('\u0000')) throw problems.invalid({ body: [REFUSAL_TEXT.invalid] });
    refuseNul(own, [...path, key]);
  }
}
