import { lazyPart } from '#ui/base/lazy-part.tsx';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { hasTooManyWords, isTooShort } from '#domain/search.ts';
import { Button } from '#ui/actions/button.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { type MouseEvent, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { freeName } from '../../acts/listing/free-name.ts';
import { moveByArrows } from '../../shared/screen/rows.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { usePanel } from '../../shared/screen/use-panel.ts';
import { RESULTS } from '../../text/results.ts';
import { DocumentResults } from './document-results.tsx';
import type { ResultsTab } from './results-search.ts';
import styles from './results-screen.module.css';
import { SectorResults } from './sector-results.tsx';
import { useFound } from './use-found.ts';
import { useTextSearch } from './use-text-search.ts';
import { UserResults } from './user-results.tsx';

const SavedSearchesDialog = lazyPart(
  async () => (await import('../../acts/listing/saved-searches-dialog.tsx')).SavedSearchesDialog,
);

/** The search begins this long after the last key. */
const PAUSE_MS = 80;

/**
 * The search over the documents, sectors and people on this device, as the person types. The address gets the text by
 * Enter, or when a result is opened, so that going back finds it again. Each tab says how much it holds.
 */
export function ResultsScreen({ text, tab }: { text: string; tab: ResultsTab }) {
  const navigate = useNavigate();
  const router = useRouter();
  const [sought, setSought] = useState(text.trim());
  const cannot = whyNot(sought);
  const found = useFound(sought);
  const texts = useTextSearch(sought);
  const inTexts = typeof texts === 'object' ? texts.total : 0;
  // What was found is drawn between the keys, so that no key waits for it (S109).
  const documents = useDeferredValue(
    useMemo(() => ({ text: sought, result: found.documents, texts }), [sought, found.documents, texts]),
  );
  const addressOf = (words: string) =>
    words === ''
      ? ({ to: '/admin/results', search: { aba: tab } } as const)
      : ({ to: '/admin/results/$search', params: { search: words }, search: { aba: tab } } as const);
  const saved = usePanel('buscas');
  const search = (words: string) => void navigate(addressOf(words.trim()));

  function keepAddress(event: MouseEvent) {
    // The address changes only with the screen: a link in a new tab leaves both as they are.
    const isAside = event.ctrlKey || event.metaKey || event.shiftKey;
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (isLink && !isAside && sought !== text) router.history.replace(router.buildLocation(addressOf(sought)).href);
  }

  return (
    <div className={styles.screen} onKeyDownCapture={moveByArrows}>
      <ScreenHeader title={RESULTS.title} backHref="/admin/home" />
      <search id="busca" className={styles.search}>
        <div className={styles.field}>
          <SoughtField initial={text} onRest={setSought} onSubmit={search} />
        </div>
        {cannot !== null ? null : (
          <>
            <Button
              variant="quiet"
              size="sm"
              icon={Bookmark}
              onPress={() => {
                if (sought === text) saved.open();
                else void navigate({ ...addressOf(sought), search: { aba: tab, painel: 'buscas' } });
              }}
            >
              {RESULTS.save}
            </Button>
            <p className={styles.where}>{RESULTS.where}</p>
          </>
        )}
      </search>
      {cannot !== null ? (
        <p className={styles.hint}>{cannot}</p>
      ) : (
        <div className={styles.results} onClickCapture={keepAddress}>
          <Tabs
            label={RESULTS.tabs}
            selectedId={tab}
            onChange={(id) => void navigate({ to: '.', search: { aba: id as ResultsTab }, replace: true })}
            tabs={[
              {
                id: 'documentos',
                text: RESULTS.documents,
                count: found.documents === undefined ? undefined : found.documents.total + inTexts,
                panel: () => <DocumentResults {...documents} />,
              },
              {
                id: 'setores',
                text: RESULTS.sectors,
                count: found.sectors?.length,
                panel: () => <SectorResults found={found.sectors} />,
              },
              {
                id: 'usuarios',
                text: RESULTS.users,
                count: found.people?.length,
                panel: () => <UserResults found={found.people} />,
              },
            ]}
          />
        </div>
      )}
      {saved.isOpen ? (
        <SavedSearchesDialog
          address={router.buildLocation(addressOf(text)).href}
          propose={whyNot(text) !== null ? null : (taken) => freeName(text, taken)}
          onClose={saved.close}
        />
      ) : null}
    </div>
  );
}

/** Why nothing is looked for; null when something is. */
function whyNot(search: string): string | null {
  if (isTooShort(search)) return RESULTS.hint;
  return hasTooManyWords(search) ? REFUSAL_TEXT.too_many_words : null;
}

/** Each key draws this field alone. `onRest`, the same function each time, gets the words when the typing rests. */
function SoughtField(props: { initial: string; onRest: (words: string) => void; onSubmit: (words: string) => void }) {
  const { initial, onRest, onSubmit } = props;
  const [typed, setTyped] = useState(initial);
  const rested = useAfterPause(typed.trim());
  useEffect(() => onRest(rested), [onRest, rested]);
  return (
    <SearchField
      label={RESULTS.field}
      placeholder={RESULTS.placeholder}
      value={typed}
      onChange={setTyped}
      onSubmit={onSubmit}
      onClear={() => onSubmit('')}
      autoFocus={initial === ''}
    />
  );
}

/** The value as it stood when it last rested for `PAUSE_MS`. */
function useAfterPause(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
