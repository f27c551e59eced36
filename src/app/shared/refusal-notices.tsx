import { outboxItems, type OutboxItem } from '#mirror/questions/outbox-items.ts';
import { notify } from '#ui/toast.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useProfile } from '../profile.tsx';
import { OUTBOX_TEXT, refusalReason } from '../text/outbox.ts';
import { documentHeading } from '../text/ticket-text.ts';

/**
 * What was shown as done and is then refused says so, once (decisions D3): one message with the reason, and the way to the
 * item that waits for its author. What already waited when the application was opened is told by the pill.
 */
export function RefusalNotices() {
  const { mirror, now } = useProfile();
  const navigate = useNavigate();
  const items = useLiveQuery(() => outboxItems(mirror, { nowMs: now() }), [mirror, now]);
  const told = useRef<Set<string> | null>(null);

  useEffect(() => {
    if (items === undefined) return;
    const waiting = items.filter((item) => item.group === 'needs-you' && item.command.type !== 'record-view');
    const known = told.current;
    told.current = new Set(waiting.map(markOf));
    if (known === null) return;
    for (const item of waiting) {
      if (known.has(markOf(item))) continue;
      notify({
        title: `${OUTBOX_TEXT.notSent} ${documentHeading(item)}`,
        detail: detailOf(item),
        tone: 'danger',
        action: { label: OUTBOX_TEXT.see, onAction: () => void navigate({ to: '/admin/outbox' }) },
      });
    }
  }, [items, navigate]);

  return null;
}

/** A command that was tried again and refused again is told again. */
function markOf({ command }: OutboxItem): string {
  return `${command.id}:${command.attempts}`;
}

function detailOf({ command }: OutboxItem): string {
  if (command.state === 'conflict') return OUTBOX_TEXT.conflictNotice;
  const reason = refusalReason(command.lastError);
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
