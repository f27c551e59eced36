import { localCodeOf, ticketOf } from '#domain/ticket.ts';
import { isLocalKey, type MirrorDocument } from '../store/rows.ts';
import { readMeta } from '../store/storage.ts';
import { rowsLeftOf, type RowsLeft } from './row-by-key.ts';
import { dependentsOf, lanesOf, onlyOn, waitsFor } from '../outbox/outbox-lanes.ts';
import {
  awaitsAuthor,
  isCreation,
  isRowCommand,
  type OutboxCommand,
  type RowCommand,
  shownCommand,
} from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';

export type OutboxGroup = 'needs-you' | 'sending' | 'queued' | 'sent';

export type OutboxItem = {
  readonly command: OutboxCommand;
  /**
   * The document's title, or the name of the row; empty when the document is no longer here, and
   * for several rows.
   */
  readonly title: string;
  readonly ticket: string | null;
  /** `L-7F3A` for a document made here; null otherwise. */
  readonly localCode: string | null;
  /**
   * The server's id or the key of the document, for the link to its page; null when there is no
   * page (any more).
   */
  readonly address: string | null;
  readonly group: OutboxGroup;
  /** Id of the command that must end first, or null. Never a view: no person waits for a view. */
  readonly waitsFor: string | null;
  /** How many later commands wait for this one. */
  readonly dependents: number;
  /**
   * How many later commands are discarded with this creation, because they act on nothing but what
   * it makes.
   */
  readonly goWithIt: number;
  /** For a refused act on several rows: which of them still exist; null for any other command. */
  readonly rows: RowsLeft | null;
};

const DAY_MS = 24 * 3_600_000;

/**
 * "Pendências de envio": all commands of the outbox, in their order; done ones only of the last 24
 * h before `nowMs` (epoch ms).
 */
export async function outboxItems(mirror: Mirror, { nowMs }: { nowMs: number }): Promise<OutboxItem[]> {
  const [stored, session] = await Promise.all([mirror.commands.toArray(), readMeta(mirror, 'session')]);
  const commands = stored.map((command) => shownCommand(command, nowMs));
  const documents = await mirror.documents.bulkGet([...new Set(commands.map((command) => command.documentKey))]);
  const byKey = new Map(documents.flatMap((row) => (row === undefined ? [] : [[row.key, row] as const])));
  const lanes = lanesOf(commands);
  const left = await rowsLeft(mirror, commands);
  return commands
    .filter((command) => isListed(command, nowMs))
    .sort((left, right) => left.seq - right.seq)
    .map((command) => {
      const lane = lanes.get(command.documentKey) ?? [];
      const earlier = lane.filter((other) => other.seq < command.seq && other.type !== 'record-view');
      const group = groupOf(command);
      return {
        command,
        ...namesOf(command, {
          document: byKey.get(command.documentKey),
          commands,
          acronym: session?.tenant.acronym ?? '',
        }),
        group,
        waitsFor: group === 'sent' ? null : (waitsFor(command, earlier)?.id ?? null),
        dependents: group === 'sent' ? 0 : dependentsOf(command, lane).length,
        goWithIt: group !== 'sent' && isCreation(command) ? onlyOn(command, lane).length : 0,
        rows: left.get(command.id) ?? null,
      };
    });
}

/** Which rows of refused acts on several rows still exist, by command id. */
async function rowsLeft(mirror: Mirror, commands: readonly OutboxCommand[]): Promise<Map<string, RowsLeft>> {
  const found = new Map<string, RowsLeft>();
  for (const command of commands) {
    if (command.state !== 'refused' || !isRowCommand(command) || command.type === 'create-row') continue;
    if (command.payload.row_keys.length > 1) found.set(command.id, await rowsLeftOf(mirror, command));
  }
  return found;
}

/**
 * Whether the command is listed. A registered view is left out: its reader does not wait for it.
 */
function isListed(command: OutboxCommand, nowMs: number): boolean {
  if (command.state !== 'done') return true;
  return command.type !== 'record-view' && (command.doneAtMs ?? 0) + DAY_MS > nowMs;
}

function groupOf(command: OutboxCommand): OutboxGroup {
  if (awaitsAuthor(command)) return 'needs-you';
  if (command.state === 'sending') return 'sending';
  return command.state === 'done' ? 'sent' : 'queued';
}

/** The name of the command's row as its author saw it; empty for several rows. */
function rowTitleOf(command: RowCommand): string {
  if (command.type !== 'create-row')
    return command.payload.row_names.length === 1 ? command.payload.row_names.join() : '';
  const { fields } = command.payload;
  return 'title' in fields ? fields.title : fields.name;
}

function namesOf(
  command: OutboxCommand,
  {
    document,
    commands,
    acronym,
  }: { document: MirrorDocument | undefined; commands: readonly OutboxCommand[]; acronym: string },
): Pick<OutboxItem, 'title' | 'ticket' | 'localCode' | 'address'> {
  if (isRowCommand(command)) return { title: rowTitleOf(command), ticket: null, localCode: null, address: null };
  const key = command.documentKey;
  const localCode = isLocalKey(key) ? localCodeOf(key) : null;
  if (document === undefined) {
    const creation = commands.find((other) => other.documentKey === key && other.type === 'create-document');
    const title = creation?.type === 'create-document' ? creation.payload.title : '';
    return { title, ticket: null, localCode, address: null };
  }
  const { number, title, serverId } = document;
  const address = document.gone === true ? null : serverId === null ? key : String(serverId);
  return { title, ticket: number === null ? null : ticketOf(acronym, number), localCode, address };
}
