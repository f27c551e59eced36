import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from '../policies/actor.ts';
import type { ReceivedFile } from '../files/received-file.ts';
import type { Writing } from './idempotency.ts';

/** What a command gets of a request: its author, its moment and the parsed input. Nothing of it belongs to HTTP. */
export type CommandCall<Body> = Writing & {
  readonly actor: Actor;
  readonly command: { readonly key: string | null; readonly performedAt: string; readonly clockSuspect: boolean };
  readonly body: Body;
  readonly files: readonly ReceivedFile[];
  readonly log: FastifyBaseLogger;
};
