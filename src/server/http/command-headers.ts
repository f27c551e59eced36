// The extension for offline devices (src/sync/promises.md, Exactly once): the headers that say who
// acted, when, and under which key.

import { HEADERS } from '#contract/sync.ts';
import { Uuid } from '#contract/scalars.ts';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Actor } from '../policies/actor.ts';
import { problems } from '../reporting/errors.ts';

export type CommandHeaders = {
  /** The Idempotency-Key in lower case; null for clients that send none. */
  readonly key: string | null;
  /**
   * How often the device has sent the command, this time included; 0 for clients that do not say
   * it.
   */
  readonly attempt: number;
  /**
   * ISO instant at which the command was done; its arrival when the device's clock was not
   * believed.
   */
  readonly performedAt: string;
  readonly clockSuspect: boolean;
  /**
   * The instant that the device names; set when it counts only if the command has waited (S157).
   */
  readonly ifWaited?: string;
};

/**
 * A device's clock may differ from the server's by so much and is still believed, because the
 * device learnt its offset from answers that took their time.
 */
const TOLERANCE_MS = 60_000;

/**
 * Reads the headers of a write. A malformed key is 422. Nothing is refused because of its clock
 * (rule A4).
 */
export function commandHeadersOf(
  request: FastifyRequest,
  facts: { readonly actor: Actor | undefined; readonly now: number },
): CommandHeaders {
  const key = headerOf(request, HEADERS.idempotencyKey);
  if (key !== null && !v.is(Uuid, key)) {
    throw problems.invalid({ [HEADERS.idempotencyKey]: ['A chave de envio precisa ser um UUID.'] });
  }
  const said = headerOf(request, HEADERS.attempt) ?? '';
  const attempt = /^\d{1,9}$/.test(said) ? Number(said) : 0;
  return { key: key?.toLowerCase() ?? null, attempt, ...performedAtOf(headerOf(request, HEADERS.performedAt), facts) };
}

/** Refuses a write that another person queued (I4). Runs before anything else is checked. */
export function checkActingUser(request: FastifyRequest, actor: Actor): void {
  const actingUser = headerOf(request, HEADERS.actingUser);
  if (actingUser !== null && actingUser !== String(actor.userId)) throw problems.actorMismatch();
}

export function performedAtOf(
  text: string | null,
  facts: { readonly actor: Actor | undefined; readonly now: number },
): Omit<CommandHeaders, 'key' | 'attempt'> {
  const arrival = new Date(facts.now).toISOString();
  if (text === null) return { performedAt: arrival, clockSuspect: false };
  const performed = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(performed) || performed > facts.now + TOLERANCE_MS)
    return { performedAt: arrival, clockSuspect: true };
  const believed = new Date(Math.min(performed, facts.now)).toISOString();
  const spans = facts.actor?.believed ?? [];
  const within = spans.filter((span) => isWithin(performed, span));
  if (spans.length > 0 && within.length === 0) return { performedAt: arrival, clockSuspect: true };
  const isSettled = within.length > 0 && within.every((span) => isBefore(performed, span.settledUntil));
  if (isSettled) return { performedAt: arrival, clockSuspect: true, ifWaited: believed };
  return { performedAt: believed, clockSuspect: false };
}

function isWithin(instantMs: number, { from, until }: Actor['believed'][number]): boolean {
  if (from !== null && instantMs < Date.parse(from) - TOLERANCE_MS) return false;
  return until === null || instantMs <= Date.parse(until) + TOLERANCE_MS;
}

function isBefore(instantMs: number, instant: string | null): boolean {
  return instant !== null && instantMs < Date.parse(instant);
}

/**
 * The login under which a write says it was made (S34); null when it names none, or the value can't
 * be a login.
 */
export function claimedLoginOf(request: FastifyRequest): string | null {
  const login = headerOf(request, HEADERS.login);
  return login !== null && v.is(Uuid, login) ? login : null;
}

/** Whether a request is a command that a device sends from its outbox. */
export function isFromOutbox(request: FastifyRequest): boolean {
  return headerOf(request, HEADERS.performedAt) !== null;
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : null;
}
