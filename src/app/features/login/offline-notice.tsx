import { Banner } from '#ui/feedback/banner.tsx';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { LOGIN } from '../../text/person/login.ts';
import styles from './login-screen.module.css';

/** Says above a public form that it needs the network, before anything is typed into it. */
export function OfflineNotice({ children }: { children: ReactNode }) {
  return (
    <div className={styles.offline}>
      <Banner tone="pencil" icon={CloudOff} title={LOGIN.offlineTitle} role="status">
        {children}
      </Banner>
    </div>
  );
}
