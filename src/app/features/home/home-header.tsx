import { Link } from '#ui/actions/link.tsx';
import { initialsOf } from '#ui/document-look/avatar.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { type CSSProperties, memo, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { SyncPill } from '../../shared/connection/sync-pill.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { HomeMark } from '../../shared/screen/home-mark.tsx';
import { NoticesBell } from '../../shared/screen/notices-bell.tsx';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { hourAt } from '#domain/dates.ts';
import { formatFullDay, formatWeekday } from '../../text/format.ts';
import { freshnessText } from '../../text/freshness.ts';
import { greeting, HOME } from '../../text/home.ts';
import { fullName } from '../../text/names.ts';
import styles from './home-screen.module.css';

/**
 * The header of the home: greeting, day and freshness, with search, bell and photo beside them; on a phone the pill and the
 * photo above them.
 */
export const HomeHeader = memo(function HomeHeader() {
  const { session, zone, now } = useProfile();
  const kind = useLayoutKind();
  const words = greeting(hourAt(now(), zone), session.name.split(' ')[0] ?? session.name);
  return (
    <header className={styles.header}>
      {kind === 'phone' ? <HomeMark /> : null}
      <div className={styles.greeting} style={{ '--letters': words.length } as CSSProperties}>
        <ScreenHeading windowTitle="Início">{words}</ScreenHeading>
        <Freshness />
      </div>
      <HomeSearch />
      <div className={styles.tools}>
        {kind === 'phone' ? <SyncPill place="header" /> : <NoticesBell />}
        <Link
          href="/admin/profile"
          tone="plain"
          aria-label={session.image === null ? `Perfil (${initialsOf(fullName(session))})` : 'Perfil'}
          className={styles.photo}
        >
          <PersonAvatar person={session} size={kind === 'phone' ? 36 : 44} isSelf />
        </Link>
      </div>
    </header>
  );
});

/** `quinta-feira, 19 de novembro de 2026 · Atualizado às 14:32`; without a connection only the time of the data. */
function Freshness() {
  const { today, zone } = useProfile();
  const kind = useLayoutKind();
  const sync = useSyncState();
  const day = kind === 'phone' ? formatWeekday(today) : formatFullDay(today);
  const network = sync.connection.network;
  const fresh = freshnessText({ refreshedAtMs: sync.summary.refreshedAtMs, network }, { today, zone });
  const parts = network !== 'ok' && kind === 'phone' ? [fresh ?? day] : [day, fresh];
  const [first = day, second] = parts.filter((part) => part !== null);
  const [time, trouble] = (second ?? first).split(/(?= — )/);
  return (
    <p className={styles.day}>
      {second === undefined ? null : <span className={styles.before}>{`${first} · `}</span>}
      <span>{time}</span>
      {trouble === undefined ? null : <span className={styles.network}>{trouble}</span>}
    </p>
  );
}

function HomeSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const search = (words: string) => {
    if (words.trim() === '') void navigate({ to: '/admin/results' });
    else void navigate({ to: '/admin/results/$search', params: { search: words.trim() } });
  };
  return (
    <search className={styles.search} id="busca">
      <SearchField
        label={HOME.search}
        placeholder={HOME.searchPlaceholder}
        value={text}
        onChange={setText}
        onSubmit={search}
      />
    </search>
  );
}
