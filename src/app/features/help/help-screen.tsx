import { registeredRows } from '#mirror/questions/reference-rows.ts';
import type { ModelRow } from '#contract/reference-data.ts';
import { fold, matchesTokens, searchTokens } from '#domain/search.ts';
import { keptServerFiles } from '#mirror/questions/kept-server-files.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { ModelCard } from '../../acts/model/model-card.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { HELP, HELP_QUESTIONS } from '../../text/frame/help.ts';
import type { QuestionId } from '../../text/frame/help-about.ts';
import type { HelpSearch, HelpTab } from './help-search.ts';
import styles from './help-screen.module.css';
import { Questions } from './questions.tsx';

/**
 * The questions of a newcomer, and the models and flows that the person may use, which are searched
 * by name on Enter.
 */
export function HelpScreen(props: {
  tab: HelpTab;
  question: QuestionId | null;
  onShow: (search: HelpSearch) => void;
  onPreview: (modelId: number) => void;
}) {
  const { tab, question, onShow, onPreview } = props;
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const words = tab === 'perguntas' ? HELP_QUESTIONS : HELP;
  const search = (
    <search id="busca" className={styles.search}>
      <SearchField
        label={words.search}
        placeholder={words.placeholder}
        value={typed}
        onChange={setTyped}
        onSubmit={setText}
        onClear={() => setText('')}
      />
    </search>
  );
  return (
    <div className={styles.screen}>
      <ScreenHeader title={HELP.title} backHref="/admin/home" />
      <Tabs
        label={HELP.tabs}
        selectedId={tab}
        onChange={(id) => onShow(id === 'modelos' || id === 'fluxos' ? { aba: id } : {})}
        tabs={[
          {
            id: 'perguntas',
            text: HELP_QUESTIONS.tab,
            panel: () => (
              <>
                {search}
                <Questions
                  text={typed}
                  openId={question}
                  onOpen={(id) => onShow(id === null ? {} : { pergunta: id })}
                />
              </>
            ),
          },
          {
            id: 'modelos',
            text: HELP.models,
            panel: () => (
              <>
                {search}
                <Models type="document_model" text={text} empty={HELP.noModels} onPreview={onPreview} />
              </>
            ),
          },
          {
            id: 'fluxos',
            text: HELP.flows,
            panel: () => (
              <>
                {search}
                <Models type="flow_model" text={text} empty={HELP.noFlows} onPreview={onPreview} />
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

function Models(props: { type: ModelRow['type']; text: string; empty: string; onPreview: (modelId: number) => void }) {
  const { type, text, empty, onPreview } = props;
  const { mirror } = useProfile();
  const models = useLiveQuery(async () => {
    const rows = await registeredRows(mirror, 'models');
    return rows.filter((row) => row.type === type && row.status === 'active');
  }, [mirror, type]);
  const kept = useLiveQuery(() => keptServerFiles(mirror), [mirror]);
  if (models === undefined) return <SkeletonRows label={HELP.loading} count={3} />;
  const tokens = searchTokens(text);
  const shown = models.filter((row) => matchesTokens(fold(row.name), tokens));
  if (shown.length === 0) return <EmptyState icon={FileText} title={models.length === 0 ? empty : HELP.noMatch} />;
  return (
    <ul className={styles.cards}>
      {shown.map((model) => (
        <li key={model.id}>
          <ModelCard
            model={model}
            onPreview={onPreview}
            hasDescription
            isKept={kept !== undefined && model.files.every((file) => kept.has(file.id))}
          />
        </li>
      ))}
    </ul>
  );
}
