import { daysBetween } from '#domain/dates.ts';
import { Button } from '#ui/actions/button.tsx';
import { useLocation } from '@tanstack/react-router';
import { Smartphone } from 'lucide-react';
import { useWatched } from '#ui/base/watched-value.ts';
import { useProfile } from '../../profile/profile.tsx';
import { installOffer } from '../../device/install-offer.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import styles from './install-banner.module.css';

const QUIET_DAYS = 2;
const FIRST_VISIT = 2;

/** The invitation to install: from the second visit on, at most once in two days, never over a form (experience P7). */
export function InstallBanner() {
  const { today } = useProfile();
  const facts = useDeviceFacts();
  const isOffered = useWatched(installOffer);
  const { pathname } = useLocation();
  const isForm = pathname === '/admin/create-documents' || pathname.startsWith('/admin/view-document');
  if (!isOffered || facts === null || isForm || facts.visits < FIRST_VISIT) return null;
  const asked = facts.installAskedOn;
  if (asked !== null && daysBetween(asked, today) < QUIET_DAYS) return null;
  return (
    <section className={styles.banner} aria-label="Instalar o aplicativo">
      <Smartphone size={24} strokeWidth={1.75} aria-hidden />
      <p className={styles.words}>Instale o app para abrir sem internet e receber avisos.</p>
      <div className={styles.actions}>
        <Button variant="quiet" onPress={() => void changeDeviceFacts({ installAskedOn: today })}>
          Agora não
        </Button>
        <Button
          variant="primary"
          onPress={() => {
            void changeDeviceFacts({ installAskedOn: today });
            void installOffer.accept();
          }}
        >
          instalar
        </Button>
      </div>
    </section>
  );
}
