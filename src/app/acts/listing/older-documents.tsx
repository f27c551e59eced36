import type { CopyBound } from '#contract/copy-bound.ts';
import { coverOf } from '#mirror/questions/cover.ts';
import { Button } from '#ui/actions/button.tsx';
import { Archive } from 'lucide-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { fetchOlder, OlderResult, OlderQuery, OlderTrouble } from '../../online/fetch-older.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { cameText, coverText, OLDER } from '../../text/lists/home.ts';
import styles from './older-documents.module.css';

/** What the person has fetched so far. `pages`: how many pages; `found`: the last of them. */
type OlderAnswer = {
  readonly isBusy: boolean;
  readonly pages: number;
  readonly found: OlderResult | null;
  readonly trouble: OlderTrouble | null;
};

const NOTHING: OlderAnswer = { isBusy: false, pages: 0, found: null, trouble: null };

/**
 * For a list where the copy on this device is bounded: the days that the copy covers, and a button
 * that searches the server for older documents. Each press fetches a hundred, which the list then
 * shows like any others. Another query begins anew.
 */
export function OlderDocuments({ bound, query }: { bound: CopyBound; query: OlderQuery }) {
  return <Search key={JSON.stringify([bound.since, query])} bound={bound} query={query} />;
}

function Search({ bound, query }: { bound: CopyBound; query: OlderQuery }) {
  const { mirror, person, now } = useProfile();
  const { isOffline } = useConnection();
  const [told, setTold] = useState(NOTHING);
  const cover = useLiveQuery(() => coverOf(mirror, bound), [mirror, bound]);
  const { isBusy, pages, found } = told;
  const isComplete = found !== null && found.came >= found.total;

  const ask = async () => {
    setTold({ ...told, isBusy: true, trouble: null });
    const asking = { mirror, userId: person.userId, nowMs: now() };
    const answer = await fetchPage(asking, { query, page: pages + 1 }).catch(() => 'later' as const);
    setTold(
      typeof answer === 'string'
        ? { ...told, isBusy: false, trouble: answer }
        : { isBusy: false, pages: pages + 1, found: answer, trouble: null },
    );
  };

  if (cover === undefined) return null;
  return (
    <section className={styles.older} aria-label={OLDER.search}>
      <Archive size={20} strokeWidth={1.75} aria-hidden />
      <div className={styles.words}>
        <p>{coverText(cover)}</p>
        <p role="status">{textOf(told, { since: bound.since, isOffline })}</p>
      </div>
      {isComplete || isOffline ? null : (
        <Button size="sm" isPending={isBusy} onPress={() => void ask()}>
          {isBusy ? OLDER.searching : found === null ? OLDER.search : OLDER.more}
        </Button>
      )}
    </section>
  );
}

function textOf(
  { found, trouble }: OlderAnswer,
  { since, isOffline }: { since: string; isOffline: boolean },
): string | null {
  if (isOffline) return OLDER.needsNetwork;
  if (trouble !== null) return OLDER[trouble];
  return found === null ? null : cameText({ ...found, since });
}

async function fetchPage(...asked: Parameters<typeof fetchOlder>): ReturnType<typeof fetchOlder> {
  return (await import('../../online/fetch-older.ts')).fetchOlder(...asked);
}
