import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useTelling } from './use-telling.ts';

const OUTBOX = '/admin/outbox';

/**
 * Tells once that a command which was shown as done has been refused (rule D3): one message with
 * the reason, and the way to the item that waits for its author. The pill tells about items that
 * already waited when the application was opened. The messages stay until they are answered. Where
 * the items themselves are shown, and when the item is gone, the messages close by themselves,
 * because they would cover the dialog that settles the item.
 */
export function RefusalNotices() {
  const { mirror, now } = useProfile();
  const navigate = useNavigate();
  const tell = useTelling();
  const { pathname, search } = useLocation();
  const isAtItems = pathname === OUTBOX;
  // The item whose dialog is open over its document's screen.
  const deciding = 'decidir' in search ? String(search.decidir) : null;
  const stuck = useLiveQuery(() => mirror.commands.where('state').anyOf('refused', 'conflict').sortBy('seq'), [mirror]);
  const told = useRef<Set<string> | null>(null);
  const shown = useRef(new Map<string, () => void>());

  useEffect(() => {
    if (stuck === undefined) return;
    const waiting = stuck.filter((command) => command.type !== 'record-view');
    const known = told.current;
    told.current = new Set(waiting.map(markOf));
    for (const [mark, close] of shown.current) {
      if (!isAtItems && told.current.has(mark) && !mark.startsWith(`${deciding}:`)) continue;
      shown.current.delete(mark);
      close();
    }
    if (known === null || isAtItems) return;
    for (const command of waiting) {
      const mark = markOf(command);
      if (known.has(mark)) continue;
      const at = { mirror, nowMs: now(), onSee: () => void navigate({ to: OUTBOX }) };
      const closing = tell((words) => words.tellRefusal(command.id, at));
      // If the words can't be loaded there is no message: the pill and Pendências show that the
      // item waits.
      closing.catch(reportError);
      shown.current.set(mark, () => void closing.then((close) => close?.()).catch(() => undefined));
    }
  }, [stuck, mirror, now, navigate, isAtItems, deciding, tell]);

  return null;
}

/** A command that was retried and refused again gets a new message. */
function markOf({ id, attempts }: OutboxCommand): string {
  return `${id}:${attempts}`;
}
