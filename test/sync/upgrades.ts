// Updates of the application between two steps: rows of the outbox as an older version stored them,
// and rows of a newer one, which this version holds without touching them (src/sync/promises.md,
// hazard 30).

import { refold } from '#mirror/fold/refold.ts';
import { COMMAND_VERSION, type OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { isSealed } from '#mirror/store/sealed-row.ts';
import { upcastCommand } from '#mirror/store/upcast-command.ts';
import type { Dice } from '../fakes/dice.ts';
import { COMMAND_FORMS } from '../frozen/frozen.ts';
import type { Device } from './device.ts';
import type { World } from './world.ts';

const NEWER = COMMAND_VERSION + 98;

/** By type of command, the fields that each row of the oldest form with this type has. */
const OLDEST = new Map<string, ReadonlySet<string>>();
for (const { rows } of COMMAND_FORMS) {
  for (const type of new Set(rows.map((row) => row.type))) {
    const [first, ...others] = rows.filter((row) => row.type === type).map((row) => Object.keys(row));
    const fields = first?.filter((name) => others.every((names) => names.includes(name)));
    if (!OLDEST.has(type)) OLDEST.set(type, new Set(fields));
  }
}

/**
 * The device starts again with another version. Returns what it found in the outbox, for the trace.
 */
export async function upgrades(
  world: World,
  { device, userId, dice }: { device: Device; userId: number; dice: Dice },
): Promise<string> {
  device.restart();
  const { mirror } = device.profile(userId);
  const back = await backFromNewer(mirror);
  const rows = await rawRows(mirror);
  const older = rows.filter(({ state }) => state !== 'sending').map(asOldest);
  await mirror.commands.bulkPut(older);
  if (world.deviceFaults.dropsOlder) {
    const lacking = older.filter((row) => row.state !== 'done' && !Object.hasOwn(row, 'failures'));
    await mirror.commands.bulkDelete(lacking.map((row) => row.seq));
  }
  const waiting = rows.filter((row) => row.state === 'queued');
  const newer = waiting.length === 0 || dice.chance(0.5) ? null : dice.pick(waiting);
  if (newer !== null) await store(mirror, { ...newer, version: NEWER });
  // A view that is held stops no later command (waitsFor).
  if (newer?.type === 'record-view') world.again.add(newer.id);
  device.restart();
  return `${back} rows are understood again, ${older.length} are of the oldest version, ${newer?.id ?? 'none'} of a newer one`;
}

/** A newer version has come for everybody: nothing is held for it any more. */
export async function backFromNewer(mirror: Mirror): Promise<number> {
  const held = (await rawRows(mirror)).filter((row) => row.version === NEWER);
  for (const row of held) await store(mirror, { ...row, version: COMMAND_VERSION });
  return held.length;
}

async function rawRows(mirror: Mirror): Promise<OutboxCommand[]> {
  return (await mirror.commands.toCollection().raw().toArray()).filter((row) => !isSealed(row));
}

/** The version that stores a row folds what it is about. */
async function store(mirror: Mirror, row: OutboxCommand): Promise<void> {
  await mirror.transaction('rw', mirror.tables, async () => {
    await mirror.commands.put(row);
    await refold(mirror, row.documentKey);
  });
}

/**
 * Without the fields that this type did not have, where today's code gives them the value that they
 * have.
 */
function asOldest(row: OutboxCommand): OutboxCommand {
  const fields = OLDEST.get(row.type);
  if (fields === undefined || row.version !== COMMAND_VERSION) return row;
  const entries = Object.entries(row);
  const older = Object.fromEntries(entries.filter(([name]) => fields.has(name))) as unknown as OutboxCommand;
  const read = upcastCommand(older) as unknown as Record<string, unknown>;
  const lost = entries.filter(([name, value]) => read[name] !== value && value !== undefined && value !== false);
  const kept = Object.fromEntries(lost.filter(([name]) => !fields.has(name)));
  return { ...older, ...kept };
}
