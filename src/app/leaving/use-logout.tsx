import { lazyPart } from '#ui/base/lazy-part.tsx';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { useProfile } from '../profile/profile.tsx';
import { leaveUntilDone } from './leaving.ts';
import type { AskedWork } from './own-work-dialog.tsx';

const OwnWorkDialog = lazyPart(async () => (await import('./own-work-dialog.tsx')).OwnWorkDialog);

/**
 * How a screen lets a person leave this device. Without unsent work and drafts all data of the
 * person is erased. With them, or without a network, `ask` opens the dialog, because nothing is
 * deleted silently (rules C16, E4) and a login needs a network. If the dialog's code can't be
 * loaded or the work can't be read, the person leaves and all work is kept: on a shared device a
 * person must not stay logged in after "Sair". `keep` leaves without a dialog; its screen has said
 * what is kept, and has saved the forms.
 */
export function useLogout(): { ask: () => void; keep: () => void; dialog: ReactNode } {
  const { profiles } = useRouteContext({ from: '__root__' });
  const profile = useProfile();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<AskedWork | null>(null);
  // The number of the person's last choice. An earlier one whose work ends later does nothing more.
  const choice = useRef(0);

  function closeDialog() {
    choice.current += 1;
    setAsked(null);
  }

  function leaveNow(discardUnsent = false): Promise<void> {
    closeDialog();
    return leaveUntilDone({ profiles, discardUnsent, showLogin: () => navigate({ to: '/login' }) });
  }

  async function askOrLeave(sent?: Promise<void>) {
    const number = (choice.current += 1);
    const isLast = () => number === choice.current;
    await sent;
    if (!isLast()) return;
    const own = await import('./own-work-dialog.tsx')
      .then(({ workToAskAbout }) => workToAskAbout(profile))
      .catch(() => null);
    if (!isLast()) return;
    if (own === null) await leaveNow();
    else setAsked(own);
  }

  const keep = () => void leaveNow();
  const dialog =
    asked === null ? null : (
      <OwnWorkDialog
        own={asked}
        onSend={() => askOrLeave(profile.sync.drained())}
        onKeep={keep}
        onDiscard={() => void leaveNow(true)}
        onClose={closeDialog}
      />
    );
  return { ask: () => void askOrLeave(), keep, dialog };
}
