import { hasCreated } from '#mirror/questions/outbox-summary.ts';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { useLocation } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useWatched } from '#ui/base/watched-value.ts';
import { Button } from '#ui/actions/button.tsx';
import { Smartphone } from 'lucide-react';
import { useProfile } from '../../../profile/profile.tsx';
import { installOffer, installsByHand, isInstalled } from '../../../device/install-offer.ts';
import { keepInPassing } from '../../../device/keep-choice.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../../device/use-device-facts.ts';
import { INSTALL } from '../../../text/frame/notices.ts';
import { isInstallDue } from './install-due.ts';
import { InstallSteps } from './install-steps.tsx';
import styles from './install-banner.module.css';

function InstallInvitation({ onLater, onAccept }: { onLater: () => void; onAccept: () => void }) {
  return (
    <section className={styles.banner} aria-label={INSTALL.label}>
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
    </section>
  );
}

/**
 * The invitation to install: last on the home, in the flow of the page, so that it covers nothing
 * that a person does (src/app/experience.md, experience P7). The day of its display counts, whether
 * it was answered or not (rule G11).
 */
export function InstallBanner() {
  const { mirror, today } = useProfile();
  const hasSent = useLiveQuery(() => hasCreated(mirror), [mirror]);
  const facts = useDeviceFacts();
  const hasOffer = useWatched(installOffer);
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/admin/home' });
  const [state, setState] = useState<'waiting' | 'shown' | 'answered'>('waiting');
  const [hasSteps, setSteps] = useState(false);
  const canInstall = (hasOffer || installsByHand()) && !isInstalled();
  const isDue =
    facts !== null &&
    hasSent !== undefined &&
    isInstallDue({ visits: facts.visits, hasSent, shownOn: facts.installAskedOn }, today) &&
    canInstall;
  // It stays for this visit, although it is no longer due once it was shown.
  if (state === 'waiting' && isDue && isHome) setState('shown');

  useEffect(() => {
    if (state === 'shown') keepInPassing(changeDeviceFacts({ installAskedOn: today }));
  }, [state, today]);

  const isShown = state === 'shown' && isHome && canInstall;
  const accept = () => {
    if (!hasOffer) return setSteps(true);
    setState('answered');
    void installOffer.accept();
  };
  return (
    <>
      {isShown ? <InstallInvitation onLater={() => setState('answered')} onAccept={accept} /> : null}
      <OnceOpened isOpen={hasSteps}>
        <InstallSteps isOpen={hasSteps} onClose={() => setSteps(false)} />
      </OnceOpened>
    </>
  );
}
