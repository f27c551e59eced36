import type { ModelRow } from '#contract/reference-data.ts';
import { homeModels } from '#mirror/questions/home.ts';
import { memo, type ReactNode, useDeferredValue, useId, useRef } from 'react';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useProfile, useLive } from '../../profile/profile.tsx';
import { ModelCard } from '../../acts/model/model-card.tsx';
import { useOverlay } from '../../shared/screen/use-overlay.ts';
import { HOME } from '../../text/lists/home.ts';
import styles from './home-screen.module.css';

/**
 * The width of one card and the gap after it, in px: a press of a button scrolls by it, to where
 * the list snaps.
 */
const STEP_PX = 150;

/** Loaded when a mouse comes near: a touch screen does not need it. */
function followMouse(list: HTMLElement): void {
  void import('./drag-to-scroll.ts').then(({ dragToScroll }) => dragToScroll(list));
}

/**
 * A plain list that scrolls sideways, with visible buttons. It follows the focus of its cards and a
 * mouse that drags it, and never moves by itself.
 */
function Carousel(props: { title: string; moreHref: string; moreText: string; isEmpty: boolean; children: ReactNode }) {
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

/** `tab`: the tab of the help that shows all models of the kind. */
const KINDS = [
  { of: 'documentModels', title: HOME.documentModels, empty: HOME.noModels, tab: 'modelos' },
  { of: 'flowModels', title: HOME.flowModels, empty: HOME.noFlows, tab: 'fluxos' },
] as const;

/**
 * The newest models the person may use (rules B13, G12). They are drawn last, below the rows or
 * beside them.
 */
export const ModelCarousels = memo(() => {
  const { mirror } = useProfile();
  const models = useDeferredValue(useLive(() => homeModels(mirror), [mirror]));
  if (models === undefined) return null;
  return KINDS.map(({ of, ...words }) => <Models key={of} {...words} models={models[of]} />);
});

function Models(props: { title: string; empty: string; models: readonly ModelRow[]; tab: 'modelos' | 'fluxos' }) {
  const { title, empty, models, tab } = props;
  const { open } = useOverlay();
  return (
    <Carousel title={title} moreHref={`/admin/help?aba=${tab}`} moreText={HOME.seeMore} isEmpty={models.length === 0}>
      {models.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        models.map((model) => (
          <li key={model.id} className={styles.slide}>
            <ModelCard model={model} onPreview={(previa) => open({ previa })} />
          </li>
        ))
      )}
    </Carousel>
  );
}
