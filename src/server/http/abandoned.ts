import type { FastifyRequest } from 'fastify';

/**
 * Whether the connection was closed before the end of the body. The network was lost, and neither
 * side made an error.
 */
export function isAbandoned({ raw }: FastifyRequest): boolean {
  return !raw.complete && raw.socket.destroyed;
}
