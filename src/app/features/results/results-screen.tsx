import { SavedSearchesDialog } from '../../acts/listing/saved-searches-dialog.tsx';
import { OlderDocuments } from '../../acts/listing/older-documents.tsx';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { foldWithin, hasTooManyWords, isTooShort, matchesTokens, searchTokens } from '#domain/search.ts';
import { Button } from '#ui/actions/button.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Bookmark, SearchX } from 'lucide-react';
import { memo, type MouseEvent, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { OrganizationRow, UserRow } from '#contract/reference-data.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { RowMeta, RowTitle, RowWords } from '#ui/document-look/row-words.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { activeOrganizations, activePeople } from '#mirror/questions/people.ts';
import { type FoundDocuments, searchDocuments } from '#mirror/questions/search-texts.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { addDays } from '#domain/dates.ts';
import { copyBoundOf } from '#mirror/questions/cover.ts';
import { Link } from '#ui/actions/link.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { freeName } from '../../acts/listing/free-name.ts';
import { moveByArrows } from '../../shared/screen/rows.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { usePanel } from '../../shared/screen/use-panel.ts';
import { foundSentence, RESULTS, textScopeText } from '../../text/lists/results.ts';
import { useProfile } from '../../profile/profile.tsx';
import { personHref, sectorHref } from '../../shared/screen/result-links.ts';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { fullName } from '../../text/words/format.ts';
import { useTableFits } from '../../shared/document/use-table-fits.ts';
import { DocumentRow } from '../../shared/document/document-row.tsx';
import { Marked } from '../../shared/document/marked.tsx';
import type { ResultsTab } from './results-search.ts';
import styles from './results-screen.module.css';
import {
  countsOf,
  type FoundGroup,
  type FoundRow,
  groupsOf,
  FoundTable,
  FoundLine,
  foundHref,
} from './found-table.tsx';
import { type TextResults, useTextSearch } from '../../acts/listing/text-search.tsx';

/** The result of a search that finds nothing. The link leads back to an empty search field. */
function NothingFound() {
  return (
    <EmptyState icon={SearchX} title={RESULTS.nothing} action={<Link href="/admin/results">{RESULTS.again}</Link>}>
      {RESULTS.nothingNext}
    </EmptyState>
  );
}

function FoundLists({ groups, query }: { groups: readonly FoundGroup[]; query: string }) {
  return groups.map(({ id, name, count, rows }) => (
    <section key={id} aria-labelledby={`achado-${id}`} className={styles.group}>
      <SectionLabel id={`achado-${id}`} count={count}>
        {name}
      </SectionLabel>
      <RowList label={name}>
        {rows.map((found) => (
          <FoundListRow key={found.document.key} {...found} query={query} />
        ))}
      </RowList>
    </section>
  ));
}

/** `memo`, so that rows are not drawn again while the search finds more. */
const FoundListRow = memo(function FoundListRow({ document, passage, place, query }: FoundRow & { query: string }) {
  return (
    <DocumentRow
      document={document}
      title={<Marked text={document.title} query={query} />}
      line={<FoundLine found={{ document, passage }} query={query} />}
      href={foundHref({ document, passage, place }, query)}
    />
  );
});

/**
 * The found documents in groups, by the place of the match (rule C7); matches in texts come last.
 * `result` is undefined while it is read.
 */
const DocumentResults = memo(function DocumentResults(props: {
  text: string;
  result: FoundDocuments | undefined;
  texts: TextResults;
}) {
  const { text, result, texts } = props;
  const { mirror } = useProfile();
  const hasTable = useTableFits();
  const bound = useLiveQuery(() => copyBoundOf(mirror), [mirror]) ?? null;
  if (result === undefined) return <SkeletonRows label={RESULTS.loading} count={4} />;
  const search = typeof texts === 'object' ? texts : null;
  const isSearching = texts === 'waiting' || search?.isDone === false;
  const groups = groupsOf(result, search);
  const isEmpty = groups.length === 0;
  return (
    <>
      {isEmpty ? null : (
        <>
          <div className={styles.head}>
            <p className={styles.count} role="status" aria-busy={isSearching}>
              {foundSentence(countsOf(result, search), { isPartial: bound !== null })}
            </p>
            {hasTable ? <p className={styles.keys}>{RESULTS.keys}</p> : null}
          </div>
          {hasTable ? <FoundTable groups={groups} query={text} /> : <FoundLists groups={groups} query={text} />}
        </>
      )}
      {result.total > result.found.length ? (
        <p className={styles.more}>
          <Link href={`/admin/manage-documents?search=${encodeURIComponent(text)}`} tone="action">
            {RESULTS.all}
          </Link>
        </p>
      ) : null}
      {isEmpty && !isSearching ? <NothingFound /> : null}
      {search === null ? null : (
        <p className={styles.scope} role={isEmpty && search.isDone ? 'status' : undefined}>
          {textScopeText(search)}
        </p>
      )}
      {bound === null ? null : <OlderDocuments bound={bound} query={{ search: text, to: addDays(bound.since, -1) }} />}
    </>
  );
});

/** Documents shown at once. A link leads to the list with all of them. */
const SHOWN = 30;

/** The results on this device; undefined while they are read. */
type SearchResults = {
  readonly documents: FoundDocuments | undefined;
  readonly sectors: readonly OrganizationRow[] | undefined;
  readonly people: readonly UserRow[] | undefined;
};

/**
 * Searches documents, sectors and people together, because each tab shows its count. Each kind
 * appears as soon as it is read.
 */
function useFound(text: string): SearchResults {
  const { mirror, person, today } = useProfile();
  const documents = useLiveQuery(
    () => searchDocuments(mirror, { text, person, today, limit: SHOWN }),
    [mirror, text, person, today],
  );
  const sectors = useLiveQuery(async () => {
    const tokens = searchTokens(text);
    const all = tokens.length === 0 ? [] : await activeOrganizations(mirror);
    return all.filter((one) => matchesTokens(foldWithin(`${one.name} ${one.acronym}`), tokens));
  }, [mirror, text]);
  const people = useLiveQuery(async () => {
    const tokens = searchTokens(text);
    const all = tokens.length === 0 ? [] : await activePeople(mirror);
    return all.filter((one) => matchesTokens(foldWithin(fullName(one)), tokens));
  }, [mirror, text]);
  return { documents, sectors, people };
}

/**
 * People found by first or last name (rule B15). Each leads to the edit screen or to the directory,
 * by the reader's permissions (rule B14).
 */
function UserResults({ found }: { found: readonly UserRow[] | undefined }) {
  const { may } = useProfile();
  if (found === undefined) return <SkeletonRows label={RESULTS.loading} count={4} />;
  if (found.length === 0) return <NothingFound />;
  return (
    <RowList label={RESULTS.users}>
      {found.map((person) => (
        <Row key={person.id} rowKey={String(person.id)}>
          <PersonAvatar person={person} size={36} />
          <RowWords>
            <RowTitle href={personHref(person, { may })} standsApart>
              {fullName(person)}
            </RowTitle>
            <RowMeta>{person.organization?.acronym ?? RESULTS.noSector}</RowMeta>
          </RowWords>
        </Row>
      ))}
    </RowList>
  );
}

/**
 * Sectors found by name or acronym. Each leads to its edit screen or to its people, by the reader's
 * permissions (rule B14).
 */
function SectorResults({ found }: { found: readonly OrganizationRow[] | undefined }) {
  const { may, person, session } = useProfile();
  const reader = { may, superAdmin: person.superAdmin, organizationId: session.organization_id };
  if (found === undefined) return <SkeletonRows label={RESULTS.loading} count={4} />;
  if (found.length === 0) return <NothingFound />;
  return (
    <RowList label={RESULTS.sectors}>
      {found.map((sector) => (
        <Row key={sector.id} rowKey={String(sector.id)}>
          <RowWords>
            <RowTitle href={sectorHref(sector, reader)} standsApart>
              {sector.name}
            </RowTitle>
            <RowMeta>{sector.acronym}</RowMeta>
          </RowWords>
        </Row>
      ))}
    </RowList>
  );
}

/** The pause after the last key until the search begins. */
const PAUSE_MS = 80;

/**
 * Searches the documents, sectors and people on this device as the person types. Enter, or opening
 * a result, writes the text into the address, so that going back shows the results again.
 */
export function ResultsScreen({ text, tab }: { text: string; tab: ResultsTab }) {
  const navigate = useNavigate();
  const router = useRouter();
  const [sought, setSought] = useState(text.trim());
  const cannot = whyNot(sought);
  const found = useFound(sought);
  const texts = useTextSearch(sought, SHOWN);
  const inTexts = typeof texts === 'object' ? texts.total : 0;
  // The results are drawn at low priority, so that no key waits for them (S109).
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
    // A link opened in a new tab leaves this screen as it is, and its address too.
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

/** Why the text can't be searched; null when it can. */
function whyNot(search: string): string | null {
  if (isTooShort(search)) return RESULTS.hint;
  return hasTooManyWords(search) ? REFUSAL_TEXT.too_many_words : null;
}

/**
 * The search field holds its own text, so that a key draws the field alone. `onRest` gets the words
 * after a pause; it must be a stable function.
 */
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

/** The last value that did not change for `PAUSE_MS`. */
function useAfterPause(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
