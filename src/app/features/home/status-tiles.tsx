import type { Count, DocumentCounts } from '#mirror/questions/count-documents.ts';
import { STATUSES } from '#domain/status.ts';
import { DeltaChip } from '#ui/document-look/delta-chip.tsx';
import { classNames } from '#ui/base/class-names.ts';
import type { IconType } from '#ui/base/icon.ts';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { spineClass } from '#ui/document-look/spine.ts';
import { Link } from '@tanstack/react-router';
import { AlarmClock, ArrowRightLeft, CalendarPlus, CircleCheck, EyeOff, Send } from 'lucide-react';
import { memo } from 'react';
import { HOME, pencilSpoken } from '../../text/lists/home.ts';
import { STATUS_LABEL, tileMeaning } from '../../text/words/document.ts';
import styles from './status-tiles.module.css';

type Tile = keyof DocumentCounts;

const ICON: Record<Tile, IconType> = {
  sent: Send,
  pending: EyeOff,
  under_review: ArrowRightLeft,
  extended: CalendarPlus,
  overdue: AlarmClock,
  completed: CircleCheck,
};

/**
 * The tiles, each with the search of the list that it opens. The objects stay the same at each
 * drawing, so that the address is not made anew.
 */
const TILES = (['sent', ...STATUSES] as const).map((tile) => ({ tile, search: { status: tile } }));

/**
 * Always six numbers (rule G7): what the server knows in ink, what this device adds in a pencil
 * chip.
 */
export function StatusTiles({ counts, isBounded }: { counts: DocumentCounts | undefined; isBounded: boolean }) {
  return (
    <section aria-labelledby="atualizacoes">
      <SectionLabel id="atualizacoes">{HOME.updates}</SectionLabel>
      <ul className={styles.tiles}>
        {TILES.map((one) => (
          <StatusTile key={one.tile} {...one} count={counts?.[one.tile]} isBounded={isBounded} />
        ))}
      </ul>
    </section>
  );
}

type TileProps = (typeof TILES)[number] & { count: Count | undefined; isBounded: boolean };

const StatusTile = memo(({ tile, search, count, isBounded }: TileProps) => {
  const Icon = ICON[tile];
  const ink = count?.ink ?? 0;
  const delta = count?.pencil ?? 0;
  return (
    <li
      className={classNames(styles.tile, ink + delta === 0 ? spineClass('none') : spineClass(tile))}
      aria-busy={count === undefined}
    >
      <Link to="/admin/manage-documents" search={search} title={tileMeaning(tile, isBounded)} className={styles.link}>
        <span className={styles.numbers}>
          <span className={`${styles.number} ${ink === 0 ? (styles.none ?? '') : ''}`}>
            {count === undefined ? '–' : ink}
          </span>
          <DeltaChip delta={delta} spoken={pencilSpoken(delta)} />
        </span>
        <span className={styles.label}>{STATUS_LABEL[tile]}</span>
        <Icon
          size={20}
          strokeWidth={1.75}
          aria-hidden
          className={classNames(styles.icon, ink + delta === 0 ? styles.none : styles[tile])}
        />
      </Link>
    </li>
  );
});
