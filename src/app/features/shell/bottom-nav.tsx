import { classNames } from '#ui/base/class-names.ts';
import type { IconType } from '#ui/base/icon.ts';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { Link } from '@tanstack/react-router';
import { Bell, FileText, House, Menu, Search } from 'lucide-react';
import { useHasNews } from '../../shared/screen/use-news.ts';
import { usePanel } from '../../shared/screen/use-panel.ts';
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
