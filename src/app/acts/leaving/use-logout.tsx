import type { OwnWork } from '#mirror/questions/own-work.ts';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { connectionNow } from '../../shared/connection/use-connection.ts';
import { flushForms } from '../../shared/draft/open-drafts.ts';
import { leave } from '../../online/leave.ts';
import { isCutOff } from './is-cut-off.ts';

const loadDialog = async () => ({ default: (await import('./own-work-dialog.tsx')).OwnWorkDialog });
const OwnWorkDialog = lazy(loadDialog);

type Step = { readonly kind: 'closed' | 'leaving' } | { readonly kind: 'asking'; readonly own: OwnWork };

/**
 * Leaving this device. Without unsent work and drafts, everything of the person is erased. Unsent work and drafts are never
 * deleted silently (rules C16, E4): they are sent if possible, or kept for their author's next login, or discarded by
 * typing a word. Without a network it asks too, because entering again needs one. Where the question can't be asked, because its
 * code can't be loaded or the work can't be read, the person leaves without it and all work is kept: on a shared device a
 * person must not stay logged in after "Sair".
 */
export function useLogout(): { ask: () => void; dialog: ReactNode } {
  const { profiles } = useRouteContext({ from: '__root__' });
  const { mirror, now, person, sync } = useProfile();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ kind: 'closed' });

  async function ownWorkNow(): Promise<OwnWork> {
    // What a form has not saved yet counts too. What can't be saved is not counted as a draft.
    await flushForms().catch(() => undefined);
    const { ownWork } = await import('#mirror/questions/own-work.ts');
    return ownWork(mirror, { nowMs: now() });
  }

  async function leaveNow({ discardUnsent = false } = {}) {
    setStep({ kind: 'leaving' });
    await leave({ userId: person.userId, discardUnsent, closeProfile: () => profiles.close() });
    await navigate({ to: '/login' });
  }

  /** What to ask about; null when there is nothing to ask. */
  async function workToAskAbout(): Promise<OwnWork | null> {
    const own = await ownWorkNow();
    if (own.items.length + own.draftsAtMs.length === 0 && !isCutOff(await connectionNow(mirror))) return null;
    await loadDialog();
    return own;
  }

  async function askOrLeave() {
    const own = await workToAskAbout().catch(() => null);
    if (own === null) await leaveNow();
    else setStep({ kind: 'asking', own });
  }

  async function sendFirst() {
    await sync.drained();
    await askOrLeave();
  }

  const dialog =
    step.kind === 'asking' ? (
      <Suspense fallback={null}>
        <OwnWorkDialog
          own={step.own}
          onSend={sendFirst}
          onKeep={() => void leaveNow()}
          onDiscard={() => void leaveNow({ discardUnsent: true })}
          onClose={() => setStep({ kind: 'closed' })}
        />
      </Suspense>
    ) : null;
  return { ask: () => void askOrLeave(), dialog };
}
