import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { leaveDevice } from '../online/logout.ts';
import { useProfile } from '../profile.tsx';
import { eraseLeft } from './erase-left.ts';
import { announceLeaving } from './leaving.ts';
import { settleOwedLogout } from './settle-logout.ts';

const UnsentDialog = lazy(async () => ({ default: (await import('./unsent-dialog.tsx')).UnsentDialog }));

type Step = { readonly kind: 'closed' | 'leaving' } | { readonly kind: 'asking'; readonly unsent: number };

/**
 * Leaving this device. With nothing unsent everything of the person is erased; unsent work is never deleted silently
 * (decisions E4): it is sent, kept for its author's next login, or discarded by a typed word.
 */
export function useLogout(): { ask: () => void; dialog: ReactNode } {
  const { profiles } = useRouteContext({ from: '__root__' });
  const { mirror, person, sync } = useProfile();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ kind: 'closed' });

  async function unsentNow(): Promise<number> {
    const { pending, needsAuthor } = await outboxSummary(mirror);
    return pending + needsAuthor;
  }

  /** Without `discardUnsent` whatever is unsent stays, also what another tab wrote since it was counted. */
  async function leave({ discardUnsent = false } = {}) {
    setStep({ kind: 'leaving' });
    await leaveDevice({ userId: person.userId, discardUnsent });
    // Nobody who leaves waits for a network that does not answer.
    const told = Promise.race([settleOwedLogout(), patience()]);
    announceLeaving(person.userId);
    await profiles.close();
    await eraseLeft();
    await told;
    await navigate({ to: '/login' });
  }

  async function ask() {
    const unsent = await unsentNow();
    if (unsent === 0) await leave();
    else setStep({ kind: 'asking', unsent });
  }

  async function sendFirst() {
    await sync.drained();
    const unsent = await unsentNow();
    if (unsent === 0) await leave();
    else setStep({ kind: 'asking', unsent });
  }

  const dialog =
    step.kind === 'asking' ? (
      <Suspense fallback={null}>
        <UnsentDialog
          unsent={step.unsent}
          onSend={sendFirst}
          onKeep={() => void leave()}
          onDiscard={() => void leave({ discardUnsent: true })}
          onClose={() => setStep({ kind: 'closed' })}
        />
      </Suspense>
    ) : null;
  return { ask: () => void ask(), dialog };
}

const PATIENCE_MS = 1_500;

function patience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
}
