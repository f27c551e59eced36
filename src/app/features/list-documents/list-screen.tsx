import { announce } from '#ui/base/visually-hidden.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { ChevronDown, CloudOff, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { moveByArrows } from '../../shared/screen/rows.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { HOME } from '../../text/lists/home.ts';
import { foundHereText, foundText, keptText, LIST } from '../../text/lists/list.ts';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { formatTime } from '../../text/words/format.ts';
import { freshnessText } from '../../text/words/moments.ts';
import { ListBody } from './list-body.tsx';
import type { PrintFacts } from '../../acts/print/print-sheet.tsx';
import { usePrintPaper } from '../../acts/print/use-print.ts';
import { filtersOf, withKnownFigure } from './list-choices.ts';
import { type ListSearch, listSearch } from './list-search.ts';
import styles from './list-screen.module.css';
import { ListToolbar } from './list-toolbar.tsx';
import { NONE_YET, useFigure } from './use-figure.ts';
import { type Scope, useListing } from './use-listing.ts';
import { useOlder } from './older-query.ts';

/**
 * `kept`: the documents on this device. `isPartial`: the numbers of the list leave out documents
 * that are on the server alone (S110).
 */
type Props = { kept: number | undefined; isSearch: boolean; isPartial: boolean };

/**
 * The line that says of when the list is. It adds that its numbers count this device alone when the
 * copy is bounded and, without a connection, how many documents are here (src/app/experience.md,
 * experience P2, rule F10). On phones and tablets the pill tells the time, so the line is shown
 * only when it says more.
 */
function useListFreshness({ kept, isSearch, isPartial }: Props): ReactNode {
  const { today, zone } = useProfile();
  const isWide = useLayoutKind() === 'desktop';
  const { connection, summary } = useSyncState();
  const { isOffline, network } = connection;
  const { refreshedAtMs } = summary;
  if (isOffline && isSearch && refreshedAtMs !== null) {
    return <span>{foundHereText(formatTime(refreshedAtMs, zone))}</span>;
  }
  const text = freshnessText({ refreshedAtMs, network }, { today, zone });
  if (text === null || (!isWide && network === 'ok' && !isPartial)) return undefined;
  if (!isOffline) return <span>{isPartial ? `${text} · ${LIST.numbersHere}` : text}</span>;
  return (
    <>
      <CloudOff size={14} strokeWidth={1.75} aria-hidden />
      <span>{kept === undefined ? text : `${text} · ${keptText(kept)}`}</span>
    </>
  );
}

/** The list of documents; with `exceptionsOnly` it shows exceptions only (rule F8). */
export function ListScreen({ search: address, exceptionsOnly }: { search: ListSearch; exceptionsOnly: boolean }) {
  const search = withKnownFigure(address);
  const { may, person } = useProfile();
  const kind = useLayoutKind();
  const navigate = useNavigate();
  const router = useRouter();
  const [isSelecting, setSelecting] = useState(false);
  const figure = useFigure(search);
  const listing = useListing(search, exceptionsOnly, figure?.ids);
  // While the next query runs, the numbers on screen are those of the last one, so this is about
  // the last one.
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
  const printAll = usePrintList(search, { exceptionsOnly, among: figure?.ids, scope: listing?.scope });
  const freshness = useListFreshness({ kept: listing?.kept, isSearch: search.search !== undefined, isPartial });
  const content = (
    <>
      <ListToolbar
        search={search}
        listing={listing}
        hasStatus={!exceptionsOnly}
        onChange={change}
        onChangeNow={changeNow}
        onSelect={useCallback(() => setSelecting(true), [])}
        onPrint={printAll}
      />
      {kind === 'phone' && freshness !== undefined ? <div className={styles.fresh}>{freshness}</div> : null}
      {figure?.trouble !== undefined ? (
        <EmptyState
          icon={CloudOff}
          title={figure.trouble}
          action={<Button onPress={figure.again}>{LIST.again}</Button>}
        />
      ) : listing === undefined || figure?.ids === NONE_YET ? (
        <SkeletonRows label={LIST.loading} count={6} />
      ) : (
        <ListBody
          listing={listing}
          exceptionsOnly={exceptionsOnly}
          onChange={changeNow}
          isSelecting={isSelecting}
          onSelecting={setSelecting}
        />
      )}
    </>
  );

  const canCreate = may('create_documents');
  const counts = person.superAdmin && search.scope !== 'all' ? listing?.counts : undefined;
  const scope = listing?.scope ?? 'mine';
  const changeScope = (id: string) => change({ ...search, scope: id === 'others' ? 'others' : 'mine' });
  return (
    <div className={styles.screen} onKeyDownCapture={moveByArrows}>
      <ScreenHeader
        title={exceptionsOnly ? LIST.exceptions : LIST.title}
        phoneTitle={exceptionsOnly ? LIST.exceptions : LIST.phoneTitle}
        meta={freshness}
        titleMenu={
          kind === 'desktop' || counts === undefined ? undefined : (
            <ScopeMenu scope={scope} counts={counts} onChange={changeScope} />
          )
        }
        actions={canCreate ? <CreateLink /> : undefined}
        phoneActions={canCreate ? <CreateLink isShort /> : undefined}
      />
      {counts !== undefined ? (
        // The tabs are in every layout, so that nothing on the screen begins anew when its width
        // changes.
        <Tabs
          label={LIST.ofWhom}
          isListHidden={kind !== 'desktop'}
          selectedId={scope}
          onChange={changeScope}
          tabs={[
            { id: 'mine', text: LIST.administrator, count: counts.mine, panel: () => content },
            { id: 'others', text: LIST.others, count: counts.others, panel: () => content },
          ]}
        />
      ) : (
        content
      )}
    </div>
  );
}

type ListParts = { exceptionsOnly: boolean; among: ReadonlySet<number> | undefined; scope: Scope | undefined };

/** Prints the whole list of an address. */
function usePrintList(search: ListSearch, parts: ListParts): (filters: readonly string[]) => void {
  const profile = useProfile();
  const { print } = usePrintPaper();
  return (filters) => {
    const title = parts.exceptionsOnly ? LIST.exceptions : LIST.phoneTitle;
    print({ heading: title, title: filters.join(' · ') }, async () => {
      const { ListPaper, rowsToPrint } = await import('./print-list.tsx');
      const found = await rowsToPrint(profile, { ...filtersOf(search), ...parts });
      const node = (facts: PrintFacts) => <ListPaper {...{ facts, title, filters, ...found }} />;
      return { rows: found.rows.length, node };
    });
  };
}

type Counts = { readonly mine: number; readonly others: number };

/** The two tabs of a Super Admin (rule F3) where the screen has no room for a line of tabs. */
function ScopeMenu(props: { scope: Scope; counts: Counts; onChange: (scope: string) => void }) {
  const { scope, counts, onChange } = props;
  const names = { mine: LIST.administrator, others: LIST.others };
  return (
    <span className={styles.scope}>
      <Menu
        label={LIST.ofWhom}
        placement="bottom start"
        trigger={
          <Button variant="quiet" iconEnd={ChevronDown}>
            {names[scope]}
          </Button>
        }
        selectedId={scope}
        onAction={onChange}
        items={(['mine', 'others'] as const).map((id) => ({ id, text: names[id], value: String(counts[id]) }))}
      />
    </span>
  );
}

/**
 * The link that creates a document. `isShort`: in the bar of a phone it shows one word, so that no
 * floating button covers the cards. Its accessible name begins with that word.
 */
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
