import type { DocumentView } from '#mirror/questions/view-document.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import type { ReactNode } from 'react';
import type { Act } from '../../acts/document/acts.ts';
import { useFocusAfterAct } from '../../acts/document/focus-after-act.ts';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { seenCountText, VIEW_TEXT } from '../../text/view-document.ts';
import { AuthorNeeded } from './author-needed.tsx';
import type { DetailAsks, DetailTab } from './detail-places.ts';
import { DocumentHeader } from './document-header.tsx';
import { DocumentThread } from './document-thread.tsx';
import { HistorySection } from './history-section.tsx';
import { FilesSection, InfoSection, TagsSection } from './info-panel.tsx';
import { ViewersSection } from './viewers-section.tsx';
import styles from './view-document.module.css';

type DetailProps = Omit<DetailAsks, 'onRegistered'> & {
  readonly view: DocumentView;
  /** The act whose form is open over the document. */
  readonly acting: Act | null;
  readonly reply: (view: DocumentView) => ReactNode;
};

/** Thread and panel side by side on desktops, tabs below that (src/ui/look.md, look 4). */
export function DocumentDetail(props: DetailProps) {
  const { view, acting, reply, tab, onTab, onAct, onPreview, onDecide } = props;
  const layout = useLayoutKind();
  const { isOffline } = useConnection();
  const isPhone = layout === 'phone';
  useFocusAfterAct({ isOpen: acting !== null, abilities: view.document.abilities });
  const box = reply(view);
  const thread = (
    <>
      {view.document.pencil.needsAuthor ? <AuthorNeeded documentKey={view.document.key} onDecide={onDecide} /> : null}
      {view.details === null && !view.document.pencil.document && isOffline ? (
        <Banner tone="pencil">{VIEW_TEXT.detailsOffline}</Banner>
      ) : null}
      <DocumentThread view={view} reply={isPhone ? null : box} onPreview={onPreview} onDecide={onDecide} />
      {isPhone ? box : null}
    </>
  );
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
          <div className={styles.thread}>{thread}</div>
          <aside className={styles.panel} aria-label={VIEW_TEXT.info}>
            {info}
            <ViewersSection view={view} />
            {rest}
          </aside>
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
              panel: () => <div className={styles.threadPanel}>{thread}</div>,
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
