import { isTooShort } from '#domain/search.ts';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { RESULTS } from '../../text/results.ts';
import { DocumentResults } from './document-results.tsx';
import type { ResultsTab } from './results-search.ts';
import styles from './results-screen.module.css';
import { SectorResults } from './sector-results.tsx';
import { UserResults } from './user-results.tsx';

/** The search over the documents, sectors and people on this device; each tab searches only once it is opened. */
export function ResultsScreen({ text, tab }: { text: string; tab: ResultsTab }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(text);
  const search = (words: string) => {
    const trimmed = words.trim();
    if (trimmed === '') void navigate({ to: '/admin/results', search: { aba: tab } });
    else void navigate({ to: '/admin/results/$search', params: { search: trimmed }, search: { aba: tab } });
  };
  return (
    <div>
      <ScreenHeader title={RESULTS.title} backHref="/admin/home" />
      <search id="busca" className={styles.search}>
        <SearchField
          label={RESULTS.field}
          placeholder={RESULTS.placeholder}
          value={typed}
          onChange={setTyped}
          onSubmit={search}
          onClear={() => search('')}
          autoFocus={text === ''}
        />
      </search>
      {isTooShort(text) ? (
        <p className={styles.hint}>{RESULTS.hint}</p>
      ) : (
        <Tabs
          label={RESULTS.tabs}
          selectedId={tab}
          onChange={(id) => void navigate({ to: '.', search: { aba: id as ResultsTab }, replace: true })}
          tabs={[
            { id: 'documentos', text: RESULTS.documents, panel: () => <DocumentResults text={text} /> },
            { id: 'setores', text: RESULTS.sectors, panel: () => <SectorResults text={text} /> },
            { id: 'usuarios', text: RESULTS.users, panel: () => <UserResults text={text} /> },
          ]}
        />
      )}
    </div>
  );
}
