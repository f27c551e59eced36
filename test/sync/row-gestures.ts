// What people do with sectors, alerts, subjects, models and colleagues: the real verbs, on rows as
// the device shows them.

import type { CommandContext, GestureResult } from '#commands/frame/context.ts';
import { removeRows, undoRemoval } from '#commands/outbox/remove-rows.ts';
import { createRow } from '#commands/reference/create-row.ts';
import { deleteRows, switchRows } from '#commands/reference/on-rows.ts';
import { updateRow } from '#commands/reference/update-row.ts';
import { editOf, ROW_COLLECTIONS, type RowCollection } from '#contract/row-writes.ts';
import { referenceRows, type ReferenceRow } from '#mirror/questions/reference-rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Device } from './device.ts';
import { keepPicked } from './picked-file.ts';
import type { Tier, World } from './world.ts';

/**
 * The people and sectors of the town stay as they are, because the histories of documents stand on
 * them.
 */
const FIRST_SECTORS: readonly (number | null)[] = [11, 12];
const WITHOUT_A_DEVICE = 4;

type Doing = {
  readonly context: CommandContext;
  readonly dice: Dice;
  readonly marker: string;
  readonly tier: Tier;
};

/**
 * Lets a person create, change, switch or delete rows of some collection. What is stored is
 * remembered.
 */
export async function actOnRows(
  world: World,
  {
    device,
    userId,
    dice,
    verb = dice.weighted<VerbName>({ create: 3, update: 6, switch: 3, delete: 2 }),
  }: { device: Device; userId: number; dice: Dice; verb?: VerbName },
): Promise<string> {
  const context = await device.context(userId);
  if (context === null) return 'never logged in';
  world.markers += 1;
  const marker = `marca${world.markers}x`;
  const collection = dice.pick(ROW_COLLECTIONS);
  const done = await VERBS[verb]({ context, dice, marker, tier: world.tier }, collection);
  if (done?.kind !== 'stored') return `${verb} ${collection}: refused here`;
  const command = await context.mirror.commands.where('id').equals(done.commandId).first();
  world.intents.push({
    seq: device.placeOf(userId, command?.seq ?? 0),
    commandId: done.commandId,
    actorId: userId,
    device: device.name,
    marker: verb === 'create' ? marker : null,
    documentKey: done.documentKey,
  });
  if (done.meant !== undefined) world.meant.set(done.commandId, done.meant);
  return `${verb} ${collection} ${done.commandId.slice(0, 8)}`;
}

/**
 * Lets a person remove rows. `meanwhile` is what happens before they take it back, which they do or
 * not. Creations that are given up are discarded by their author until they are taken back.
 */
export async function removeSome(
  world: World,
  { device, userId, dice, meanwhile }: { device: Device; userId: number; dice: Dice; meanwhile: () => Promise<string> },
): Promise<string> {
  const context = await device.context(userId);
  if (context === null) return 'never logged in';
  const { mirror } = context;
  const found = await removable(mirror);
  if (found.length === 0) return 'remove: no row';
  const { collection, rows } = dice.pick(found);
  const unsent = rows.filter((row) => row.serverId === null);
  const chosen = unsent.length > 0 && dice.chance(0.7) ? unsent : rows;
  const keys = some(chosen, dice);
  world.markers += 1;
  const doing = { context, dice, marker: `marca${world.markers}x`, tier: world.tier };
  for (const shown of rows.filter((row) => keys.includes(row.key) && dice.chance(0.6))) {
    const edit = await editRow(doing, { collection, shown });
    if (edit?.kind === 'stored') await noteEdit(world, { device, context, edit });
  }
  const waiting = await mirror.commands.toArray();
  const before = waiting.map((command) => command.id);
  const neverSent = waiting.filter(
    (one) => one.type === 'create-row' && keys.includes(one.payload.row_key) && one.state === 'queued' && !one.attempts,
  );
  const idsNow = async () => new Set((await mirror.commands.toArray()).map((command) => command.id));
  const removed = await removeRows(context, { collection, keys, undoMs: 8000 });
  if (removed.kind === 'refused') return `remove ${collection}: refused here`;
  const after = await idsNow();
  const given = before.filter((id) => !after.has(id));
  if (neverSent.some(({ id }) => after.has(id))) throw new Error('a creation that was never sent was not given up');
  for (const id of given) {
    world.discarded.add(id);
    world.givenUp.add(id);
  }
  const said = `remove ${collection}, ${given.length} given up, ${await meanwhile()}`;
  if (dice.chance(0.4)) return said;
  const undone = await undoRemoval(context, removed);
  const back = await idsNow();
  // What is said to be back counts as waiting again, also when it is lost.
  for (const id of given.filter((one) => undone === 'all' || back.has(one))) {
    world.discarded.delete(id);
    world.givenUp.delete(id);
  }
  if (removed.commandId !== null && !back.has(removed.commandId)) {
    world.discarded.add(removed.commandId);
    world.givenUp.add(removed.commandId);
  }
  return `${said}, undone: ${undone}`;
}

async function noteEdit(
  world: World,
  { device, context, edit }: { device: Device; context: CommandContext; edit: NonNullable<Done> & { kind: 'stored' } },
): Promise<void> {
  const { commandId, documentKey, meant = [] } = edit;
  const command = await context.mirror.commands.where('id').equals(commandId).first();
  const actorId = context.session.id;
  const seq = device.placeOf(actorId, command?.seq ?? 0);
  world.intents.push({ seq, commandId, actorId, device: device.name, marker: null, documentKey });
  world.meant.set(commandId, meant);
}

/** The collections that have rows which may go. */
async function removable(mirror: Mirror) {
  const collections = ROW_COLLECTIONS.filter((collection) => collection !== 'users');
  const all = await Promise.all(
    collections.map(async (collection) => ({
      collection,
      rows: (await referenceRows(mirror, collection)).filter(isExpendable),
    })),
  );
  return all.filter(({ rows }) => rows.length > 0);
}

/** `meant`: the fields that the author changed. */
type Done = (GestureResult & { readonly meant?: readonly string[] }) | null;
type VerbName = 'create' | 'update' | 'switch' | 'delete';
type Verb = (doing: Doing, collection: RowCollection) => Promise<Done>;

const VERBS: Readonly<Record<VerbName, Verb>> = {
  async create({ context, dice, marker, tier }, collection) {
    const name = marker;
    const description = marker;
    switch (collection) {
      case 'organizations':
        return createRow(context, { collection, fields: { name, acronym: acronymOf(dice) } });
      case 'alerts':
        return createRow(context, { collection, fields: { title: marker, description, limit_date: '2026-12-24' } });
      case 'document_subjects':
        return createRow(context, { collection, fields: { name } });
      case 'holidays': {
        const day = `2027-03-${10 + dice.below(20)}`;
        return createRow(context, { collection, fields: { day, name, kind: 'municipal' } });
      }
      case 'models': {
        const kind = { type: 'document_model', file_mime_type: 'pdf' } as const;
        const organization_ids = [context.session.organization_id ?? 0];
        const fileIds = [await keepPdf({ context, dice, marker, tier })];
        return createRow(context, { collection, fields: { ...kind, name, description, organization_ids }, fileIds });
      }
      case 'users':
        return null;
    }
  },
  async update({ context, dice, marker, tier }, collection) {
    const rows = await referenceRows(context.mirror, collection);
    if (rows.length === 0) return null;
    return editRow({ context, dice, marker, tier }, { collection, shown: dice.pick(rows) });
  },
  async switch({ context, dice }, collection) {
    if (collection === 'holidays') return null;
    const rows = (await referenceRows(context.mirror, collection)).filter(isExpendable);
    if (rows.length === 0) return null;
    const status = dice.pick(['active', 'inactive'] as const);
    return switchRows(context, { collection, keys: some(rows, dice), status });
  },
  async delete({ context, dice }, collection) {
    if (collection === 'users') return null;
    const rows = (await referenceRows(context.mirror, collection)).filter(isExpendable);
    return rows.length === 0 ? null : deleteRows(context, { collection, keys: some(rows, dice) });
  },
};

/** Writes the marker into one text of the row. */
async function editRow(
  { context, dice, marker, tier }: Doing,
  { collection, shown }: { collection: RowCollection; shown: ReferenceRow<RowCollection> },
): Promise<Done> {
  const seen = editOf(collection, shown.row as never);
  const texts = Object.entries(seen).filter(([field]) => TEXTS.has(field));
  const [field] = dice.pick(texts);
  const changed = { [field]: field === 'acronym' ? acronymOf(dice) : marker };
  const files = collection === 'models' && dice.chance(0.4) ? [await keepPdf({ context, dice, marker, tier })] : [];
  const fields = { ...seen, ...changed };
  const gesture = { collection, key: shown.key, seen, fields, fileIds: files } as Parameters<typeof updateRow>[1];
  return { ...(await updateRow(context, gesture)), meant: [field] };
}

const TEXTS: ReadonlySet<string> = new Set(['name', 'acronym', 'title', 'description', 'last_name']);

function isExpendable({ serverId, row }: ReferenceRow<RowCollection>): boolean {
  if ('last_name' in row) return serverId === WITHOUT_A_DEVICE;
  if ('submission_start_day' in row) return serverId !== 21;
  return !('acronym' in row) || !FIRST_SECTORS.includes(serverId);
}

function some(rows: readonly ReferenceRow<RowCollection>[], dice: Dice): string[] {
  const first = dice.pick(rows);
  return dice.chance(0.6) ? [first.key] : [first.key, dice.pick(rows).key];
}

/** Of few acronyms, so that some are taken. */
function acronymOf(dice: Dice): string {
  return `SEC${dice.below(12)}`;
}

function keepPdf({ context, dice, marker, tier }: Doing): Promise<string> {
  const bytes = new TextEncoder().encode(`%PDF of ${marker}`);
  return keepPicked(context, { id: dice.uuid(), owner: 'draft:row', name: `${marker}.pdf`, bytes, tier });
}
