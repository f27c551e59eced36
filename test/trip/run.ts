// `npm run trip`: prints the files of src that one transfer runs, on a device and on the server,
// without its screen, and those that storing a command runs. The device is the real mirror,
// commands and sync over an IndexedDB in memory, and sends as the worker does; the server runs from
// its sources, with its demonstration.

import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import type { CommandContext } from '#commands/frame/context.ts';
import { respond } from '#commands/documents/respond.ts';
import type { SessionUser } from '#contract/session.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import type { SyncRuntime } from '#sync/runtime.ts';
import { syncParts } from '#sync/sync-parts.ts';
import { type ApiClient, logInOverHttp } from '../e2e/api-client.ts';
import { documentOf } from '../e2e/document-of.ts';
import { createLocks } from '../fakes/locks.ts';
import { startCounting, takeCount } from './counted.mjs';
import { withCountedServer } from './counted-server.ts';

const PERSON = 'campo.defciv@pmvi.example';
const TEXT = '<p>Segue para a equipe de campo.</p>';

const print = (line: string) => process.stdout.write(`${line}\n`);

await withCountedServer(async (server) => {
  const client = await logInOverHttp(server.url, PERSON);
  const mirror = await openMirror(client.user);
  const parts = syncParts(runtimeOf(client, { mirror, baseUrl: server.url }), {
    announce: () => undefined,
    listen: () => () => undefined,
  });
  const { documentKey, organizationIds, responsibleIds } = await documentToTransfer(client, async () => {
    await pull(parts);
    return mirror;
  });
  await startCounting();
  await server.startCounting();
  const gesture = await respond(contextOf(client.user, mirror), {
    documentKey,
    content: TEXT,
    limitDate: null,
    responsibleIds,
    organizationIds,
    fileIds: [],
  });
  if (gesture.kind !== 'stored') throw new Error(`the transfer was refused: ${JSON.stringify(gesture)}`);
  const storing = await takeCount();
  const { acknowledged } = await drain(parts);
  if (acknowledged !== 1) throw new Error('the transfer was not sent');
  await pull(parts);
  const sending = await takeCount();
  tell({ storing, device: [...new Set([...storing, ...sending])].sort(), server: await server.takeCount() });
  mirror.close();
});

/** Prints the counts, and the files of each side. */
function tell(ran: Readonly<Record<'storing' | 'device' | 'server', readonly string[]>>): void {
  const onServer = new Set(ran.server);
  const shared = ran.device.filter((file) => onServer.has(file));
  const all = new Set([...ran.device, ...ran.server]);
  print(`One transfer runs ${all.size} files of src (wanted: 120): ${ran.device.length} on the device, of which`);
  print(
    `${shared.length} are shared, and ${ran.server.length} on the server. Storing it runs ${ran.storing.length} (wanted: 32).`,
  );
  for (const [name, files] of Object.entries(ran)) print(`\n${name}:\n${files.map((file) => `  ${file}`).join('\n')}`);
}

/** A mirror as a login leaves it. */
async function openMirror(user: SessionUser): Promise<Mirror> {
  const mirror = new Mirror(`trip-${user.id}`);
  await mirror.meta.put({ name: 'session', value: user });
  return mirror;
}

function runtimeOf(client: ApiClient, { mirror, baseUrl }: Pick<SyncRuntime, 'mirror' | 'baseUrl'>): SyncRuntime {
  return {
    fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('cookie', client.headers()['cookie'] ?? '');
      return fetch(input, { ...init, headers });
    },
    clock: () => Date.now(),
    random: () => 0.5,
    newId: () => randomUUID(),
    locks: createLocks().of('worker'),
    owedLogout: { isOwed: async () => false, erased: async () => [], settled: async () => undefined },
    setTimer(work, delayMs) {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
    seemsOnline: () => true,
    baseUrl,
    mirror,
    userId: client.user.id,
    log: () => undefined,
    report: () => undefined,
  };
}

function contextOf(session: SessionUser, mirror: Mirror): CommandContext {
  return {
    mirror,
    session,
    clock: () => Date.now(),
    newId: () => randomUUID(),
    wake: () => undefined,
    offsetMs: async () => 0,
  };
}

/** A document that is with the person, on their device, and a colleague to transfer it to. */
async function documentToTransfer(client: ApiClient, pulled: () => Promise<Mirror>) {
  const { id: userId, organization_id: organizationId } = client.user;
  if (organizationId === null) throw new Error('the person has no sector');
  const { id } = await documentOf(client, { title: 'Uma transferência, contada', responsible: client });
  const mirror = await pulled();
  const row = await mirror.documents.withServerId(id);
  const colleague = (await mirror.users.toArray()).find(
    (one) => one.id !== userId && one.organization?.id === organizationId && one.status === 'active',
  );
  if (row === undefined || colleague === undefined)
    throw new Error('the demonstration has no such document or colleague');
  return { documentKey: row.key, organizationIds: [organizationId], responsibleIds: [colleague.id] };
}
