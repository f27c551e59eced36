// The rows that are a person's own work on this device, as they are stored and as they can stand
// without the documents around them.

import { joinedDraft } from '../keep/drafts.ts';
import { repliesTo, replyDraftOf, writtenDrafts } from '../keep/written-drafts.ts';
import { awaitsAuthor, isPending, isUnsent, type OutboxCommand } from '../store/outbox-row.ts';
import { type DraftRow, picturesOf } from '../store/draft-row.ts';
import { commandOwnerOf, draftOwnerOf, type FileRow } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { isSealed, type KeptWork } from '../store/sealed-row.ts';
import { keyOfServerId } from '../store/server-key.ts';

export type OwnRows = {
  /** As stored, including rows that this version does not understand. */
  readonly commands: readonly OutboxCommand[];
  readonly drafts: readonly DraftRow[];
  readonly files: readonly FileRow[];
};

/** The tables that `ownRows` reads. */
export const OWN_TABLES = ['commands', 'drafts', 'files', 'chunks', 'documents'] as const;

/**
 * Unsent commands, written drafts, and their files; inside the caller's transaction. Work that is
 * sealed is not among them.
 */
export async function ownRows(mirror: Mirror): Promise<OwnRows> {
  const stored = await mirror.commands.toCollection().raw().toArray();
  const commands = stored.filter((command) => command.state !== 'done' && !isSealed(command));
  const drafts = await writtenDrafts(mirror);
  const owners = [...commands.map(({ id }) => commandOwnerOf(id)), ...drafts.map(({ id }) => draftOwnerOf(id))];
  return { commands, drafts, files: await mirror.files.where('owner').anyOf(owners).toArray() };
}

export function isEmpty({ commands, drafts }: OwnRows): boolean {
  return commands.length + drafts.length === 0;
}

/** The counts of this work, as they are shown to a person. */
export function countsOf({ commands, drafts }: OwnRows): KeptWork {
  const counted = commands.filter(isUnsent);
  return {
    unsent: counted.length,
    sendable: counted.filter((command) => isPending(command) && !awaitsAuthor(command)).length,
    drafts: drafts.length,
  };
}

/**
 * Gives commands and drafts on registered documents the server's key. The rows of documents, which
 * alone know the key of a document made here, are about to be erased. Inside the caller's
 * transaction.
 */
export async function boundToServerKeys(mirror: Mirror, own: OwnRows): Promise<OwnRows> {
  const creations = own.commands.filter((command) => command.type === 'create-document');
  const unregistered = new Set(creations.map((command) => command.documentKey));
  const boundKeyOf = async (key: string): Promise<string> => {
    const serverId = (await mirror.documents.get(key))?.serverId ?? null;
    return serverId === null || unregistered.has(key) ? key : keyOfServerId(serverId);
  };
  const commands: OutboxCommand[] = [];
  for (const command of own.commands) commands.push({ ...command, documentKey: await boundKeyOf(command.documentKey) });
  const drafts = new Map(own.drafts.map((draft) => [draft.id, draft]));
  const owners = new Map<string, string>();
  for (const draft of own.drafts) {
    const answered = repliesTo(draft);
    const id = answered === null ? draft.id : replyDraftOf(await boundKeyOf(answered));
    if (id === draft.id) continue;
    const there = drafts.get(id);
    const moved = { ...draft, id };
    drafts.delete(draft.id);
    drafts.set(id, there === undefined ? moved : joinedDraft(there, moved));
    for (const fileId of [...draft.fileIds, ...picturesOf(draft)]) owners.set(fileId, draftOwnerOf(id));
  }
  const files = own.files.map((file) => ({ ...file, owner: owners.get(file.id) ?? file.owner }));
  return { commands, drafts: [...drafts.values()], files };
}
