import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Link, useLocation } from '@tanstack/react-router';
import { Bell, ChevronDown, ChevronRight, FileText, House, LogOut, Menu, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from '#ui/base/class-names.ts';
import type { IconType } from '#ui/base/icon.ts';
import { useProfile } from '../../../profile/profile.tsx';
import { PersonAvatar } from '../../../shared/screen/person-avatar.tsx';
import { SyncPill } from '../../../shared/connection/sync-pill.tsx';
import { useLogout } from '../../../leaving/use-logout.tsx';
import { shortName, splitTenantName } from '../../../text/words/format.ts';
import { TenantLogo } from '../../../shared/screen/tenant-logo.tsx';
import { useTenantLogo } from '../../../shared/screen/use-tenant-logo.ts';
import { useHasNews } from '../../../shared/screen/use-news.ts';
import { usePanel } from '../../../shared/screen/use-panel.ts';
import { menuEntries, type MenuEntry, type MenuGroup, railEntries } from './menu-entries.ts';
import styles from './nav.module.css';

/** The bottom menu of phones: five entries, of which the last one opens everything else. */
export function BottomNav() {
  const news = usePanel('avisos');
  const menu = usePanel('menu');
  const hasNews = useHasNews();
  return (
    <nav id="menu" tabIndex={-1} aria-label="Menu principal" className={classNames(styles.nav, styles.bottom)}>
      <Place to="/admin/home" icon={House} text="Início" />
      <Place to="/admin/manage-documents" icon={FileText} text="Documentos" />
      <Place to="/admin/results" icon={Search} text="Buscar" />
      <button type="button" className={styles.item} aria-haspopup="dialog" onClick={news.open}>
        <span className={styles.icon}>
          <Bell size={22} strokeWidth={1.75} aria-hidden />
          {hasNews ? <span className={styles.dot} /> : null}
        </span>
        <span className={styles.words}>Avisos</span>
        {hasNews ? <VisuallyHidden>. Há novidades</VisuallyHidden> : null}
      </button>
      <button type="button" className={styles.item} aria-haspopup="dialog" onClick={menu.open}>
        <Menu size={22} strokeWidth={1.75} aria-hidden />
        <span className={styles.words}>Menu</span>
      </button>
    </nav>
  );
}

type PlacePath = '/admin/home' | '/admin/manage-documents' | '/admin/results';

function Place({ to, icon: Icon, text }: { to: PlacePath; icon: IconType; text: string }) {
  return (
    <Link to={to} className={styles.item}>
      <Icon size={22} strokeWidth={1.75} aria-hidden />
      <span className={styles.words}>{text}</span>
    </Link>
  );
}

/**
 * The rail of tablets: icon and word, targets of 50 to 60 px, nothing that requires hovering (rule
 * H16).
 */
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

/** The tenant's logo and name; leads to the home. */
function Brand({ isSmall = false }: { isSmall?: boolean }) {
  const { session } = useProfile();
  const { name } = session.tenant;
  const logo = useTenantLogo();
  const parts = splitTenantName(name);
  // The accessible name begins with the visible words, in their order: people who use voice control
  // say what they see.
  const words = [parts.place, parts.kind].filter((part) => part !== null).join(' ');
  return (
    <Link to="/admin/home" className={styles.brand} aria-label={`${words}: ir para o início`}>
      <TenantLogo image={logo} size={44} />
      {isSmall ? null : (
        <span>
          <span className={styles.brandName}>{parts.place}</span>
          {parts.kind === null ? null : <span className={styles.brandNote}>{parts.kind}</span>}
        </span>
      )}
    </Link>
  );
}

/**
 * The entries of the side menu and of the phone's sheet. `onFollow` runs when a link is followed.
 */
function MenuList({ entries, onFollow }: { entries: readonly MenuEntry[]; onFollow?: () => void }) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.text}>
          {'items' in entry ? (
            <Group group={entry} onFollow={onFollow} />
          ) : (
            <Link to={entry.to} className={styles.item} onClick={onFollow}>
              <entry.icon size={20} strokeWidth={1.75} aria-hidden />
              <span className={styles.words}>{entry.text}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * A group of entries that expands. It is open on its own screens, until the person opens or closes
 * it.
 */
function Group({ group, onFollow }: { group: MenuGroup; onFollow: (() => void) | undefined }) {
  const { pathname } = useLocation();
  const isHere = [group.alsoAt, ...group.items.map((item) => item.to)].some((path) => pathname.startsWith(path));
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? isHere;
  const id = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <button
        type="button"
        className={styles.item}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChoice(!isOpen)}
      >
        <group.icon size={20} strokeWidth={1.75} aria-hidden />
        <span className={styles.words}>{group.text}</span>
        <Chevron size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <ul id={id} className={styles.sub} hidden={!isOpen}>
        {group.items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} className={styles.item} onClick={onFollow}>
              {item.text}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The side menu of desktops: groups that expand, with the pill and the person at its foot. */
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
