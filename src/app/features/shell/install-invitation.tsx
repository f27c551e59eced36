import { Button } from '#ui/actions/button.tsx';
import { Smartphone } from 'lucide-react';
import { INSTALL } from '../../text/install.ts';
import styles from './install-banner.module.css';

/** What the invitation shows, in a file of its own, because it is seen once in a while and loaded then. */
export function InstallInvitation({ onLater, onAccept }: { onLater: () => void; onAccept: () => void }) {
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
