import type { SeenDocument } from '#contract/writes.ts';
import { dayAt, type CalendarDay } from '#domain/dates.ts';
import { statusAt } from '#domain/status.ts';
import { discardDraft, loadDraft } from '#mirror/keep/drafts.ts';
import { moveFiles } from '#mirror/keep/files.ts';
import { addCommand } from '#mirror/outbox/author-door.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { durably, FOLD_TABLES, readMeta, writeMeta } from '#mirror/store/storage.ts';
import {
  COMMAND_VERSION,
  type CommandFile,
  type CommandPayloads,
  type CommandType,
  isPending,
} from '#mirror/store/outbox-row.ts';
import { type JoinedPages, joinedOf, joinedPicturesOf } from '#mirror/store/draft-row.ts';
import { refold } from '#mirror/fold/refold.ts';
import { commandOwnerOf, type FileRow, type MirrorDocument } from '#mirror/store/rows.ts';
import type { CommandContext, StoredResult } from './context.ts';
import { FilesTaken } from './files-taken.ts';
import type { Mirror } from '#mirror/store/schema.ts';

/**
 * When a gesture happens. `performedAtMs`: epoch ms of the device's clock, corrected by its offset
 * from the server's. `today`: the calendar day of this instant in the tenant's zone.
 */
export type Moment = { readonly performedAtMs: number; readonly today: CalendarDay };

export async function gestureMomentOf(context: CommandContext): Promise<Moment> {
  const performedAtMs = context.clock() + (await context.offsetMs());
  return { performedAtMs, today: dayAt(performedAtMs, context.session.tenant.time_zone) };
}

/** What a screen shows of a document, and what a command on it says that its author saw. */
export type ShownDocument = Pick<MirrorDocument, 'stored_status' | 'limit_date' | 'responsibles' | 'mark'>;

/**
 * The version of the document that the author sees when acting; the command is judged against it
 * later.
 */
export function seenDocumentOf(document: ShownDocument, today: CalendarDay): SeenDocument {
  const facts = { storedStatus: document.stored_status, limitDate: document.limit_date };
  return {
    status: statusAt(facts, today),
    limit_date: document.limit_date,
    responsible_ids: document.responsibles.map((person) => person.id),
    ...(document.mark === undefined ? {} : { mark: document.mark }),
  };
}

export type Gesture<Type extends CommandType> = {
  readonly type: Type;
  /**
   * Key of the document acted on. Null for a document that this command creates: its key is the
   * command's id.
   */
  readonly documentKey: string | null;
  readonly basedOn: SeenDocument | null;
  readonly payload: CommandPayloads[Type];
  readonly files: readonly FileRow[];
  readonly performedAtMs: number;
  readonly draftId: string | undefined;
  /** The undo time in ms, for which the command waits here before it is sent; absent: none. */
  readonly undoMs?: number | undefined;
  /** The position in the lane; absent: the end (S35). */
  readonly seq?: number | undefined;
  /** The photographs of which the files were made; absent: those that the draft names. */
  readonly joined?: readonly JoinedPages[] | undefined;
};

/**
 * Writes one command and all that belongs to it in one strict transaction, then wakes the worker.
 * Throws FilesTaken when one of its files is gone, or belongs to another command that is still to
 * be sent.
 */
export async function storeCommand<Type extends CommandType>(
  context: CommandContext,
  gesture: Gesture<Type>,
): Promise<StoredResult> {
  const { mirror } = context;
  const id = context.newId();
  const documentKey = gesture.documentKey ?? id;
  const madeDeviceId = context.newId();
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
    work: async () => {
      const deviceId = (await readMeta(mirror, 'deviceId')) ?? madeDeviceId;
      await writeMeta(mirror, { name: 'deviceId', value: deviceId });
      const joined = await joinedFor(mirror, gesture);
      const isNew = await addCommand(mirror, {
        ...(gesture.seq === undefined ? {} : { seq: gesture.seq }),
        id,
        actorId: context.session.id,
        tenantId: context.session.tenant.id,
        deviceId,
        loginId: context.session.login_id ?? null,
        version: COMMAND_VERSION,
        type: gesture.type,
        documentKey,
        basedOn: gesture.basedOn,
        payload: gesture.payload,
        files: gesture.files.map(commandFileOf),
        ...(joined.length === 0 ? {} : { joined }),
        performedAtMs: gesture.performedAtMs,
        state: 'queued',
        attempts: 0,
        failures: 0,
        ...undoTimeOf(gesture, context.clock()),
        lease: null,
        lastError: null,
        receipt: null,
        doneAtMs: null,
        mayBeRefused: false,
      });
      // After a lost connection to the database the work runs again, although the first run may
      // have been committed.
      if (!isNew) return;
      const ids = gesture.files.map((file) => file.id);
      for (const file of await pickedFiles(mirror, ids)) if (await isToBeSent(mirror, file)) throw new FilesTaken();
      await moveFiles(mirror, { ids: [...ids, ...joinedPicturesOf({ joined })], owner: commandOwnerOf(id) });
      // The draft may still hold files that its author took out of the form. They are erased with
      // it.
      if (gesture.draftId !== undefined) await discardDraft(mirror, gesture.draftId);
      await refold(mirror, documentKey);
    },
  });
  context.wake();
  return { kind: 'stored', commandId: id, documentKey };
}

/**
 * The photographs of which the gesture's files were made. The author may go back to them until the
 * command is registered.
 */
async function joinedFor(
  mirror: Mirror,
  { files, draftId, joined }: Pick<Gesture<CommandType>, 'files' | 'draftId' | 'joined'>,
): Promise<readonly JoinedPages[]> {
  const named = joined ?? (draftId === undefined ? [] : joinedOf(await loadDraft(mirror, draftId)));
  return named.filter(({ fileId }) => files.some((file) => file.id === fileId));
}

function undoTimeOf({ undoMs = 0 }: Pick<Gesture<CommandType>, 'undoMs'>, nowMs: number) {
  return undoMs === 0 ? { dueAtMs: nowMs } : { undoFromMs: nowMs, dueAtMs: nowMs + undoMs };
}

function commandFileOf({ id, name, mime, size, sha256 }: FileRow): CommandFile {
  return { id, name, mime, size, sha256 };
}

/** Whether the file belongs to a command that is still to be sent. */
async function isToBeSent(mirror: Mirror, { owner }: FileRow): Promise<boolean> {
  const ofCommand = commandOwnerOf('');
  const command = owner.startsWith(ofCommand) ? await commandById(mirror, owner.slice(ofCommand.length)) : undefined;
  return command !== undefined && isPending(command);
}

/**
 * The kept files of a form, in the order they were picked. Throws FilesTaken when one is not on the
 * device.
 */
export async function pickedFiles(mirror: Mirror, fileIds: readonly string[]): Promise<FileRow[]> {
  const rows = await mirror.files.bulkGet([...fileIds]);
  return rows.map((row) => {
    if (row === undefined) throw new FilesTaken();
    return row;
  });
}
