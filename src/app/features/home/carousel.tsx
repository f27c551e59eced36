import { IconButton } from '#ui/actions/icon-button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import styles from './home-screen.module.css';

/** The width of one card and the gap after it, in px: a press of a button scrolls by it, to where the list snaps. */
const STEP_PX = 150;

/** Loaded when a mouse comes near: a touch screen needs nothing of it. */
function followMouse(list: HTMLElement): void {
  void import('./drag-to-scroll.ts').then(({ dragToScroll }) => dragToScroll(list));
}

/**
 * A plain list that scrolls sideways, with visible buttons. It follows the focus of its cards and a mouse that drags it, and never
 * moves by itself.
 */
export function Carousel(props: {
  title: string;
  moreHref: string;
  moreText: string;
  isEmpty: boolean;
  children: ReactNode;
}) {
  const { title, moreHref, moreText, isEmpty, children } = props;
  const id = useId();
  const track = useRef<HTMLUListElement>(null);
  const step = (direction: 1 | -1) => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    track.current?.scrollBy({ left: direction * STEP_PX, behavior: still ? 'auto' : 'smooth' });
  };
  return (
    <section aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <SectionLabel id={id}>{title}</SectionLabel>
        <span className={styles.headTools}>
          <Link href={moreHref} tone="action" aria-label={`${moreText}: ${title}`}>
            {moreText}
          </Link>
          <IconButton icon={ChevronLeft} label={`${title}: anteriores`} isDisabled={isEmpty} onPress={() => step(-1)} />
          <IconButton icon={ChevronRight} label={`${title}: próximos`} isDisabled={isEmpty} onPress={() => step(1)} />
        </span>
      </div>
      {isEmpty ? (
        children
      ) : (
        <ul
          ref={(list) => {
            track.current = list;
            list?.addEventListener('mouseenter', () => followMouse(list), { once: true });
          }}
          className={styles.track}
          aria-labelledby={id}
        >
          {children}
        </ul>
      )}
    </section>
  );
}
