import { viewDocument, type DocumentView } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkButton } from '#ui/actions/link-button.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { CloudOff, FileQuestionMark, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useLive } from '../../profile/use-live.ts';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { VIEW_TEXT } from '../../text/view-document.ts';
import type { Act } from '../../acts/document/acts.ts';
import type { DetailAsks } from './detail-places.ts';
import { DocumentDetail } from './document-detail.tsx';
import { useRecordedView } from './use-recorded-view.ts';
import { useWhereabouts } from './use-whereabouts.ts';
import styles from './view-document.module.css';

export type ViewDocumentProps = DetailAsks & {
  /** The document's key or its id on the server. */
  readonly address: string;
  /** The act whose form is open over the document. */
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
  // Nothing that is open on one document stays open on another one that has its id by now (I11). The mark of a document made here
  // changes when it is registered, and its command does not.
  const { key, command_id, mark } = view.document;
  return <OpenDocument key={`${key} ${command_id ?? mark ?? ''}`} view={view} address={address} {...rest} />;
}

function OpenDocument({ view, address, onRegistered, ...rest }: ViewDocumentProps & { view: DocumentView }) {
  useRecordedView({ document: view.document, address, onRegistered });
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
 * The document is not on this device (src/ui/look.md, look 7). Where it is neither on the server, it is out of the person's sight,
 * or does not exist (rule B1).
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
