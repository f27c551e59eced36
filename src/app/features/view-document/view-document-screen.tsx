import { type DocumentView, viewDocument } from '#mirror/questions/view-document.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { CloudOff, FileQuestionMark, Lock } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { recordView } from '#commands/documents/record-view.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { copyBoundOf, isCopyComplete } from '#mirror/questions/cover.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { Banner } from '#ui/feedback/banner.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { useProfile, useLive } from '../../profile/profile.tsx';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { useReadByOpening } from '../../shared/screen/use-news.ts';
import { connectionNow, useConnection } from '../../shared/connection/use-connection.ts';
import { seenCountText, VIEW_TEXT } from '../../text/document/view-document.ts';
import type { Act } from '../../acts/document/acts.ts';
import { useFocusAfterAct } from '../../acts/document/focus-after-act.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import type { DetailAsks, DetailTab } from './view-search.ts';
import styles from './view-document.module.css';
import { DocumentHeader } from './document-header.tsx';
import { DocumentThread } from './document-thread.tsx';
import { useNewSight, WayDown, WayUp } from './thread-sight.tsx';
import { FilesSection, HistorySection, InfoSection, TagsSection, ViewersSection } from './info-panel.tsx';

/**
 * Tells that a command from this device was refused or is in conflict. Its author decides; nothing
 * is undone silently (src/app/experience.md, experience W12).
 */
function AuthorNeeded(props: { documentKey: string; onDecide: (commandId: string) => void }) {
  const { documentKey, onDecide } = props;
  const { mirror, now } = useProfile();
  const items = useLiveQuery(() => outboxItems(mirror, { nowMs: now() }), [mirror, now]);
  const mine = items?.filter((item) => item.command.documentKey === documentKey && item.group === 'needs-you') ?? [];
  const conflict = mine.find((item) => item.command.state === 'conflict');
  return (
    <Banner
      tone="danger"
      action={
        conflict === undefined ? (
          <LinkButton href="/admin/outbox" variant="secondary" size="sm">
            {VIEW_TEXT.needsYouAction}
          </LinkButton>
        ) : (
          <Button variant="secondary" size="sm" onPress={() => onDecide(conflict.command.id)}>
            {VIEW_TEXT.resolve}
          </Button>
        )
      }
    >
      {VIEW_TEXT.needsYou}
    </Banner>
  );
}

/**
 * When the reader last opened the document, or wrote in it, before this opening; null = never. The
 * value is fixed once the details are read, because this opening adds a view of its own.
 */
function useSeenBefore({ seenAt, details }: DocumentView): string | null {
  const { now } = useProfile();
  const [openedAt] = useState(() => new Date(now()).toISOString());
  const [before, setBefore] = useState<string | null>();
  if (before !== undefined) return before;
  const seen = seenAt.findLast((at) => at < openedAt) ?? null;
  if (details !== null) setBefore(seen);
  return seen;
}

type DetailProps = Omit<DetailAsks, 'onRegistered'> & {
  readonly view: DocumentView;
  /** The act whose form is open over the document; null = none. */
  readonly acting: Act | null;
  readonly reply: (view: DocumentView) => ReactNode;
};

/**
 * Thread and panel side by side on desktops, as tabs on narrower screens (src/ui/look.md, look 4).
 */
function DocumentDetail(props: DetailProps) {
  const { view, acting, reply, tab, onTab, onAct, onPreview, onDecide, words, onUnmark } = props;
  const layout = useLayoutKind();
  const { isOffline } = useConnection();
  const isPhone = layout === 'phone';
  useFocusAfterAct({ isOpen: acting !== null, abilities: view.document.abilities });
  const box = reply(view);
  const sight = useNewSight();
  const since = useSeenBefore(view);
  const thread = (
    <>
      {view.document.pencil.needsAuthor ? <AuthorNeeded documentKey={view.document.key} onDecide={onDecide} /> : null}
      {view.details === null && !view.document.pencil.document && isOffline ? (
        <Banner tone="pencil">{VIEW_TEXT.detailsOffline}</Banner>
      ) : null}
      <DocumentThread
        view={view}
        reply={isPhone ? null : box}
        sight={sight}
        since={since}
        words={words}
        onPreview={onPreview}
        onDecide={onDecide}
      />
      {isPhone ? box : null}
    </>
  );
  const up = <WayUp sight={sight} isMarked={words !== null} onUnmark={onUnmark} />;
  const down = <WayDown sight={sight} canReply={box !== null} />;
  const info = <InfoSection view={view} acting={acting} onAct={onAct} />;
  const rest = (
    <>
      <TagsSection view={view} />
      <FilesSection view={view} onPreview={onPreview} />
      <HistorySection view={view} />
    </>
  );
  const header = <DocumentHeader view={view} onAct={onAct} />;

  if (layout === 'desktop') {
    return (
      <>
        {header}
        <div className={styles.columns}>
          <div className={styles.thread}>
            {up}
            {thread}
          </div>
          <aside className={styles.panel} aria-label={VIEW_TEXT.info}>
            {info}
            <ViewersSection view={view} />
            {rest}
          </aside>
          {down}
        </div>
      </>
    );
  }
  const { seen, notYet } = view.viewers;
  return (
    <>
      {header}
      <div className={styles.tabs}>
        <Tabs
          label={VIEW_TEXT.tabs}
          selectedId={tab}
          onChange={(id) => onTab(id as DetailTab)}
          tabs={[
            {
              id: 'tramitacao',
              text: VIEW_TEXT.thread,
              panel: () => (
                <div className={styles.threadPanel}>
                  {up}
                  {thread}
                  {down}
                </div>
              ),
            },
            {
              id: 'informacoes',
              text: VIEW_TEXT.info,
              panel: () => (
                <div className={styles.panel}>
                  {info}
                  {rest}
                </div>
              ),
            },
            {
              id: 'visto',
              text: VIEW_TEXT.seenBy,
              count: seenCountText({ seen: seen.length, all: seen.length + notYet.length }).replace(' de ', '/'),
              panel: () => (
                <div className={styles.panel}>
                  <ViewersSection view={view} />
                </div>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}

/**
 * `asked`: no answer yet. `nowhere`: the person can't see the document, or it does not exist.
 * `unanswered`: the server gave no answer. `unknown`: this device can't tell.
 */
type Whereabouts = 'asked' | 'nowhere' | 'unanswered' | 'unknown';

/**
 * Where a document is that this device lacks. A complete copy that is not bounded has every
 * document in sight. For a bounded copy the server is asked by the document's id; a found document
 * is stored, and the screen shows it. `again` asks once more.
 */
function useWhereabouts(address: string): { readonly where: Whereabouts; readonly again: () => void } {
  const { mirror, person, now } = useProfile();
  const { isOffline } = useConnection();
  const copy = useLiveQuery(async () => {
    const [isComplete, bound] = await Promise.all([isCopyComplete(mirror), copyBoundOf(mirror)]);
    return { isComplete, isBounded: bound !== null };
  }, [mirror]);
  const id = /^\d{1,15}$/.test(address) ? Number(address) : null;
  const isAsked = copy?.isBounded === true && copy.isComplete && !isOffline && id !== null;
  const [asking, setAsking] = useState(0);
  const [told, setTold] = useState<Whereabouts>('asked');
  const again = () => {
    setTold('asked');
    setAsking(asking + 1);
  };
  useEffect(() => {
    if (!isAsked || id === null) return undefined;
    let isLeft = false;
    const find = async () => {
      const { fetchOpened } = await import('../../online/fetch-older.ts');
      return fetchOpened({ mirror, userId: person.userId, nowMs: now() }, id);
    };
    const tell = (found: Whereabouts) => {
      if (!isLeft) setTold(found);
    };
    find().then(
      // A document that was found is in the mirror now, and replaces this screen.
      (found) => tell(found === 'here' ? 'asked' : found === 'unseen' ? 'nowhere' : 'unanswered'),
      () => tell('unanswered'),
    );
    return () => {
      isLeft = true;
      setTold('asked');
    };
  }, [asking, id, isAsked, mirror, now, person.userId]);
  if (copy === undefined) return { where: 'asked', again };
  if (isAsked) return { where: told, again };
  return { where: copy.isComplete && !isOffline ? 'nowhere' : 'unknown', again };
}

/**
 * Records a view of the document (rule E1), one for each opening; without a network it is queued. A
 * document without a number is only on this device, so it gets no view. When the number arrives,
 * `onRegistered` changes the address.
 */
function useRecordedView(at: {
  document: ListedDocument;
  address: string;
  onRegistered: (serverId: number) => void;
}): void {
  const { document, address, onRegistered } = at;
  const { commandContext, mirror } = useProfile();
  const { key, serverId } = document;
  const recorded = useRef<string | null>(null);

  useEffect(() => {
    if (serverId === null || recorded.current === key) return;
    recorded.current = key;
    // A view that can't be stored is dropped, and the person reads on.
    connectionNow(mirror)
      .then(({ isOffline }) => recordView(commandContext, { documentKey: key, offline: isOffline }))
      .catch(() => undefined);
  }, [commandContext, key, mirror, serverId]);

  useEffect(() => {
    if (serverId !== null && address !== String(serverId)) onRegistered(serverId);
  }, [address, onRegistered, serverId]);
}

export type ViewDocumentProps = DetailAsks & {
  /** The document's key or its id on the server. */
  readonly address: string;
  /** The act whose form is open over the document; null = none. */
  readonly acting: Act | null;
  readonly reply: (view: DocumentView) => ReactNode;
  readonly overlays: (view: DocumentView) => ReactNode;
};

/** One document: its thread, its data and its actions. Reads the mirror only. */
export function ViewDocumentScreen(props: ViewDocumentProps) {
  const { mirror, person, today, zone } = useProfile();
  const { address, ...rest } = props;
  const view = useLive(
    () => viewDocument(mirror, { address, person, today, zone }),
    [mirror, address, person, today, zone],
  );
  if (view === undefined) return <Loading />;
  if (view === null) return <NotHere address={address} />;
  // The key closes open dialogs when another document gets the same id (I11). For a document made
  // here it uses the command, because the mark changes when it is registered.
  const { key, command_id, mark } = view.document;
  return <OpenDocument key={`${key} ${command_id ?? mark ?? ''}`} view={view} address={address} {...rest} />;
}

function OpenDocument({ view, address, onRegistered, ...rest }: ViewDocumentProps & { view: DocumentView }) {
  useRecordedView({ document: view.document, address, onRegistered });
  useReadByOpening(view.document.key);
  return (
    <>
      <DocumentDetail view={view} {...rest} />
      {rest.overlays(view)}
    </>
  );
}

function Loading() {
  return (
    <div className={styles.page}>
      <SkeletonRows label={VIEW_TEXT.loading} count={4} />
    </div>
  );
}

/**
 * Stands in place of a document that is not on this device (src/ui/look.md, look 7). If the server
 * does not have it either, it is out of the person's sight or does not exist (rule B1).
 */
function NotHere({ address }: { address: string }) {
  const { sync } = useProfile();
  const { isOffline } = useConnection();
  const { where, again } = useWhereabouts(address);
  const isUnanswered = where === 'unanswered' && !isOffline;
  if (where === 'asked') return <Loading />;
  if (where === 'nowhere') {
    return (
      <div className={styles.page}>
        <ScreenHeading windowTitle={VIEW_TEXT.noAccess} className={styles.notHere}>
          {VIEW_TEXT.noAccess}
        </ScreenHeading>
        <EmptyState
          icon={Lock}
          title={VIEW_TEXT.noAccessWhy}
          action={
            <>
              <Button onPress={sync.pullNow}>{VIEW_TEXT.checkAgain}</Button>
              <LinkButton href="/admin/manage-documents" variant="secondary">
                {VIEW_TEXT.toList}
              </LinkButton>
            </>
          }
        />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <ScreenHeading windowTitle={VIEW_TEXT.notHere} className={styles.notHere}>
        {VIEW_TEXT.notHere}
      </ScreenHeading>
      <EmptyState
        icon={isOffline ? CloudOff : FileQuestionMark}
        title={isOffline ? VIEW_TEXT.notHereOffline : isUnanswered ? VIEW_TEXT.unanswered : VIEW_TEXT.notHereOnline}
        action={
          <>
            {isUnanswered ? <Button onPress={again}>{VIEW_TEXT.askAgain}</Button> : null}
            <LinkButton href="/admin/manage-documents" variant="secondary">
              {VIEW_TEXT.toList}
            </LinkButton>
          </>
        }
      />
    </div>
  );
}
