import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { SyncPill } from '../../shared/connection/sync-pill.tsx';
import { useLogout } from '../../leaving/use-logout.tsx';
import { shortName } from '../../text/names.ts';
import { Brand } from './brand.tsx';
import { menuEntries } from './menu-entries.ts';
import { MenuList } from './menu-list.tsx';
import styles from './nav.module.css';

/** The side menu of desktops: groups as disclosures, with the pill and the person at its foot. */
export function SideNav() {
  const { session, may } = useProfile();
  const logout = useLogout();
  const note = [session.roles[0]?.name, session.organization?.acronym].filter(Boolean).join(' · ');
  return (
    <nav id="menu" tabIndex={-1} aria-label="Menu principal" className={styles.nav}>
      <Brand />
      <MenuList entries={menuEntries(may)} />
      <div className={styles.foot}>
        <SyncPill place="nav" />
        <div className={styles.person}>
          <Link to="/admin/profile" className={styles.personLink}>
            <PersonAvatar person={session} size={36} isSelf />
            <span>
              <span className={styles.personName}>{shortName(session)}</span>
              <span className={styles.personNote}>{note}</span>
              <VisuallyHidden>, perfil</VisuallyHidden>
            </span>
          </Link>
          <IconButton icon={LogOut} label="Sair" variant="inverse" onPress={logout.ask} />
        </div>
      </div>
      {logout.dialog}
    </nav>
  );
}
