import { noteOf } from '#mirror/store/registered.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useTelling } from './use-telling.ts';

const OUTBOX = '/admin/outbox';

/**
 * Tells once that a gesture which was shown as done turned out to have no effect (rules D3, E6). For a command that ended
 * while the application was closed, its item in Pendências tells it.
 */
export function NoteNotices() {
  const { mirror, now } = useProfile();
  const navigate = useNavigate();
  const isAtItems = useLocation().pathname === OUTBOX;
  const tell = useTelling();
  const items = useLiveQuery(() => outboxItems(mirror, { nowMs: now() }), [mirror, now]);
  const told = useRef<Set<string> | null>(null);

  useEffect(() => {
    if (items === undefined) return;
    const noted = items.filter(({ command }) => noteOf(command) !== null);
    const known = told.current;
    told.current = new Set(noted.map(({ command }) => command.id));
    if (known === null || isAtItems) return;
    for (const item of noted.filter(({ command }) => !known.has(command.id))) {
      const onSee = () => void navigate({ to: OUTBOX });
      // Words that can't be loaded are not told: Pendências shows the item with its note.
      tell((words) => words.tellNote(item, { mirror, onSee })).catch(reportError);
    }
  }, [items, mirror, navigate, isAtItems, tell]);

  return null;
}
