// Validates by one schema per route, whatever the content type (default 4). What fails becomes a
// Portuguese sentence by field.

import { coerce, PAIRS_MAX } from '#contract/form.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { REFUSAL_CODES, type RefusalCode } from '#domain/refusals.ts';
import * as v from 'valibot';
import { problems } from '../../reporting/errors.ts';

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

// Bounds for a body of any type: how many values it has, and how deep they nest. They are checked
// on the text, in one pass, before it is parsed. Two megabytes can hold 150,000 keys, and making,
// walking and validating those would hold up every other request.

/** JSON may have as many values as a form has pairs. */
export const VALUES_MAX = PAIRS_MAX;
/** JSON could nest until the stack overflows. Forms nest less deep. */
export const DEPTH_MAX = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Throws RangeError for too many values or too deep nesting. Whether the text is JSON at all is
 * judged by the parser.
 */
export function boundJson(text: string): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfText(text, at);
    } else if (code === COMMA) {
      values += 1;
    } else if (OPENING.has(code)) {
      values += 1;
      depth += 1;
    } else if (CLOSING.has(code)) {
      depth -= 1;
    }
    if (values > VALUES_MAX || depth > DEPTH_MAX) throw new RangeError('too many values or too deep');
  }
}

/**
 * The place of the closing quote of the JSON string that begins at `from`; the end of the text when
 * the string is not closed.
 */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

/** Throws RangeError for a query or an urlencoded form with too many fields. */
export function boundForm(text: string): void {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > VALUES_MAX) throw new RangeError('too many fields');
  }
}
