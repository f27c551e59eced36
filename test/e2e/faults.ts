// What can go wrong on the way, as values: which requests a rule meets and what happens to them.

import type { IncomingMessage } from 'node:http';

export type Fault =
  /** The request never reaches the server. */
  | { readonly kind: 'drop-request' }
  /** The server does its work and answers; the answer is lost. */
  | { readonly kind: 'drop-answer' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Sent twice, one after the other; the second answer is the one that arrives. */
  | { readonly kind: 'duplicate' }
  /** A TCP reset after the first bytes of the answer. */
  | { readonly kind: 'reset' }
  /** A captive portal's login page, 200. */
  | { readonly kind: 'portal' }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> };

export type FaultRule = {
  /** Any of these; absent: every method. */
  readonly methods?: readonly string[];
  /** Tested against path and query; absent: every path. */
  readonly path?: RegExp;
  readonly fault: Fault;
  /** How many requests it meets before it is spent; absent: no end. */
  readonly times?: number;
  /** Meets each Idempotency-Key only once: "every write's answer dropped once". */
  readonly oncePerKey?: boolean;
};

/** A rule in force, with what it has met so far. */
export type ActiveRule = { readonly rule: FaultRule; met: number; readonly keys: Set<string> };

export function activate(rule: FaultRule): ActiveRule {
  return { rule, met: 0, keys: new Set() };
}

/** The first rule that meets the request; counts the meeting. */
export function meet(rules: readonly ActiveRule[], request: IncomingMessage): Fault | null {
  for (const active of rules) {
    const { rule } = active;
    if (rule.methods !== undefined && !rule.methods.includes(request.method ?? 'GET')) continue;
    if (rule.path !== undefined && !rule.path.test(request.url ?? '/')) continue;
    if (rule.times !== undefined && active.met >= rule.times) continue;
    if (rule.oncePerKey === true) {
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string' || active.keys.has(key)) continue;
      active.keys.add(key);
    }
    active.met += 1;
    return rule.fault;
  }
  return null;
}
