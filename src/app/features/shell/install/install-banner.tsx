import { hasCreated, outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { useLocation } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { CircleEllipsis, Share, Smartphone, SquarePlus } from 'lucide-react';
import { type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { installOffer, installsByHand, isInstalled } from '../../../device/install-offer.ts';
import { keepInPassing } from '../../../device/keep-choice.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../../device/use-device-facts.ts';
import { useLayoutKind } from '../../../device/use-layout-kind.ts';
import { useProfile } from '../../../profile/profile.tsx';
import { invitationPlace } from '../../../shared/screen/invitation-place.ts';
import { INSTALL } from '../../../text/frame/notices.ts';
import styles from './install-banner.module.css';
import { isInstallDue } from './install-due.ts';

/** Calls `onSeen` once the whole element stands in the window. */
function useWhenSeen(onSeen: () => void): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (element === null) return undefined;
      const watcher = new IntersectionObserver(
        (changes) => {
          if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
          watcher.disconnect();
          onSeen();
        },
        { threshold: 1 },
      );
      watcher.observe(element);
      return () => watcher.disconnect();
    },
    [onSeen],
  );
}

type Invitation = { readonly onSeen: () => void; readonly onLater: () => void; readonly onAccept: () => void };

function InvitationRow({ onSeen, onLater, onAccept }: Invitation) {
  return (
    <div className={styles.row} ref={useWhenSeen(onSeen)}>
      <Smartphone size={24} strokeWidth={1.75} aria-hidden />
      <p className={styles.words}>{INSTALL.invitation}</p>
      <div className={styles.actions}>
        <Button variant="quiet" onPress={onLater}>
          {INSTALL.notNow}
        </Button>
        <Button variant="primary" onPress={onAccept}>
          {INSTALL.install}
        </Button>
      </div>
    </div>
  );
}

function InFlow({ place, children }: { place: HTMLElement; children: ReactNode }) {
  const section = (
    <section className={styles.banner} aria-label={INSTALL.label}>
      {children}
    </section>
  );
  return createPortal(section, place);
}

/**
 * The invitation to install, on the home alone. It is a modal on desktops, and elsewhere a part of
 * the page under the greeting, where it covers no work (src/app/experience.md, experience P7). The
 * day counts on which it was seen, with or without an answer (rule G11).
 */
export function InstallBanner() {
  const { mirror, today } = useProfile();
  const hasSent = useLiveQuery(() => hasCreated(mirror), [mirror]);
  const facts = useDeviceFacts();
  const hasOffer = useWatched(installOffer);
  const place = useWatched(invitationPlace);
  const isDesktop = useLayoutKind() === 'desktop';
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/admin/home' });
  const [state, setState] = useState<'waiting' | 'shown' | 'answered'>('waiting');
  const [hasSteps, setSteps] = useState(false);
  const canInstall = (hasOffer || installsByHand()) && !isInstalled();
  const isDue =
    facts !== null &&
    hasSent !== undefined &&
    isInstallDue({ visits: facts.visits, hasSent, shownOn: facts.installAskedOn }, today) &&
    canInstall;
  // Seen, the invitation is no longer due, but stays until the screen is left.
  if (state === 'waiting' && isDue && isHome) setState('shown');

  const onSeen = useCallback(() => keepInPassing(changeDeviceFacts({ installAskedOn: today })), [today]);
  const onLater = () => setState('answered');
  const onAccept = () => {
    if (!hasOffer) return setSteps(true);
    setState('answered');
    void installOffer.accept();
  };
  const isShown = state === 'shown' && isHome && canInstall;
  const row = <InvitationRow onSeen={onSeen} onLater={onLater} onAccept={onAccept} />;
  return (
    <>
      {isDesktop ? (
        <OnceOpened isOpen={isShown}>
          <Dialog isOpen={isShown} onClose={onLater} title={INSTALL.label} size="install" hasClose={false}>
            {row}
          </Dialog>
        </OnceOpened>
      ) : isShown && place !== null ? (
        <InFlow place={place}>{row}</InFlow>
      ) : null}
      <OnceOpened isOpen={hasSteps}>
        <InstallSteps isOpen={hasSteps} onClose={() => setSteps(false)} />
      </OnceOpened>
    </>
  );
}

const DRAWINGS = [Share, SquarePlus, CircleEllipsis] as const;

/**
 * The three steps by hand on iOS. The installed application has a storage of its own there, so
 * unsent work is sent first (src/app/experience.md, experience T9).
 */
function InstallSteps({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { mirror } = useProfile();
  const summary = useLiveQuery(() => outboxSummary(mirror), [mirror]);
  const waits = summary !== undefined && summary.unsent > 0;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={INSTALL.stepsTitle} size="sm">
      {waits ? (
        <Banner tone="warn">
          {INSTALL.sendFirst}{' '}
          <LinkButton variant="quiet" href="/admin/outbox">
            {INSTALL.seeOutbox}
          </LinkButton>
        </Banner>
      ) : (
        <>
          <ol className={styles.steps}>
            {INSTALL.steps.map((step, index) => {
              const Drawing = DRAWINGS[index] ?? Share;
              return (
                <li key={step} className={styles.step}>
                  <Drawing size={32} strokeWidth={1.5} aria-hidden />
                  <span>
                    <b>{index + 1}.</b> {step}
                  </span>
                </li>
              );
            })}
          </ol>
          <p className={styles.after}>{INSTALL.after}</p>
        </>
      )}
    </Dialog>
  );
}
