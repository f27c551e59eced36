import { IconButton } from '#ui/actions/icon-button.tsx';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { HomeMark } from './home-mark.tsx';
import { NoticesBell } from './notices-bell.tsx';
import { useWayBack } from './navigated.ts';
import { ScreenHeading } from './screen-heading.tsx';
import styles from './screen-header.module.css';
import { SyncPill } from '../connection/sync-pill.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';

/**
 * The head of an ordinary screen: the h1, a line of facts under it (`meta`), `actions`, and the
 * bell at the right. On a phone it is a bar: the way back or the tenant's logo, the title, and the
 * pill that shows the state of sending. A bar without `backHref` and `phoneActions` also has the
 * search. `phoneTitle`: a shorter title for phones. `meta` is not drawn on phones; there the screen
 * itself shows it. `titleMenu`: a menu in the place of the visible title, which chooses what the
 * screen shows.
 */
export function ScreenHeader(props: {
  title: string;
  phoneTitle?: string | undefined;
  titleMenu?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  /** Drawn in the bar of a phone, where `actions` have no room. */
  phoneActions?: ReactNode;
  backHref?: string | undefined;
  /**
   * Whether the way back leads to the screen that the person came from. `backHref` then counts only
   * where the page was loaded on this screen.
   */
  isReturning?: boolean | undefined;
}) {
  const { title, phoneTitle = title, titleMenu, meta, actions, phoneActions, backHref, isReturning = false } = props;
  const kind = useLayoutKind();
  const navigate = useNavigate();
  if (kind === 'phone') {
    return (
      <header className={styles.bar}>
        {backHref === undefined ? <HomeMark /> : <BackButton href={backHref} isReturning={isReturning} />}
        <ScreenHeading windowTitle={title} className={styles.barTitle}>
          <TitleWords words={phoneTitle} menu={titleMenu} />
        </ScreenHeading>
        <SyncPill place="header" isShort={phoneActions !== undefined} />
        {phoneActions}
        {backHref === undefined && phoneActions === undefined ? (
          <IconButton icon={Search} label="Buscar" onPress={() => void navigate({ to: '/admin/results' })} />
        ) : null}
      </header>
    );
  }
  return (
    <header className={styles.header}>
      {/* It precedes the heading, which has the focus first, so Tab from the heading skips it. */}
      <div className={styles.bell}>
        <NoticesBell />
      </div>
      {backHref === undefined ? null : <BackButton href={backHref} isReturning={isReturning} />}
      <div className={styles.words}>
        <ScreenHeading windowTitle={title}>
          <TitleWords words={title} menu={titleMenu} />
        </ScreenHeading>
        {meta === undefined ? null : <div className={styles.meta}>{meta}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

function TitleWords({ words, menu }: { words: string; menu: ReactNode }) {
  if (menu === undefined) return words;
  return (
    <>
      <VisuallyHidden>{words}: </VisuallyHidden>
      {menu}
    </>
  );
}

function BackButton({ href, isReturning }: { href: string; isReturning: boolean }) {
  const navigate = useNavigate();
  const goBack = useWayBack(href);
  const leave = () => void navigate({ to: href });
  return <IconButton icon={ArrowLeft} label="Voltar" onPress={isReturning ? goBack : leave} />;
}
