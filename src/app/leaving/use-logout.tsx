import { lazyPart } from '#ui/base/lazy-part.tsx';
import type { OwnWork } from '#mirror/questions/own-work.ts';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useProfile } from '../profile/profile.tsx';
import { flushForms } from '../shared/draft/open-forms.ts';
import { leaveUntilDone } from './leaving.ts';

const OwnWorkDialog = lazyPart(async () => (await import('./own-work-dialog.tsx')).OwnWorkDialog);

/**
 * Leaving this device. Without unsent work and drafts, everything of the person is erased. Unsent
 * work and drafts are never deleted silently (rules C16, E4): they are sent if possible, or kept
 * for their author's next login, or discarded by typing a word. Without a network it asks too,
 * because entering again needs one. Where the question can't be asked, because its code can't be
 * loaded or the work can't be read, the person leaves without it and all work is kept: on a shared
 * device a person must not stay logged in after "Sair". `keep` leaves without asking: its screen
 * has told what is kept, and has saved the forms.
 */
export function useLogout(): { ask: () => void; keep: () => void; dialog: ReactNode } {
  const { profiles } = useRouteContext({ from: '__root__' });
  const profile = useProfile();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<OwnWork | null>(null);

  function leaveNow(discardUnsent = false): Promise<void> {
    setAsked(null);
    return leaveUntilDone({ profiles, discardUnsent, showLogin: () => navigate({ to: '/login' }) });
  }

  async function askOrLeave() {
    // What a form has not saved yet counts too. What can't be saved is not counted as a draft.
    await flushForms().catch(() => undefined);
    const own = await import('./own-work-dialog.tsx')
      .then(({ workToAskAbout }) => workToAskAbout(profile))
      .catch(() => null);
    if (own === null) await leaveNow();
    else setAsked(own);
  }

  async function sendFirst() {
    await profile.sync.drained();
    await askOrLeave();
  }

  const keep = () => void leaveNow();
  const dialog =
    asked === null ? null : (
      <OwnWorkDialog
        own={asked}
        onSend={sendFirst}
        onKeep={keep}
        onDiscard={() => void leaveNow(true)}
        onClose={() => setAsked(null)}
      />
    );
  return { ask: () => void askOrLeave(), keep, dialog };
}
