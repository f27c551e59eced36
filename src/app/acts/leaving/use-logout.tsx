import { writtenDrafts } from '#mirror/keep/drafts.ts';
import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { leaveDevice } from '../../online/logout.ts';
import { useProfile } from '../../profile/profile.tsx';
import type { OwnWork } from '../../text/logout.ts';
import { eraseLeft } from '../../online/erase-left.ts';
import { announceLeaving } from '../../online/leaving.ts';
import { flushForms } from '../../shared/draft/open-drafts.ts';
import { settleOwedLogout } from '../../online/settle-logout.ts';

const OwnWorkDialog = lazy(async () => ({ default: (await import('./own-work-dialog.tsx')).OwnWorkDialog }));

type Step = { readonly kind: 'closed' | 'leaving' } | { readonly kind: 'asking'; readonly own: OwnWork };

/**
 * Leaving this device. Without unsent work and drafts, everything of the person is erased. Unsent work and drafts are never
 * deleted silently (rules C16, E4): they are sent if possible, or kept for their author's next login, or discarded by
 * typing a word.
 */
export function useLogout(): { ask: () => void; dialog: ReactNode } {
  const { profiles } = useRouteContext({ from: '__root__' });
  const { mirror, person, sync } = useProfile();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ kind: 'closed' });

  async function ownWorkNow(): Promise<OwnWork> {
    // What a form has not saved yet counts too. What can't be saved is not counted as a draft.
    await flushForms().catch(() => undefined);
    const { pending, needsAuthor } = await outboxSummary(mirror);
    return { unsent: pending + needsAuthor, drafts: (await writtenDrafts(mirror)).length };
  }

  /** Without `discardUnsent` all unsent work stays, including what another tab wrote after it was counted. */
  async function leave({ discardUnsent = false } = {}) {
    setStep({ kind: 'leaving' });
    await leaveDevice({ userId: person.userId, discardUnsent });
    // Leaving must not wait for a network that does not answer.
    const told = Promise.race([settleOwedLogout(), patience()]);
    announceLeaving(person.userId);
    await profiles.close();
    // A store that does not answer now is erased at the next start.
    await eraseLeft().catch(reportError);
    await told;
    await navigate({ to: '/login' });
  }

  async function askOrLeave() {
    const own = await ownWorkNow();
    if (own.unsent + own.drafts === 0) await leave();
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
          onKeep={() => void leave()}
          onDiscard={() => void leave({ discardUnsent: true })}
          onClose={() => setStep({ kind: 'closed' })}
        />
      </Suspense>
    ) : null;
  return { ask: () => void askOrLeave(), dialog };
}

const PATIENCE_MS = 1_500;

function patience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
}
