// Network faults as values: a rule says which requests it meets and what happens to them.

import type { IncomingMessage } from 'node:http';
import type { Gate } from './gate.ts';

export type Fault =
  /** The request never reaches the server. */
  | { readonly kind: 'drop-request' }
  /** The server does the work and answers, but the device never gets the answer. */
  | { readonly kind: 'drop-answer' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Sent twice, one after the other; the second answer is the one that arrives. */
  | { readonly kind: 'duplicate' }
  /** A TCP reset after the first bytes of the answer. */
  | { readonly kind: 'reset' }
  /** The request is answered with a captive portal's login page, status 200. */
  | { readonly kind: 'portal' }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  /**
   * A TCP reset each time this many bytes of bodies have passed under the rule, in the middle of
   * whatever is on its way.
   */
  | { readonly kind: 'cut'; readonly everyBytes: number }
  /**
   * Waits at the gate, whole: the request before the server gets it, or the answer before the
   * device gets it. What is let go goes on even if its device is dead by then, as what is on its
   * way in a network does.
   */
  | { readonly kind: 'hold'; readonly what: 'request' | 'answer'; readonly gate: Gate }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

export type FaultRule = {
  /** The methods that the rule meets; absent: every method. */
  readonly methods?: readonly string[];
  /** Tested against path and query; absent: the rule meets every path. */
  readonly path?: RegExp;
  /** Meets only requests that declare a longer body, in bytes, as a limit of a proxy does. */
  readonly bodyAbove?: number;
  readonly fault: Fault;
  /** How many requests the rule meets before it ends; absent: it never ends. */
  readonly times?: number;
  /** Meets each Idempotency-Key only once, for example to drop the answer of every write once. */
  readonly oncePerKey?: boolean;
  /** Meets only these Idempotency-Keys. */
  readonly keys?: ReadonlySet<string>;
};

/** A rule that is in force: the number of requests and the keys that it has met so far. */
export type ActiveRule = { readonly rule: FaultRule; met: number; readonly keys: Set<string> };

export function activate(rule: FaultRule): ActiveRule {
  return { rule, met: 0, keys: new Set() };
}

/**
 * Answers the fault of the first rule that meets the request, and counts the request for that rule;
 * null: no rule.
 */
export function meet(rules: readonly ActiveRule[], request: IncomingMessage): Fault | null {
  for (const active of rules) {
    const { rule } = active;
    if (rule.methods !== undefined && !rule.methods.includes(request.method ?? 'GET')) continue;
    if (rule.path !== undefined && !rule.path.test(request.url ?? '/')) continue;
    if (rule.bodyAbove !== undefined && Number(request.headers['content-length'] ?? 0) <= rule.bodyAbove) continue;
    if (rule.times !== undefined && active.met >= rule.times) continue;
    const key = request.headers['idempotency-key'];
    if (rule.keys !== undefined && (typeof key !== 'string' || !rule.keys.has(key))) continue;
    if (rule.oncePerKey === true) {
      if (typeof key !== 'string' || active.keys.has(key)) continue;
      active.keys.add(key);
    }
    active.met += 1;
    return rule.fault;
  }
  return null;
}
