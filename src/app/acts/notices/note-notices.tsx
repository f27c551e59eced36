import { noteOf, registeredOf } from '#mirror/store/registered.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { Info } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { noteSentence } from '../../text/note-sentence.ts';
import { OUTBOX_TEXT } from '../../text/outbox.ts';
import { actSentenceOf } from '../../shared/document/act-sentence.ts';
import { useNames } from '../../shared/document/use-names.ts';

const OUTBOX = '/admin/outbox';

/**
 * Tells once that a gesture which was shown as done turned out to have no effect (rules D3, E6). For a command that ended
 * while the application was closed, its item in Pendências tells it.
 */
export function NoteNotices() {
  const { mirror, now } = useProfile();
  const navigate = useNavigate();
  const isAtItems = useLocation().pathname === OUTBOX;
  const names = useNames();
  const items = useLiveQuery(() => outboxItems(mirror, { nowMs: now() }), [mirror, now]);
  const told = useRef<Set<string> | null>(null);

  useEffect(() => {
    if (items === undefined) return;
    const noted = items.filter(({ command }) => noteOf(command) !== null);
    const known = told.current;
    told.current = new Set(noted.map(({ command }) => command.id));
    if (known === null || isAtItems) return;
    for (const item of noted.filter(({ command }) => !known.has(command.id))) {
      const lead = registeredOf(item.command) === 'none' ? OUTBOX_TEXT.noEffect : OUTBOX_TEXT.partly;
      notify({
        title: `${lead} ${actSentenceOf(item, names)}`,
        detail: noteSentence(item.command, names.person) ?? undefined,
        icon: Info,
        action: { label: OUTBOX_TEXT.see, onAction: () => void navigate({ to: OUTBOX }) },
      });
    }
  }, [items, names, navigate, isAtItems]);

  return null;
}
