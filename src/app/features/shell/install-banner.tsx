import { hasCreated } from '#mirror/questions/has-created.ts';
import { Button } from '#ui/actions/button.tsx';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { useLocation } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { Smartphone } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { useWatched } from '#ui/base/watched-value.ts';
import { useProfile } from '../../profile/profile.tsx';
import { installOffer } from '../../device/install-offer.ts';
import { installsByHand, isInstalled } from '../../device/ios-install.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { INSTALL } from '../../text/install.ts';
import styles from './install-banner.module.css';
import { isInstallDue } from './install-due.ts';

const InstallSteps = lazy(async () => ({ default: (await import('./install-steps.tsx')).InstallSteps }));

/**
 * The invitation to install: last on the home, in the flow of the page, so that it covers nothing that a person does
 * (experience P7). The day of its display counts, whether it was answered or not (rule G11).
 */
export function InstallBanner() {
  const { mirror, today } = useProfile();
  const hasSent = useLiveQuery(() => hasCreated(mirror), [mirror]);
  const facts = useDeviceFacts();
  const hasOffer = useWatched(installOffer);
  const isHome = useLocation().pathname === '/admin/home';
  const [state, setState] = useState<'waiting' | 'shown' | 'answered'>('waiting');
  const [hasSteps, setSteps] = useState(false);
  const canInstall = (hasOffer || installsByHand()) && !isInstalled();
  const isDue =
    facts !== null &&
    hasSent !== undefined &&
    isInstallDue({ visits: facts.visits, hasSent, shownOn: facts.installAskedOn }, today) &&
    canInstall;
  // It stays for this visit, although its display makes it no longer due.
  if (state === 'waiting' && isDue && isHome) setState('shown');

  useEffect(() => {
    if (state === 'shown') void changeDeviceFacts({ installAskedOn: today });
  }, [state, today]);

  const accept = () => {
    if (!hasOffer) return setSteps(true);
    setState('answered');
    void installOffer.accept();
  };
  return (
    <>
      {state === 'shown' && isHome && canInstall ? (
        <section className={styles.banner} aria-label={INSTALL.label}>
          <Smartphone size={24} strokeWidth={1.75} aria-hidden />
          <p className={styles.words}>{INSTALL.invitation}</p>
          <div className={styles.actions}>
            <Button variant="quiet" onPress={() => setState('answered')}>
              {INSTALL.notNow}
            </Button>
            <Button variant="primary" onPress={accept}>
              {INSTALL.install}
            </Button>
          </div>
        </section>
      ) : null}
      <OnceOpened isOpen={hasSteps}>
        <InstallSteps isOpen={hasSteps} onClose={() => setSteps(false)} />
      </OnceOpened>
    </>
  );
}
