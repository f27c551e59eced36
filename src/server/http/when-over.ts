import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * What is done when a connection closes; requests that come one behind the other on it share its
 * one listener.
 */
const onClosing = new WeakMap<object, Set<() => void>>();

/**
 * Acts once: when the answer has ended, or when the connection is gone. An answer that never began,
 * because others stood before it on a connection that broke, does not tell its end itself.
 */
export function whenOver(
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  act: () => void,
): void {
  const { socket } = call.request.raw;
  const acts = onClosing.get(socket) ?? new Set();
  const end = (): void => {
    if (acts.delete(end)) act();
  };
  if (!onClosing.has(socket)) {
    onClosing.set(socket, acts);
    socket.once('close', () => {
      for (const one of acts) one();
    });
  }
  acts.add(end);
  if (socket.destroyed) end();
  else call.reply.raw.once('finish', end);
}
