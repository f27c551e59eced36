// What an answer means, for every caller in sync/ and app/online/. A portal, a proxy and a server
// in trouble answer with any status and any body, JSON included: only our own JSON counts as our
// server's word (src/sync/promises.md, hazards 2, 6).

import type { ErrorBody } from '#contract/errors.ts';
import { readErrorBody } from '#contract/read-answers.ts';
import type { MetaValues } from '#mirror/store/rows.ts';

/** An answer that arrived whole. */
export type Reply = {
  readonly kind: 'reply';
  readonly status: number;
  /**
   * The network or the server answered with a redirect; it is never followed (src/sync/promises.md,
   * hazard 6).
   */
  readonly redirected: boolean;
  /** Parsed body; undefined when it is not JSON by type and content. */
  readonly json: unknown;
  readonly header: (name: string) => string | null;
};

/** No answer. */
export type Failure = {
  readonly kind: 'failure';
  /** False only when it is certain that the request never left this device. */
  readonly sent: boolean;
  readonly reason: 'network' | 'timeout' | 'aborted';
};

/**
 * What comes back from the network, as a value: nothing in this room decides by catching an
 * exception.
 */
export type Answer = Reply | Failure;

export type Reading =
  /**
   * Our server's word on this request: a success (`body` null), or a refusal with its body, if it
   * has one.
   */
  | { readonly kind: 'ours'; readonly reply: Reply; readonly body: ErrorBody | null }
  /**
   * Our server's word on the session: it has `ended`, or it is `another-person`'s. The profile
   * waits (src/sync/promises.md, hazard 7, I4).
   */
  | {
      readonly kind: 'login';
      readonly reply: Reply;
      readonly body: ErrorBody;
      readonly session: 'ended' | 'another-person';
    }
  /**
   * The answer is not our server's, or it was damaged on its way. `portal`: a page, a redirect or a
   * status that a device between this one and the internet gives. `unsure`: it may be about this
   * one request; a probe decides.
   */
  | { readonly kind: 'intercepted'; readonly reply: Reply; readonly body: null; readonly by: 'portal' | 'unsure' }
  /** No answer (`reply` null), or a server or gateway that could not give one. */
  | { readonly kind: 'trouble'; readonly reply: null; readonly body: null; readonly failure: Failure }
  | { readonly kind: 'trouble'; readonly reply: Reply; readonly body: null; readonly failure: null };

/** How a probe found our server. */
export type Reachability = MetaValues['connection']['network'];

/** Media types, as a Content-Type header spells them. */
const JSON_BODY = /[/+]json\b/i;
const PAGE = /[/+]x?html\b/i;

function isOfType({ header }: Pick<Reply, 'header'>, type: RegExp): boolean {
  return type.test(header('Content-Type') ?? '');
}

/** The body of an answer, parsed; undefined when it is not JSON by type and content. */
export function jsonOf(answer: Pick<Reply, 'header'>, text: string): unknown {
  if (!isOfType(answer, JSON_BODY)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads an answer. Pure. */
export function readingOf(answer: Answer): Reading {
  if (answer.kind === 'failure') return { kind: 'trouble', reply: null, body: null, failure: answer };
  const reply = answer;
  const { status } = reply;
  if (reply.redirected || status < 200 || (status >= 300 && status < 400) || status === 407 || status === 511)
    return { kind: 'intercepted', reply, body: null, by: 'portal' };
  if (status < 300) {
    if (status === 204 || reply.json !== undefined) return { kind: 'ours', reply, body: null };
    return { kind: 'intercepted', reply, body: null, by: isOfType(reply, PAGE) ? 'portal' : 'unsure' };
  }
  const body = readErrorBody(reply.json);
  if (body?.type === 'actor_mismatch') return { kind: 'login', reply, body, session: 'another-person' };
  if (status === 401 && body !== null) return { kind: 'login', reply, body, session: 'ended' };
  // Our server may answer 419 and 429 before the part that writes our JSON.
  if (body !== null || status === 419 || status === 429) return { kind: 'ours', reply, body };
  if (status >= 500) return { kind: 'trouble', reply, body: null, failure: null };
  return { kind: 'intercepted', reply, body: null, by: 'unsure' };
}

/**
 * The JSON of a success of our server; undefined for any other answer. The caller reads it against
 * a schema.
 */
export function successOf(reading: Reading): unknown {
  return reading.kind === 'ours' && reading.reply.status < 300 ? reading.reply.json : undefined;
}

/**
 * What the answer to a probe tells: only the server's own small JSON means that it can be reached.
 */
export function reachabilityOf(reading: Reading): Reachability {
  switch (reading.kind) {
    case 'trouble':
      return reading.reply === null ? 'offline' : 'unstable';
    case 'intercepted':
      // A body that is called JSON but can't be parsed is our server's answer, cut or damaged,
      // rather than a portal's page to log in.
      return reading.by === 'unsure' && isOfType(reading.reply, JSON_BODY) && reading.reply.json === undefined
        ? 'unstable'
        : 'portal';
    case 'login':
      return 'unstable';
    case 'ours': {
      if (reading.reply.status >= 300) return 'unstable';
      const said = reading.reply.json as { status?: unknown } | undefined | null;
      if (typeof said?.status !== 'string') return 'portal';
      return reading.reply.status === 200 && said.status === 'ok' ? 'ok' : 'unstable';
    }
  }
}
