import type { ModelRow } from '#contract/reference-data.ts';
import { homeModels } from '#mirror/questions/home.ts';
import type { ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { ModelCard } from '../../acts/model/model-card.tsx';
import { useLive } from '../../profile/use-live.ts';
import { HOME } from '../../text/home.ts';
import { Carousel } from './carousel.tsx';
import styles from './home-screen.module.css';

/** `tab`: of the help, where all of them are. */
const KINDS = [
  { of: 'documentModels', title: HOME.documentModels, empty: HOME.noModels, tab: 'modelos' },
  { of: 'flowModels', title: HOME.flowModels, empty: HOME.noFlows, tab: 'fluxos' },
] as const;

/** The newest models the person may use (rules B13, G12). `lead` stands above them. */
export function ModelCarousels({ onPreview, lead }: { onPreview: (modelId: number) => void; lead?: ReactNode }) {
  const { mirror } = useProfile();
  const models = useLive(() => homeModels(mirror), [mirror]);
  return (
    <div className={styles.side}>
      {lead}
      {KINDS.map(({ of, ...words }) => (
        <Models key={of} {...words} models={models?.[of]} onPreview={onPreview} />
      ))}
    </div>
  );
}

function Models(props: {
  title: string;
  empty: string;
  models: readonly ModelRow[] | undefined;
  tab: 'modelos' | 'fluxos';
  onPreview: (modelId: number) => void;
}) {
  const { title, empty, models, tab, onPreview } = props;
  return (
    <Carousel
      title={title}
      moreHref={`/admin/help?aba=${tab}`}
      moreText={HOME.seeMore}
      isReading={models === undefined}
      isEmpty={models?.length === 0}
    >
      {models?.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        models?.map((model) => (
          <li key={model.id} className={styles.slide}>
            <ModelCard model={model} onPreview={onPreview} />
          </li>
        ))
      )}
    </Carousel>
  );
}
