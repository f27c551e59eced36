import { nameBook } from '#mirror/questions/people.ts';
import { type OutboxItem, outboxItems } from '#mirror/questions/outbox-items.ts';
import { isRowCommand, registeredOf } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { Info } from 'lucide-react';
import { actSentenceOf, noteSentence, refusalOf } from '../../text/sending/command-state.ts';
import { namesOf } from '../../device/use-names.ts';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { rowActSentence } from '../../text/sending/row-acts.ts';
import { documentHeading } from '../../text/words/document.ts';
import { subjectOf } from './subject-of.ts';

type MessageContext = { mirror: Mirror; nowMs: number; onSee: () => void };

/** The item of a command; undefined when it no longer exists. */
async function itemOf(commandId: string, { mirror, nowMs }: MessageContext): Promise<OutboxItem | undefined> {
  return (await outboxItems(mirror, { nowMs })).find(({ command }) => command.id === commandId);
}

/**
 * The message that a gesture which was shown as done had no effect, or only a part of it. `onSee`
 * leads to its item.
 */
export async function tellNote(commandId: string, at: MessageContext): Promise<void> {
  const { mirror, onSee } = at;
  const item = await itemOf(commandId, at);
  if (item === undefined) return;
  const names = namesOf(await nameBook(mirror));
  const lead = registeredOf(item.command) === 'none' ? OUTBOX_TEXT.noEffect : OUTBOX_TEXT.partly;
  notify({
    title: `${lead} ${actSentenceOf(item, names)}`,
    detail: noteSentence(item.command, names.person) ?? undefined,
    icon: Info,
    about: subjectOf(item.command),
    action: { label: OUTBOX_TEXT.see, onAction: onSee },
  });
}

/**
 * The message that a command which was shown as done was refused, or conflicts. Returns the
 * function that closes the message.
 */
export async function tellRefusal(commandId: string, at: MessageContext): Promise<(() => void) | undefined> {
  const { onSee } = at;
  const item = await itemOf(commandId, at);
  if (item === undefined) return undefined;
  return notify({
    title: `${OUTBOX_TEXT.notSent} ${headingOf(item)}`,
    detail: detailOf(item),
    tone: 'danger',
    about: subjectOf(item.command),
    action: { label: OUTBOX_TEXT.see, onAction: onSee },
  });
}

function headingOf(item: OutboxItem): string {
  return isRowCommand(item.command) ? rowActSentence(item.command) : documentHeading(item);
}

function detailOf({ command }: OutboxItem): string {
  if (command.state === 'conflict') return OUTBOX_TEXT.conflictNotice;
  const reason = refusalOf(command);
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
