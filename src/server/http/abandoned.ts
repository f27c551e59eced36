import type { FastifyRequest } from 'fastify';

/** Whether the connection was closed before the end of the body: a lost network, and nobody's fault. */
export function isAbandoned({ raw }: FastifyRequest): boolean {
  return !raw.complete && raw.socket.destroyed;
}
