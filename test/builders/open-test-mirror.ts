import 'fake-indexeddb/auto';
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '#commands/frame/context.ts';
import type { SessionUser } from '#contract/session.ts';
import { foldDocument } from '#mirror/fold/fold.ts';
import { freshFoldContextOf } from '#mirror/fold/fold-context.ts';
import { baseOf, refold } from '#mirror/fold/refold.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { COLLECTIONS_KNOWN } from '#mirror/store/position.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { uuid } from './build-command.ts';
import { buildOrganization, buildSession, buildSubject, buildUser, PEOPLE, SECTORS } from './build-people.ts';
import { NOW_MS } from './moments.ts';

let opened = 0;

/** A mirror of its own in memory, up to date, with the town hall's people in it. */
export async function openTestMirror(session: SessionUser = buildSession()): Promise<Mirror> {
  opened += 1;
  const mirror = new Mirror(`test-${opened}`);
  await mirror.meta.put({ name: 'session', value: session });
  await mirror.users.bulkPut(Object.values(PEOPLE).map((person) => buildUser(person)));
  await mirror.organizations.bulkPut(Object.values(SECTORS).map((sector) => buildOrganization(sector)));
  await mirror.document_subjects.put(buildSubject());
  const cursor = {
    value: 'c0',
    scopeEpoch: session.scope_epoch,
    snapshotDone: true,
    collections: COLLECTIONS_KNOWN,
  };
  await mirror.meta.put({ name: 'cursor', value: cursor });
  return mirror;
}

/** A command in the outbox, and its document folded anew, as a gesture leaves them. */
export async function storeFolded(mirror: Mirror, command: OutboxCommand): Promise<void> {
  await mirror.commands.put(command);
  await mirror.transaction('rw', mirror.tables, async () => refold(mirror, command.documentKey));
}

export type TestContext = CommandContext & { nowMs: number; readonly wakes: () => number };

/**
 * A verb's context over `mirror`: a clock that the test sets, ids 1, 2, 3 …, and a count of the
 * wakes.
 */
export function buildContext(mirror: Mirror, session: SessionUser = buildSession()): TestContext {
  let ids = 1000;
  let wakes = 0;
  const context: TestContext = {
    mirror,
    session,
    nowMs: NOW_MS,
    clock: () => context.nowMs,
    newId: () => uuid((ids += 1)),
    wake: () => void (wakes += 1),
    wakes: () => wakes,
    offsetMs: async () => 0,
  };
  return context;
}

/**
 * Checks I8 in the whole mirror: throws unless every shown row is the fold of the server's row and
 * its waiting commands.
 */
export async function assertFolded(mirror: Mirror): Promise<void> {
  const wrong = await unfoldedKeys(mirror);
  if (wrong.length > 0) throw new Error(`shown is not the fold: ${wrong.join(', ')}`);
}

async function unfoldedKeys(mirror: Mirror): Promise<string[]> {
  const context = await freshFoldContextOf(mirror);
  const commands = await mirror.commands.toArray();
  const keys = new Set([
    ...(await mirror.documents.toArray()).map(({ key }) => key),
    ...commands.map((one) => one.documentKey),
  ]);
  const wrong: string[] = [];
  for (const key of keys) {
    const shown = (await mirror.documents.get(key)) ?? null;
    if (shown?.gone === true) continue;
    const own = commands.filter((command) => command.documentKey === key);
    const { document } = foldDocument({ key, base: await baseOf(mirror, key), commands: own }, context);
    if (!isDeepStrictEqual(document, shown)) wrong.push(key);
  }
  return wrong;
}
