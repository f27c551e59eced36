import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { MenuEntry, MenuGroup } from './menu-entries.ts';
import styles from './nav.module.css';

/** The entries of the side menu and of the phone's sheet. `onFollow` runs when a link is followed. */
export function MenuList({ entries, onFollow }: { entries: readonly MenuEntry[]; onFollow?: () => void }) {
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

/** A disclosure. It is open while one of its screens is shown, or after the person opened it. */
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
