// The gestures of people: the real verbs on a device's mirror. Every text carries a unique marker.

import { completeDocument, reopenDocument } from '#commands/documents/complete-document.ts';
import type { CommandContext, GestureResult } from '#commands/frame/context.ts';
import { createDocument } from '#commands/documents/create-document.ts';
import { reassignDocument } from '#commands/documents/reassign-document.ts';
import { recordView } from '#commands/documents/record-view.ts';
import { respond } from '#commands/documents/respond.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import type { DraftPage } from '#mirror/store/draft-row.ts';
import type { MirrorDocument } from '#mirror/store/rows.ts';
import { ZONE } from '../fakes/model-server/model.ts';
import type { Dice } from '../fakes/dice.ts';
import type { Device } from './device.ts';
import type { DeviceFaults } from './device-faults.ts';
import { facts, keepPicked } from './picked-file.ts';
import type { PickedFile, Tier, World } from './world.ts';
import { STAGED_ABOVE_BYTES } from '#contract/uploads.ts';

export const GESTURES = {
  create: 3,
  reply: 6,
  'reply-with-file': 1,
  /** A reply whose file goes ahead of it in parts: see `sends in parts` of the steps. */
  'reply-with-large-file': 0,
  transfer: 3,
  extend: 2,
  complete: 3,
  reopen: 2,
  view: 4,
  /** For people who have the permission only: see `reassigns` of the steps. */
  reassign: 0,
} as const;
export type Gesture = keyof typeof GESTURES;

/**
 * Which person does which gesture; on a document by the server's id, or on any document that the
 * device has.
 */
export type Act = {
  readonly device: Device;
  readonly userId: number;
  readonly gesture: Gesture;
  readonly serverId?: number;
  /** The person for whom a creation is; any person when absent. */
  readonly toUserId?: number;
  /** The undo time of what is not a creation, a view, a reopening or a reassignment. */
  readonly undoMs?: number;
};

/**
 * Lets a person act. A stored gesture is recorded; one that the rules refuse on the device is not.
 */
export async function act(world: World, at: Act): Promise<string> {
  const context = await at.device.context(at.userId);
  if (context === null) return 'never logged in';
  world.markers += 1;
  const marker = `marca${world.markers}x`;
  const document =
    at.serverId === undefined
      ? await pickDocument(context, world.dice)
      : ((await context.mirror.documents.withServerId(at.serverId)) ?? null);
  if (document === null && at.gesture !== 'create') return 'no document';
  const done = await perform(at.gesture, {
    context,
    dice: world.dice,
    marker,
    document,
    toUserId: at.toUserId,
    tier: world.tier,
    faults: world.deviceFaults,
    undoMs: at.undoMs,
  }).catch((error: unknown) => {
    if (!world.deviceFaults.saysSaved || at.device.life.dead) throw error;
    return { kind: 'stored', commandId: context.newId(), documentKey: document?.key ?? '' } as const;
  });
  if (done.kind !== 'stored') return 'refused here';
  const written = at.gesture === 'create' || at.gesture.startsWith('reply');
  const stored = await context.mirror.commands.where('id').equals(done.commandId).first();
  world.intents.push({
    seq: at.device.placeOf(at.userId, stored?.seq ?? 0),
    commandId: done.commandId,
    actorId: at.userId,
    device: at.device.name,
    marker: written ? marker : null,
    ...(stored === undefined || stored.files.length === 0 ? {} : { file: pickedFor(marker, at.gesture) }),
    documentKey: done.documentKey,
  });
  if (stored?.undoFromMs !== undefined)
    world.undoTimes.set(stored.id, { fromMs: stored.undoFromMs, endMs: stored.dueAtMs });
  return `${at.gesture} ${short(done.commandId)} on ${short(done.documentKey)}`;
}

function short(id: string): string {
  return id.startsWith('s:') ? id : id.slice(0, 8);
}

async function pickDocument(context: CommandContext, dice: Dice): Promise<MirrorDocument | null> {
  const documents = (await context.mirror.documents.toArray()).filter((document) => document.gone !== true);
  if (documents.length === 0) return null;
  documents.sort((left, right) => (left.key < right.key ? -1 : 1));
  return dice.pick(documents);
}

type Doing = {
  context: CommandContext;
  dice: Dice;
  marker: string;
  document: MirrorDocument | null;
  toUserId: number | undefined;
  tier: Tier;
  faults: DeviceFaults;
  undoMs: number | undefined;
};

async function perform(
  gesture: Gesture,
  { context, dice, marker, document, toUserId, tier, faults, undoMs }: Doing,
): Promise<GestureResult> {
  const today = dayAt(context.clock(), ZONE);
  const documentKey = document?.key ?? '';
  const reply = {
    documentKey,
    content: `<p>${marker}</p>`,
    limitDate: null,
    responsibleIds: null,
    organizationIds: [],
    undoMs,
  };
  switch (gesture) {
    case 'create': {
      const userId = toUserId ?? 1 + dice.below(4);
      const ownSector = userId <= 2 ? 11 : 12;
      return createDocument(context, {
        fields: {
          document_subject_id: 21,
          type: 'general_document',
          organization_ids: dice.pick([[ownSector], [11, 12]]),
          user_ids: [userId],
          title: marker,
          physical_document_number: `Ofício ${marker}`,
          limit_date: addDays(today, 1 + dice.below(9)),
          content: `<p>${marker}</p>`,
          tags: [],
          is_exception: false,
          exception_reason: null,
        },
        fileIds: [await keep({ context, dice, marker, tier, faults }, gesture)],
      });
    }
    case 'reply':
      return respond(context, { ...reply, fileIds: [] });
    case 'reply-with-file':
    case 'reply-with-large-file': {
      const fileId = await keep({ context, dice, marker, tier, faults }, gesture);
      const joined = [{ fileId, pages: [await keepPage(context, { marker, tier })] }];
      return respond(context, { ...reply, fileIds: [fileId], joined });
    }
    case 'transfer':
      return respond(context, { ...reply, content: '', responsibleIds: [1 + dice.below(4)], fileIds: [] });
    case 'extend': {
      const limitDate = addDays(document?.limit_date ?? today, 1 + dice.below(5));
      return respond(context, { ...reply, content: '', limitDate, fileIds: [] });
    }
    case 'complete':
      return completeDocument(context, { documentKey, undoMs });
    case 'reopen':
      return reopenDocument(context, { documentKey, limitDate: addDays(today, 3) });
    case 'reassign': {
      const fields = { documentKey, responsibleId: 1 + dice.below(4), organizationId: null, reason: marker };
      return reassignDocument(context, fields);
    }
    case 'view':
      return recordView(context, { documentKey, offline: dice.chance(0.5) });
  }
}

function keep(
  { context, dice, marker, tier, faults }: Omit<Doing, 'document' | 'toUserId' | 'undoMs'>,
  gesture: Gesture,
): Promise<string> {
  const given = bytesFor(marker, gesture);
  const bytes = faults.keepsText ? new TextEncoder().encode(new TextDecoder().decode(given)) : given;
  const picked = { id: dice.uuid(), owner: 'draft:create', name: `${marker}.txt`, bytes };
  return keepPicked(context, { ...picked, tier });
}

/** Name of a photograph that has become the file of a reply. */
export const PICTURE_NAME = 'pagina.jpg';

/** The photograph that the file was made of. */
async function keepPage(context: CommandContext, { marker, tier }: Pick<Doing, 'marker' | 'tier'>): Promise<DraftPage> {
  const bytes = new TextEncoder().encode(`photograph of ${marker}`);
  const picked = { id: `photograph of ${marker}`, owner: 'draft:create', name: PICTURE_NAME, bytes };
  const fileId = await keepPicked(context, { ...picked, tier });
  return { fileId, takenBytes: 9, width: 3, height: 4, turns: 0, corners: null, isBlackAndWhite: false };
}

/** More than a form carries, in a number of bytes that ends within a part. */
const LARGE_BYTES = STAGED_ABOVE_BYTES + 77_777;

function bytesFor(marker: string, gesture: Gesture): Uint8Array<ArrayBuffer> {
  // The last is no text in UTF-8.
  const words = new Uint8Array([...new TextEncoder().encode(`bytes of ${marker};`), 0xff]);
  if (gesture !== 'reply-with-large-file') return words;
  // A loop, because Uint8Array.from takes ten times as long, and histories make many such files.
  const bytes = new Uint8Array(LARGE_BYTES);
  for (let at = 0; at < LARGE_BYTES; at += 1) bytes[at] = (words[at % words.length] ?? 0) ^ ((at >> 12) & 0x1f);
  return bytes;
}

function pickedFor(marker: string, gesture: Gesture): PickedFile {
  return facts(bytesFor(marker, gesture));
}
