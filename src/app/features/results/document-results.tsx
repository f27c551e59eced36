import { lazyPart } from '#ui/base/lazy-part.tsx';
import { addDays } from '#domain/dates.ts';
import { copyBoundOf } from '#mirror/questions/copy-bound.ts';
import type { FoundDocuments } from '#mirror/questions/search-documents.ts';
import { Link } from '#ui/actions/link.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { memo } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useTableFits } from '../../shared/document/use-table-fits.ts';
import { foundSentence, RESULTS, textScopeText } from '../../text/results.ts';
import { countsOf, groupsOf } from './found-groups.ts';
import { FoundLists } from './found-lists.tsx';
import { FoundTable } from './found-table.tsx';
import { NothingFound } from './nothing-found.tsx';
import type { TextsFound } from './use-text-search.ts';
import styles from './results-screen.module.css';

const OlderDocuments = lazyPart(async () => (await import('../../acts/listing/older-documents.tsx')).OlderDocuments);

/**
 * The documents that the text finds, in groups by where it was found (rule C7), the last of which has it in its texts.
 * `result` is undefined while it is asked for.
 */
export const DocumentResults = memo(function DocumentResults(props: {
  text: string;
  result: FoundDocuments | undefined;
  texts: TextsFound;
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
