// The model's answers, in the contract's error shape.

import type { ErrorBody } from '#contract/errors.ts';
import { errorsByField, REFUSAL_TEXT, REPLACED_TEXT } from '#contract/refusal-text.ts';
import type { Decision } from '#domain/refusals.ts';

export type WireAnswer = {
  readonly status: number;
  /** Undefined for an empty answer. */
  readonly json?: unknown;
  /** A page instead of our JSON, by a portal or a proxy. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export function problem(status: number, body: ErrorBody): WireAnswer {
  return { status, json: body };
}

export const UNAUTHENTICATED = problem(401, { message: 'Unauthenticated.' });
export const CSRF_MISMATCH = problem(419, { message: 'CSRF token mismatch.' });
export const NOT_FOUND = problem(404, { message: 'Não encontrado.', type: 'not_found' });
export const REPLACED = problem(404, { message: REPLACED_TEXT, type: 'not_found' });
export const ACTOR_MISMATCH = problem(403, { message: 'Este item pertence a outra pessoa.', type: 'actor_mismatch' });
export const KEY_REUSED = problem(422, { message: 'Chave já usada.', type: 'key_reused' });

export const WITHDRAWN = problem(409, { message: 'Retirado.', type: 'withdrawn' });

export const PART_DAMAGED = problem(422, { message: 'A parte chegou diferente.', type: 'part_damaged' });
export const UPLOAD_MISSING = problem(409, { message: 'O arquivo não chegou inteiro.', type: 'upload_missing' });

/** A refusal by the rules: 403 for a missing permission, 422 otherwise. */
export function refusal(decision: Extract<Decision<unknown>, { kind: 'refused' }>): WireAnswer {
  const errors = errorsByField(decision.refusals);
  if (decision.refusals.some((one) => one.code === 'not_allowed')) {
    return problem(403, { message: REFUSAL_TEXT.not_allowed, type: 'forbidden', errors });
  }
  return problem(422, { message: REFUSAL_TEXT[decision.refusals[0].code], type: 'invalid', errors });
}
