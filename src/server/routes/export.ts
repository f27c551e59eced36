// The export of everything: asked for, watched, taken back and downloaded by a Super Admin (S239).
// The download goes on from any byte, and rights are judged anew each time.

import { type ExportAnswer } from '#contract/exports.ts';
import { PATHS } from '#contract/paths.ts';
import { dayAt } from '#domain/dates.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { accessing } from '../accesses/record-access.ts';
import { createTurns, NoTurn } from '../config/turns.ts';
import { askExport, exportEntries, findExport, type ReadyExport, removeExport, takeExport } from '../export/exports.ts';
import { PART_BYTES } from '../export/store-shelf.ts';
import { archiveBytes, type Span } from '../export/zip-archive.ts';
import { contentDisposition } from '../files/read-stored.ts';
import { route } from '../http/route.ts';
import type { Call as AnyCall } from '../http/route-declaration.ts';
import type { Actor } from '../policies/actor.ts';
import { problems } from '../reporting/errors.ts';

type Call = Pick<AnyCall, 'actor' | 'services' | 'now' | 'reply' | 'request'>;

/**
 * Downloads at the same time, of all tenants and of one. A browser that goes on after a cut may
 * still hold its earlier download.
 */
const AT_A_TIME = 8;
const OF_ONE_TENANT = 2;
const RETRY_SECONDS = 10;

const turns = createTurns({ atATime: AT_A_TIME, ofOne: OF_ONE_TENANT, waiting: 0 });

export function registerExport(app: FastifyInstance): void {
  const url = PATHS.export;
  route(app, {
    method: 'GET',
    url,
    access: 'update_tenants',
    summary: 'The export of everything as it is now, or null.',
    countsAsUse: false,
    handler: (call) => {
      refuseOthers(call.actor);
      return stateOf(call);
    },
  });
  route(app, {
    method: 'POST',
    url,
    access: 'update_tenants',
    summary: 'Asks for an export of everything; one that is being made stays.',
    handler: async (call) => {
      refuseOthers(call.actor);
      await askExport(call.services, call);
      return stateOf(call);
    },
  });
  route(app, {
    method: 'DELETE',
    url,
    access: 'update_tenants',
    summary: 'Takes back the export that is being made, or removes the one that is ready.',
    handler: async (call) => {
      refuseOthers(call.actor);
      await removeExport(call.services, call.actor);
      return stateOf(call);
    },
  });
  route(app, {
    method: 'GET',
    url: PATHS.exportFile,
    access: 'update_tenants',
    summary: 'The archive of the export, from any byte; the first request of a person is recorded.',
    handler: async (call) => {
      const { actor, services } = call;
      refuseOthers(actor);
      const ready = await services.database.inTenant(actor.tenantId, (tx) => takeExport(tx, accessing(call)));
      if (ready === null) throw problems.notFound();
      return send(call, ready);
    },
  });
}

/** Throws 403 for all but Super Admins, because an export has everything of the tenant. */
function refuseOthers({ superAdmin }: Actor): void {
  if (!superAdmin) throw problems.forbidden();
}

async function stateOf({ actor, services, now }: Pick<Call, 'actor' | 'services' | 'now'>): Promise<ExportAnswer> {
  const { tenantId } = actor;
  return { export: await services.database.inTenant(tenantId, (tx) => findExport(tx, { tenantId, now })) };
}

async function send(call: Call, ready: ReadyExport): Promise<FastifyReply> {
  const { actor, services, reply, request } = call;
  const { mark, size, parts } = ready;
  const tag = `"${mark}"`;
  const asked = spanOf(request.headers, { size, tag });
  reply.header('Accept-Ranges', 'bytes').header('ETag', tag).header('Cache-Control', 'private, no-store');
  if (asked === 'impossible') return reply.code(416).header('Content-Range', `bytes */${size}`).send();
  const span = asked ?? { from: 0, to: size - 1 };
  const bytes = archiveBytes(
    {
      files: services.files,
      partBytes: PART_BYTES,
      parts,
      madeAt: new Date(ready.ready_at),
      entries: (from) => exportEntries(services.database, { tenantId: actor.tenantId, mark, from }),
    },
    span,
  );
  await holdTurn(actor.tenantId, bytes);
  bytes.once('error', (error) =>
    request.log.error({ event: 'export_not_sent', err: error }, 'an export could not be sent to its end'),
  );
  if (asked !== null) reply.code(206).header('Content-Range', `bytes ${span.from}-${span.to}/${size}`);
  const day = dayAt(Date.parse(ready.ready_at), actor.timeZone);
  return reply
    .type('application/zip')
    .header('Content-Length', span.to - span.from + 1)
    .header('Content-Disposition', contentDisposition(`malote-${actor.tenantAcronym}-${day}.zip`, 'attachment'))
    .send(bytes);
}

/** Resolves when it is the tenant's turn, which ends with the stream. */
function holdTurn(tenantId: number, bytes: ReturnType<typeof archiveBytes>): Promise<void> {
  return new Promise((begin, refuse) => {
    turns(tenantId, () => {
      begin();
      return new Promise<void>((end) => bytes.once('close', end));
    }).catch((error: unknown) => {
      bytes.destroy();
      refuse(error instanceof NoTurn ? problems.unavailable(RETRY_SECONDS) : error);
    });
  });
}

/**
 * The span of bytes that a request asks for. null for the whole archive, also when the archive has
 * changed since the first request, or several spans are asked for.
 */
function spanOf(
  headers: Readonly<Record<string, unknown>>,
  { size, tag }: { readonly size: number; readonly tag: string },
): Span | null | 'impossible' {
  const { range, 'if-range': ifRange } = headers;
  if (typeof range !== 'string' || (ifRange !== undefined && ifRange !== tag)) return null;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return from > to || (first === '' && Number(last) === 0) ? 'impossible' : { from, to };
}
