import { announce } from '#ui/base/visually-hidden.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { CloudOff, Plus } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { moveByArrows } from '../../shared/screen/rows.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { HOME } from '../../text/lists/home.ts';
import { foundHereText, foundText, keptText, LIST } from '../../text/lists/list.ts';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { formatTime } from '../../text/words/format.ts';
import { freshnessText } from '../../text/words/moments.ts';
import { ListBody } from './list-body.tsx';
import { type ListSearch, listSearch } from './list-search.ts';
import styles from './list-screen.module.css';
import { ListToolbar } from './list-toolbar.tsx';
import { useListing } from './use-listing.ts';
import { useOlder } from './use-older.ts';

/** `isPartial`: whether the list's numbers count a part of what there is (S110). */
type Props = { kept: number | undefined; isSearch: boolean; isPartial: boolean };

/**
 * The time of the list's data, under its title, and what its numbers count where that is a part;
 * without a connection how much of it is on this device (src/app/experience.md, experience P2, rule
 * F10).
 */
function ListFreshness({ kept, isSearch, isPartial }: Props) {
  const { today, zone } = useProfile();
  const { connection, summary } = useSyncState();
  const { isOffline, network } = connection;
  const { refreshedAtMs } = summary;
  if (isOffline && isSearch && refreshedAtMs !== null) {
    return <span>{foundHereText(formatTime(refreshedAtMs, zone))}</span>;
  }
  const text = freshnessText({ refreshedAtMs, network }, { today, zone });
  if (text === null) return null;
  if (!isOffline) return <span>{isPartial ? `${text} · ${LIST.numbersHere}` : text}</span>;
  return (
    <>
      <CloudOff size={14} strokeWidth={1.75} aria-hidden />
      <span>{kept === undefined ? text : `${text} · ${keptText(kept)}`}</span>
    </>
  );
}

/** The list of documents; with `exceptionsOnly` it shows exceptions only (rule F8). */
export function ListScreen({ search, exceptionsOnly }: { search: ListSearch; exceptionsOnly: boolean }) {
  const { may, person } = useProfile();
  const navigate = useNavigate();
  const router = useRouter();
  const listing = useListing(search, exceptionsOnly);
  // Of the query whose numbers are shown, while the next query is running.
  const isPartial = useOlder(listing?.search ?? search, { exceptionsOnly, scope: listing?.scope }) !== null;
  useFoundAnnouncement(listing?.total, isPartial);

  const change = useCallback(
    ({ page: _page, ...rest }: ListSearch) => void navigate({ to: '.', search: rest, resetScroll: false }),
    [navigate],
  );
  const changeNow = useCallback(
    (of: (now: ListSearch) => ListSearch) => change(of(listSearch(router.latestLocation.search))),
    [change, router],
  );
  const content = (
    <>
      <ListToolbar
        search={search}
        listing={listing}
        isPartial={isPartial}
        hasStatus={!exceptionsOnly}
        onChange={change}
        onChangeNow={changeNow}
      />
      {listing === undefined ? (
        <SkeletonRows label={LIST.loading} count={6} />
      ) : (
        <ListBody listing={listing} exceptionsOnly={exceptionsOnly} onChange={changeNow} />
      )}
    </>
  );

  const canCreate = may('create_documents');
  return (
    <div className={styles.screen} onKeyDownCapture={moveByArrows}>
      <ScreenHeader
        title={exceptionsOnly ? LIST.exceptions : LIST.title}
        phoneTitle={exceptionsOnly ? LIST.exceptions : LIST.phoneTitle}
        meta={<ListFreshness kept={listing?.kept} isSearch={search.search !== undefined} isPartial={isPartial} />}
        actions={canCreate ? <CreateLink /> : undefined}
        phoneActions={canCreate ? <CreateLink isShort /> : undefined}
      />
      {person.superAdmin && listing?.counts !== undefined ? (
        <Tabs
          label="Documentos de quem"
          selectedId={listing.scope ?? 'mine'}
          onChange={(scope) => change({ ...search, scope: scope === 'others' ? 'others' : 'mine' })}
          tabs={[
            { id: 'mine', text: LIST.administrator, count: listing.counts.mine, panel: () => content },
            { id: 'others', text: LIST.others, count: listing.counts.others, panel: () => content },
          ]}
        />
      ) : (
        content
      )}
    </div>
  );
}

/** On a phone its name begins with the only visible word, so no tip floats over the cards. */
function CreateLink({ isShort = false }: { isShort?: boolean }) {
  return (
    <LinkButton
      href="/admin/create-documents"
      variant="primary"
      icon={Plus}
      aria-label={isShort ? HOME.create : undefined}
    >
      {isShort ? HOME.createShort : HOME.create}
    </LinkButton>
  );
}

/** Announces the number of documents when a search or a filter changes it, but not at first. */
function useFoundAnnouncement(total: number | undefined, isPartial: boolean): void {
  const last = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (total === undefined) return;
    if (last.current !== undefined && last.current !== total) announce(foundText(total, { isPartial }));
    last.current = total;
  }, [total, isPartial]);
}
