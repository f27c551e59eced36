import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useTelling } from './use-telling.ts';

const OUTBOX = '/admin/outbox';

/**
 * Shows a message when a command that was shown as done has been refused (rule D3). It gives the
 * reason and leads to the item, which waits for its author. Each refusal gets one message. Items
 * that waited when the application was opened get none, because the pill counts them. A message
 * stays until the person answers it. It closes by itself where the item is shown or gone, because
 * it would cover the dialog that settles the item.
 */
export function RefusalNotices() {
  const { mirror, now } = useProfile();
  const navigate = useNavigate();
  const tell = useTelling();
  const { pathname, search } = useLocation();
  const isAtItems = pathname === OUTBOX;
  // Id of the command whose dialog is open over the screen of its document.
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
