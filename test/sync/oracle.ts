// Checks the promises of src/sync/promises.md on devices and server. Each violation is a sentence.

import { isDeepStrictEqual } from 'node:util';
import type { DocumentRow } from '#contract/documents.ts';
import type { SessionUser } from '#contract/session.ts';
import { REPLACED_TEXT } from '#contract/refusal-text.ts';
import { sameIds } from '#domain/document-state.ts';
import { foldDocument, serverRowOf } from '#mirror/fold/fold.ts';
import { freshFoldContextOf } from '#mirror/fold/fold-context.ts';
import { waitsFor } from '#mirror/outbox/outbox-lanes.ts';
import { isPending, isRowCommand, needsAuthor, type OutboxCommand, rowKeysOf } from '#mirror/store/outbox-row.ts';
import { readMeta } from '#mirror/store/storage.ts';
import type { MirrorDocument } from '#mirror/store/rows.ts';
import { isAnother, sessionFor } from '../fakes/model-server/present.ts';
import { isOf } from '../fakes/model-server/feed.ts';
import { userOf, visibleTo } from '../fakes/model-server/model.ts';
import type { Device, Profile } from './device.ts';
import { checkEffects, checkOrder, checkRedone } from './effects-oracle.ts';
import { checkFiles, checkLeft, checkPictures, commandsSealedIn } from './kept-oracle.ts';
import { isSealed } from '#mirror/store/sealed-row.ts';
import { falselyRegistered } from './registered.ts';
import { checkMeant, checkRowMirror, checkRows } from './row-oracle.ts';
import type { World } from './world.ts';

/**
 * What must hold after every step: I1, I2, I3, I4, I6, I7, I8, I9, and that a done command stays
 * done and is true.
 */
export async function checkNow(world: World): Promise<string[]> {
  const found: string[] = [...checkEffects(world), ...checkOrder(world)];
  const known = registeredIn(world);
  for (const { device, profile } of profilesOf(world)) {
    // The device had no reads or writes since the last check.
    if (world.looked.get(profile.mirror) === device.life.used) continue;
    const commands = await profile.mirror.commands.toArray();
    const sealed = await commandsSealedIn(profile);
    found.push(...(await checkLeft(device, profile)), ...(await checkPictures(profile, commands)));
    found.push(...checkOutbox(world, { device, profile, known, commands: [...commands, ...sealed] }));
    found.push(...falselyRegistered(world, commands));
    // No screen shows the data of a person who left before the rest of it is erased (S33).
    if (device.owesErasureOf(profile.userId)) continue;
    found.push(
      ...(await checkFold(world, { profile, commands })),
      ...(await checkRows(world, { mirror: profile.mirror, commands })),
    );
  }
  for (const id of world.lostWords) found.push(`I1: ${id} was undone, and its words or files are not in its form`);
  for (const device of world.devices) {
    found.push(...sentTooEarly(world, device));
    for (const id of device.life.undone) found.push(`I1: ${id} was done on ${device.name} and did not stay so`);
  }
  for (const { device, profile } of profilesOf(world)) world.looked.set(profile.mirror, device.life.used);
  return found;
}

/**
 * Checks after the end of faults and of all work: I5, the positions of redone commands, and that
 * mirrors equal the server.
 */
export async function checkEnd(world: World): Promise<string[]> {
  const found = [...checkRedone(world), ...checkMeant(world), ...checkFiles(world)];
  const known = registeredIn(world);
  for (const { device, profile } of profilesOf(world)) {
    const commands = await profile.mirror.commands.toArray();
    found.push(...movedUnseen(world, commands), ...registeredElsewhere(world, commands));
    for (const command of commands) {
      if (needsAuthor(command) && known.has(command.id))
        found.push(`I2: ${name(command)} is ${command.state} and the server did it`);
      if (isOnItsWay(command, commands)) {
        found.push(`I5/I7: ${name(command)} on ${device.name} never ended: ${command.state}`);
      }
    }
    found.push(...(await checkMirror(world, profile)));
    if (device.sessionUserId() === profile.userId) found.push(...(await checkSession(world, profile)));
  }
  return found;
}

/** I7: nothing is sent while its author may still take it back. */
function sentTooEarly({ undoTimes }: World, { firstTaken, name: device }: Device): string[] {
  return [...undoTimes].flatMap(([id, { fromMs, endMs }]) => {
    const takenAtMs = firstTaken.get(id);
    if (takenAtMs === undefined || takenAtMs < fromMs || takenAtMs >= endMs) return [];
    return [`I7: ${id} was sent by ${device} ${endMs - takenAtMs} ms before the end of its undo time`];
  });
}

/** I9: a person who did not see that another moved a document does not move it again (S71). */
function movedUnseen({ model }: World, commands: readonly OutboxCommand[]): string[] {
  const seen = new Map(commands.map((command) => [command.id, command.basedOn?.responsible_ids ?? null]));
  return model.effects.flatMap(({ key, type, wasWith }) => {
    const saw = key === null || type !== 'reassign-document' ? null : (seen.get(key) ?? null);
    if (saw === null || wasWith === undefined || sameIds(saw, wasWith)) return [];
    return [`I9: ${type} ${key} moved a document that was with ${wasWith.join()}, and its author saw ${saw.join()}`];
  });
}

/** I11: no effect on another document than the one that its author saw. */
function registeredElsewhere({ model }: World, commands: readonly OutboxCommand[]): string[] {
  const seen = new Map(commands.map((command) => [command.id, command.basedOn?.mark]));
  return model.effects.flatMap(({ key, type, documentId }) => {
    const mark = key === null ? undefined : seen.get(key);
    const document = model.documents.get(documentId);
    if (mark === undefined || document === undefined || !isAnother(mark, document)) return [];
    return [`I11: ${type} ${key} was registered on document ${documentId}, which its author did not see`];
  });
}

/** Its device has separated its document from another one (I11). */
function isParted({ lastError }: OutboxCommand): boolean {
  return lastError?.message === REPLACED_TEXT;
}

/**
 * Neither at its end nor waiting for a person, who is its author or the author of a command it
 * depends on.
 */
export function isOnItsWay(command: OutboxCommand, all: readonly OutboxCommand[]): boolean {
  if (command.state === 'done' || needsAuthor(command)) return false;
  const lane = all.filter((other) => other.documentKey === command.documentKey && other.seq < command.seq);
  const before = waitsFor(
    command,
    lane.filter((other) => other.state !== 'done'),
  );
  return before === null || isOnItsWay(before, all);
}

/** I5: while the server fails at one command for ever, everything outside its lane has ended. */
export async function checkPoison(world: World): Promise<string[]> {
  const found: string[] = [];
  for (const { device, profile } of profilesOf(world)) {
    const commands = await profile.mirror.commands.toArray();
    const poisoned = commands.find((command) => command.id === world.poisoned);
    for (const command of commands) {
      if (waitsOnPoisoned(command, { commands, poisoned }) || !isOnItsWay(command, commands)) continue;
      found.push(`I5: ${name(command)} on ${device.name} waits behind a command of another document or row`);
    }
  }
  return found;
}

/**
 * It is the poisoned command, acts on the same document, or on a row that the poisoned one or one
 * behind it acts on.
 */
function waitsOnPoisoned(
  command: OutboxCommand,
  { commands, poisoned }: { commands: readonly OutboxCommand[]; poisoned: OutboxCommand | undefined },
): boolean {
  if (poisoned === undefined || command.documentKey !== poisoned.documentKey) return false;
  if (!isRowCommand(poisoned)) return true;
  const rows = new Set<string>();
  const behind = commands.filter(isRowCommand).filter((other) => other.seq >= poisoned.seq);
  for (const other of behind.sort((left, right) => left.seq - right.seq)) {
    if (other.documentKey !== poisoned.documentKey) continue;
    if (other !== poisoned && !rowKeysOf(other).some((key) => rows.has(key))) continue;
    for (const key of rowKeysOf(other)) rows.add(key);
    if (other.id === command.id) return true;
  }
  return false;
}

function profilesOf(world: World): { device: Device; profile: Profile }[] {
  return world.devices.flatMap((device) =>
    device.people.map((userId) => ({ device, profile: device.profile(userId) })),
  );
}

/** The commands that the server has registered. */
function registeredIn({ model }: World): ReadonlySet<string> {
  return new Set([...model.receipts.values()].map(({ receipt }) => receipt.key));
}

type OutboxView = {
  device: Device;
  profile: Profile;
  commands: readonly OutboxCommand[];
  known: ReadonlySet<string>;
};

function checkOutbox(world: World, { device, profile, commands, known }: OutboxView): string[] {
  const found: string[] = [];
  const byId = new Map(commands.map((command) => [command.id, command]));
  for (const intent of world.intents) {
    if (intent.device !== device.name || intent.actorId !== profile.userId) continue;
    if (world.discarded.has(intent.commandId)) continue;
    const command = byId.get(intent.commandId);
    if (command === undefined && device.erased.has(intent.commandId)) continue;
    if (command === undefined) {
      const was = world.seenStored.has(intent.commandId);
      found.push(
        was
          ? `I1: ${intent.commandId} left the outbox of ${device.name}`
          : `I6: ${intent.commandId} was called saved, and ${device.name} does not have it`,
      );
      continue;
    }
    world.seenStored.add(command.id);
    if (command.state === 'done') world.seenDone.add(command.id);
    else if (world.seenDone.has(command.id)) found.push(`I1: ${name(command)} was done and is ${command.state} again`);
    if (command.state === 'done' && !known.has(command.id) && !world.lost.has(command.id))
      found.push(`I1: ${name(command)} is done without the server having it`);
    if (needsAuthor(command) && !world.model.refused.has(command.id) && !isParted(command)) {
      found.push(`I1: ${name(command)} is ${command.state} although the server never refused it`);
    }
    if (!Number.isFinite(command.dueAtMs)) found.push(`I7: ${name(command)} has no due time`);
  }
  for (const command of commands) {
    if (isSealed(command)) continue;
    if (!world.intents.some((intent) => intent.commandId === command.id)) {
      // Stored, but the device died before it could report it. From now on it counts like any
      // other.
      const { id, actorId, documentKey } = command;
      const seq = device.placeOf(actorId, command.seq);
      world.intents.push({ commandId: id, actorId, documentKey, seq, device: device.name, marker: null });
    }
    if (command.actorId !== profile.userId) found.push(`I4: ${name(command)} lies in the outbox of ${profile.userId}`);
  }
  return found;
}

async function checkFold(
  { checked, lost }: World,
  { profile, commands }: { profile: Profile; commands: readonly OutboxCommand[] },
): Promise<string[]> {
  const { mirror } = profile;
  const found: string[] = [];
  const context = await freshFoldContextOf(mirror);
  const bases = new Map((await mirror.bases.toArray()).map((base) => [base.key, base]));
  const shown = new Map((await mirror.documents.toArray()).map((document) => [document.key, document]));
  const lanes = commands.filter((command) => !isRowCommand(command)).map((command) => command.documentKey);
  for (const key of new Set([...shown.keys(), ...lanes])) {
    const document = shown.get(key);
    const stored = bases.get(key);
    if (stored?.gone === true) continue;
    const base = stored !== undefined ? stored.row : document === undefined ? null : serverRowOf(document);
    const mine = commands.filter((command) => command.documentKey === key);
    // Screens no longer show what the server has lost with its receipts.
    if (document === undefined && mine.length > 0 && mine.every(({ state, id }) => state === 'done' && lost.has(id)))
      continue;
    const isPlain = document !== undefined && stored === undefined && mine.length === 0;
    if (isPlain && checked.has(document)) continue;
    if (isPlain) checked.add(document);
    const { document: folded } = foldDocument({ key, base, commands: mine }, context);
    if (!saysSame(folded, document ?? null)) {
      found.push(`I8: ${key} shows ${brief(document)} instead of ${brief(folded)}`);
    }
  }
  return found;
}

async function checkMirror(world: World, { mirror, userId }: Profile): Promise<string[]> {
  if ((await mirror.meta.get('session')) === undefined) return [];
  const found: string[] = [];
  const seen = new Map(visibleTo(world.model, userId).map((document) => [document.id, document]));
  for (const shown of await mirror.documents.toArray()) {
    if (shown.serverId === null) continue;
    const document = seen.get(shown.serverId);
    seen.delete(shown.serverId);
    if (document === undefined) {
      if (shown.gone !== true) found.push(`I8: ${userId} still sees ${shown.serverId}`);
      continue;
    }
    // A command that waits for a person is still shown over the row, so the server's row below is
    // compared.
    const base = (await mirror.bases.get(shown.key))?.row ?? serverRowOf(shown);
    if (base === null || factsOf(base) !== factsOf(document)) {
      found.push(`I8: ${userId} has ${base === null ? 'nothing' : factsOf(base)} instead of ${factsOf(document)}`);
    }
  }
  const first = (await readMeta(mirror, 'cursor'))?.bounded?.since;
  for (const [id, document] of seen) {
    // A bounded copy leaves it out, except while the person works with it.
    if (first !== undefined && !isOf(first, document)) continue;
    found.push(`I8: ${userId} (${userOf(world.model, userId).name}) misses document ${id}`);
  }
  const users = await mirror.users.toArray();
  for (const user of world.model.users.values()) {
    const mirrored = users.find((row) => row.id === user.id);
    if (mirrored?.rev !== user.rev) found.push(`I8: ${userId} has person ${user.id} at ${mirrored?.rev ?? 'nothing'}`);
  }
  return [...found, ...(await checkRowMirror(world.model, mirror))];
}

/** The logged-in person and tenant are the ones of the server's session. */
async function checkSession({ model }: World, { mirror, userId }: Profile): Promise<string[]> {
  const session = await readMeta(mirror, 'session');
  const told = sessionFor(model, userId);
  if (session === undefined || isDeepStrictEqual({ ...session, server_time: '' }, { ...told, server_time: '' }))
    return [];
  return [`I8: ${userId} is ${whoIs(session)} instead of ${whoIs(told)}`];
}

function whoIs({ rev, name: first, last_name, organization, tenant }: SessionUser): string {
  return JSON.stringify([rev, first, last_name, organization?.acronym, tenant.acronym]);
}

function factsOf(row: Omit<DocumentRow, 'status' | 'command_id'>): string {
  const { id, rev, stored_status, limit_date, responsibles, interactions_count, creator, subject, organizations } = row;
  const people = [creator, ...responsibles].map((one) => [one.id, one.last_name, one.organization?.acronym]);
  const names = [subject.name, organizations.map((one) => [one.name, one.acronym])];
  return JSON.stringify([id, rev, stored_status, limit_date, people, interactions_count, names]);
}

function name(command: OutboxCommand): string {
  return `${command.type} ${command.id.slice(0, 8)}${isPending(command) ? '' : ' (ended)'}`;
}

function brief(document: MirrorDocument | null | undefined): string {
  if (document === null || document === undefined) return 'nothing';
  const { rev, stored_status, limit_date, interactions_count, responsibles, pencil } = document;
  return JSON.stringify({
    rev,
    stored_status,
    limit_date,
    interactions_count,
    who: responsibles.map((one) => one.id),
    pencil,
  });
}

/**
 * Whether two values are equal, whatever the order of their fields. An undefined field counts as
 * absent.
 */
function saysSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [one, other] = [left, right] as Record<string, unknown>[];
  for (const name in one) if (!saysSame(one[name], other?.[name])) return false;
  for (const name in other) if (other[name] !== undefined && one?.[name] === undefined) return false;
  return true;
}
