import { outboxItems, type OutboxItem } from '#mirror/questions/outbox-items.ts';
import { isRowCommand } from '#mirror/store/row-commands.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { refusalOf } from '../../text/command-state.ts';
import { OUTBOX_TEXT } from '../../text/outbox.ts';
import { rowActSentence } from '../../text/row-acts.ts';
import { documentHeading } from '../../text/ticket-text.ts';

const OUTBOX = '/admin/outbox';

/**
 * Tells once that a command which was shown as done has been refused (rule D3): one message with the reason, and the way to
 * the item that waits for its author. The pill tells about items that already waited when the application was opened. The
 * messages stay until they are answered. Where the items themselves are shown, and when the item is gone, the messages
 * close by themselves, because they would cover the dialog that settles the item.
 */
export function RefusalNotices() {
  const { mirror, now } = useProfile();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isAtItems = pathname === OUTBOX;
  // The item whose dialog is open over its document's screen.
  const deciding = 'decidir' in search ? String(search.decidir) : null;
  const items = useLiveQuery(() => outboxItems(mirror, { nowMs: now() }), [mirror, now]);
  const told = useRef<Set<string> | null>(null);
  const shown = useRef(new Map<string, () => void>());

  useEffect(() => {
    if (items === undefined) return;
    const waiting = items.filter((item) => item.group === 'needs-you' && item.command.type !== 'record-view');
    const known = told.current;
    told.current = new Set(waiting.map(markOf));
    for (const [mark, close] of shown.current) {
      if (!isAtItems && told.current.has(mark) && !mark.startsWith(`${deciding}:`)) continue;
      shown.current.delete(mark);
      close();
    }
    if (known === null || isAtItems) return;
    for (const item of waiting) {
      const mark = markOf(item);
      if (known.has(mark)) continue;
      const close = notify({
        title: `${OUTBOX_TEXT.notSent} ${headingOf(item)}`,
        detail: detailOf(item),
        tone: 'danger',
        action: { label: OUTBOX_TEXT.see, onAction: () => void navigate({ to: OUTBOX }) },
      });
      shown.current.set(mark, close);
    }
  }, [items, navigate, isAtItems, deciding]);

  return null;
}

/** A command that was retried and refused again gets a new message. */
function markOf({ command }: OutboxItem): string {
  return `${command.id}:${command.attempts}`;
}

function headingOf(item: OutboxItem): string {
  return isRowCommand(item.command) ? rowActSentence(item.command) : documentHeading(item);
}

function detailOf({ command }: OutboxItem): string {
  if (command.state === 'conflict') return OUTBOX_TEXT.conflictNotice;
  const reason = refusalOf(command);
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
