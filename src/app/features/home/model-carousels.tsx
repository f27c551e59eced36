import type { ModelRow } from '#contract/reference-data.ts';
import { homeModels } from '#mirror/questions/home.ts';
import { memo, useDeferredValue } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { ModelCard } from '../../acts/model/model-card.tsx';
import { useOverlay } from '../../shared/screen/use-overlay.ts';
import { useLive } from '../../profile/use-live.ts';
import { HOME } from '../../text/home.ts';
import { Carousel } from './carousel.tsx';
import styles from './home-screen.module.css';

/** `tab`: of the help, where all of them are. */
const KINDS = [
  { of: 'documentModels', title: HOME.documentModels, empty: HOME.noModels, tab: 'modelos' },
  { of: 'flowModels', title: HOME.flowModels, empty: HOME.noFlows, tab: 'fluxos' },
] as const;

/**
 * The newest models the person may use (rules B13, G12). They stand below the rows or beside them, and whatever else is to be drawn
 * goes before them.
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
