// Bounds of connections, each of which is an open file. All connections together stay so far below
// the limit of open files that the server always gets the files that it needs itself: its database,
// its files, its log (default 11). One address has a share of the connections. Behind a proxy all
// connections are the proxy's, so the unanswered requests of an address are counted instead.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problems } from '../../reporting/errors.ts';
import { every } from '../../reporting/timers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Whether so few connections are left, for all or for the address of this request, that none
     * may be held for long.
     */
    isCrowded: (request: FastifyRequest) => boolean;
  }
}

/**
 * Open files that are no connections of clients: the database, files that are read and written, the
 * connections to a file service, the system's own.
 */
const OWN_FILES = 700;
/** When the limit of open files is low, connections get at least this part of it. */
const LEAST_SHARE = 0.5;
/**
 * When this part of the allowed connections is open, new event streams are refused. Their devices
 * poll for changes instead.
 */
const CROWDED_SHARE = 0.8;
const RETRY_SECONDS = 30;
const LOG_EVERY_MS = 60_000;

/**
 * Logs once when a request shows that TRUST_PROXY is wrong: it has forwarded headers although the
 * value is 0, or none although there is a value. A proxy that only passes on the client's own
 * header is noticed at the first client that sends none.
 */
function createProxyWatch(direct: boolean): (request: FastifyRequest) => void {
  let isTold = false;
  return (request) => {
    if (isTold || request.routeOptions.config.session !== true) return;
    const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    if (isForwarded !== direct) return;
    isTold = true;
    request.log.warn(
      { event: 'proxy_unclear', proxy: 'unclear' },
      direct
        ? 'a proxy forwards requests, but TRUST_PROXY=0 takes all visitors for one address'
        : 'TRUST_PROXY is set, but a request came without X-Forwarded-For: the proxy must set it, or clients choose their address',
    );
  };
}

/** `openFiles` is the limit of this process. Must be added before all other hooks. */
export function addConnections(app: FastifyInstance, { openFiles }: { openFiles: number }): void {
  const { server } = app;
  const { trustProxy, connectionsPerAddress } = app.services.config;
  const most = Math.max(openFiles - OWN_FILES, Math.floor(openFiles * LEAST_SHARE));
  const ofAddress = connectionsPerAddress === 0 ? Infinity : connectionsPerAddress;
  const direct = trustProxy === 0;
  const tellOnce = createProxyWatch(direct);
  const held = new Map<string, number>();
  let open = 0;
  let dropped = 0;

  const hold = (address: string): (() => void) => {
    held.set(address, (held.get(address) ?? 0) + 1);
    return () => {
      const left = (held.get(address) ?? 1) - 1;
      if (left === 0) held.delete(address);
      else held.set(address, left);
    };
  };

  if (Number.isFinite(most)) server.maxConnections = most;
  server.on('drop', () => void (dropped += 1));
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => void (open -= 1));
    const { remoteAddress } = socket;
    if (!direct || remoteAddress === undefined) return;
    if ((held.get(remoteAddress) ?? 0) >= ofAddress) {
      dropped += 1;
      socket.destroy();
    } else socket.once('close', hold(remoteAddress));
  });
  app.addHook('onRequest', async (request) => tellOnce(request));
  if (!direct) {
    app.addHook('onRequest', async (request, reply) => {
      if ((held.get(request.ip) ?? 0) >= ofAddress) throw problems.tooManyRequests(RETRY_SECONDS);
      whenOver({ request, reply }, hold(request.ip));
    });
  }
  app.decorate(
    'isCrowded',
    (request: FastifyRequest) =>
      open >= most * CROWDED_SHARE || (held.get(request.ip) ?? 0) >= ofAddress * CROWDED_SHARE,
  );

  const tell = (): void => {
    if (dropped > 0)
      app.log.warn({ event: 'connections_closed', dropped, open, most }, 'connections beyond their bound were closed');
    dropped = 0;
  };
  const telling = every(LOG_EVERY_MS, { name: 'connections', log: app.log, work: tell });
  app.addHook('onClose', telling.stop);
}

/**
 * Callbacks for the end of a connection. Consecutive requests on a connection share one listener.
 */
const onClosing = new WeakMap<object, Set<() => void>>();

/**
 * Calls `act` once, when the answer has ended or the connection is gone. The answer alone is not
 * enough: one that still waits behind earlier answers emits no event when the connection breaks.
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
