import { noteOf } from '#mirror/store/outbox-row.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useTelling } from './use-telling.ts';

const OUTBOX = '/admin/outbox';

/**
 * Shows a message once when a gesture that was shown as done turned out to have no effect (rules
 * D3, E6). For a command that ended while the application was closed, its item in Pendências says
 * so.
 */
export function NoteNotices() {
  const { mirror, now } = useProfile();
  const navigate = useNavigate();
  const isAtItems = useLocation().pathname === OUTBOX;
  const tell = useTelling();
  const done = useLiveQuery(() => mirror.commands.where('state').equals('done').sortBy('seq'), [mirror]);
  const told = useRef<Set<string> | null>(null);

  useEffect(() => {
    if (done === undefined) return;
    const noted = done.filter((command) => command.type !== 'record-view' && noteOf(command) !== null);
    const known = told.current;
    told.current = new Set(noted.map(({ id }) => id));
    if (known === null || isAtItems) return;
    for (const { id } of noted.filter((command) => !known.has(command.id))) {
      const at = { mirror, nowMs: now(), onSee: () => void navigate({ to: OUTBOX }) };
      // If the words can't be loaded there is no message: Pendências shows the item with its note.
      tell((words) => words.tellNote(id, at)).catch(reportError);
    }
  }, [done, mirror, now, navigate, isAtItems, tell]);

  return null;
}
