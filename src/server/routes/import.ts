// Importing and exporting sectors and people as sheets.

import { ImportInput } from '#contract/import.ts';
import { PATHS } from '#contract/paths.ts';
import { dayAt } from '#domain/dates.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentDisposition } from '../files/read-stored.ts';
import { accessing, recordAccesses } from '../accesses/record-access.ts';
import { unlessFull } from '../db/connections.ts';
import { IdParams, route } from '../http/route.ts';
import type { Actor } from '../policies/actor.ts';
import { problems } from '../reporting/errors.ts';
import { importedKinds, importedReport, pastImports } from '../import/past-imports.ts';
import type { Call } from '../http/route-declaration.ts';
import { HEADERS } from '#contract/sync.ts';
import { sheetOfPeople, sheetOfSectors } from '../import/export-sheets.ts';
import { importPeople, importSectors } from '../import/import-sheet.ts';

export function registerImport(app: FastifyInstance): void {
  registerPastImports(app);
  route(app, {
    method: 'POST',
    url: PATHS.importOrganizations,
    access: 'create_organizations',
    summary: 'Judges a sheet of sectors; with the name of that judgement it writes the sheet, all of it or nothing.',
    body: ImportInput,
    handler: async (call) => marked(call.reply, await importSectors(call)),
  });
  route(app, {
    method: 'POST',
    url: PATHS.importUsers,
    access: 'create_users',
    summary: 'Judges a sheet of people; with the name of that judgement it writes the sheet, all of it or nothing.',
    body: ImportInput,
    handler: async (call) => marked(call.reply, await importPeople(call)),
  });
  route(app, {
    method: 'GET',
    url: PATHS.exportOrganizations,
    access: 'create_organizations',
    summary: 'The sectors as a sheet that can be imported again.',
    handler: (call) => exported(call, { name: 'setores', act: 'export-organizations', make: sheetOfSectors }),
  });
  route(app, {
    method: 'GET',
    url: PATHS.exportUsers,
    access: 'create_users',
    summary: 'The people whom the person manages, as a sheet that can be imported again.',
    handler: (call) => exported(call, { name: 'pessoas', act: 'export-users', make: sheetOfPeople }),
  });
}

function registerPastImports(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: PATHS.imports,
    access: 'authenticated',
    summary: 'The newest imports: all for a Super Admin, their own for another person who imports.',
    handler: async ({ actor, services }) => {
      guardImporter(actor);
      return { imports: await services.database.inTenant(actor.tenantId, (tx) => pastImports(tx, actor)) };
    },
  });
  route(app, {
    method: 'GET',
    url: `${PATHS.imports}/:id`,
    access: 'authenticated',
    summary: 'What one import changed, by its lines.',
    params: IdParams,
    handler: async ({ actor, services, params }) => {
      guardImporter(actor);
      const { id } = params;
      const report = await services.database.inTenant(actor.tenantId, (tx) => importedReport(tx, { actor, id }));
      if (report === null) throw problems.notFound();
      return report;
    },
  });
}

function guardImporter(actor: Actor): void {
  if (importedKinds(actor).length === 0) throw problems.forbidden();
}

function marked<Answer extends { readonly applied?: boolean | undefined; readonly report?: unknown }>(
  reply: FastifyReply,
  answer: Answer,
): Answer {
  if (answer.applied === true && answer.report === undefined) reply.header(HEADERS.replayed, 'true');
  return answer;
}

type Sheet = { readonly name: string; readonly act: string; readonly make: typeof sheetOfPeople };

/**
 * Records the event of a sheet and sends the sheet. Where the database has no room for the event,
 * the sheet is sent without one.
 */
async function exported(
  call: Pick<Call, 'actor' | 'services' | 'now' | 'reply' | 'request'>,
  { name, act, make }: Sheet,
): Promise<FastifyReply> {
  const { actor, services, now, reply } = call;
  const { text, lines } = await make(services.database, actor);
  const note = { kind: 'export', act, amount: lines } as const;
  await unlessFull(services.database.inTenant(actor.tenantId, (tx) => recordAccesses(tx, accessing(call), [note])));
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', contentDisposition(`${name}-${dayAt(now, actor.timeZone)}.csv`, 'attachment'))
    .header('Cache-Control', 'no-store')
    .send(text);
}
