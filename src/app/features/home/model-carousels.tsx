import type { ModelRow } from '#contract/reference-data.ts';
import { homeModels } from '#mirror/questions/home.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { ModelCard } from '../../acts/model/model-card.tsx';
import { HOME } from '../../text/home.ts';
import { Carousel } from './carousel.tsx';
import styles from './home-screen.module.css';

/** The newest models the person may use (rules B13, G12). `lead` stands above them. */
export function ModelCarousels({ onPreview, lead }: { onPreview: (modelId: number) => void; lead?: ReactNode }) {
  const { mirror } = useProfile();
  const models = useLiveQuery(() => homeModels(mirror), [mirror]);
  return (
    <div className={styles.side}>
      {lead}
      <Models title={HOME.documentModels} empty={HOME.noModels} models={models?.documentModels} onPreview={onPreview} />
      <Models title={HOME.flowModels} empty={HOME.noFlows} models={models?.flowModels} onPreview={onPreview} />
    </div>
  );
}

function Models(props: {
  title: string;
  empty: string;
  models: readonly ModelRow[] | undefined;
  onPreview: (modelId: number) => void;
}) {
  const { title, empty, models, onPreview } = props;
  return (
    <Carousel
      title={title}
      moreHref="/admin/help"
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
