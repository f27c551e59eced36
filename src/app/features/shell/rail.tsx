import { classNames } from '#ui/base/class-names.ts';
import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useLogout } from '../../leaving/use-logout.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { SyncPill } from '../../shared/connection/sync-pill.tsx';
import { Brand } from './brand.tsx';
import { menuEntries, railEntries } from './menu-entries.ts';
import styles from './nav.module.css';

/** The rail of tablets: icon and word, targets of 50 to 60 px, nothing that requires hovering (rule H16). */
export function Rail() {
  const { session, may } = useProfile();
  const logout = useLogout();
  return (
    <nav id="menu" tabIndex={-1} aria-label="Menu principal" className={classNames(styles.nav, styles.rail)}>
      <Brand isSmall />
      <ul className={styles.list}>
        {railEntries(menuEntries(may)).map((entry) => (
          <li key={entry.text}>
            <Link to={entry.to} className={styles.item}>
              <entry.icon size={22} strokeWidth={1.75} aria-hidden />
              <span className={styles.words}>{entry.text}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <SyncPill place="rail" />
        <Link to="/admin/profile" className={styles.item}>
          <PersonAvatar person={session} size={36} isSelf />
          <span className={styles.words}>Perfil</span>
        </Link>
        <button type="button" className={styles.item} onClick={logout.ask}>
          <LogOut size={22} strokeWidth={1.75} aria-hidden />
          <span className={styles.words}>Sair</span>
        </button>
      </div>
      {logout.dialog}
    </nav>
  );
}
