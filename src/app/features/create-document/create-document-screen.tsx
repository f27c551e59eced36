import { begunDocuments } from '#mirror/questions/drafts.ts';
import type { DraftRow } from '#mirror/store/draft-row.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Lock, Pencil } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { useDraftEpoch } from '../../shared/draft/open-drafts.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useReadOnce } from '../../shared/draft/use-read-once.ts';
import { useStoredDraft } from '../../shared/draft/use-stored-draft.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { SHARED_TEXT } from '../../text/shared.ts';
import { CREATE_TEXT } from '../../text/create-document.ts';
import styles from './create-document.module.css';
import { CreateFormBody } from './create-form-body.tsx';
import { DraftChoice } from './draft-choice.tsx';
import { useTakeBackCreation } from './use-take-back-creation.ts';

/** The ids of this form's drafts begin with this word; `create` alone is the ordinary draft. */
export const CREATE_DRAFTS = 'create';

type CreateScreenProps = {
  /** The draft the address asks for, such as a creation taken back for editing; null = the ordinary one. */
  readonly draftId: string | null;
  /** The creation that goes back into the form before anything else. */
  readonly editing: string | null;
  /** Files that another application shared could not be kept. */
  readonly isShareLost: boolean;
  readonly onDraft: (draftId: string | null) => void;
  readonly onSee: (documentKey: string) => void;
};

/** Creating a document. A stored draft is offered, never forced. */
export function CreateDocumentScreen(props: CreateScreenProps) {
  const { draftId, editing, isShareLost, onDraft } = props;
  const { may } = useProfile();
  const isDesktop = useLayoutKind() === 'desktop';
  useTakeBackCreation({ commandId: editing, onDraft });
  return (
    <div className={styles.screen}>
      <ScreenHeader
        title={CREATE_TEXT.title}
        backHref="/admin/home"
        {...(isDesktop ? { actions: <NumberNote text={CREATE_TEXT.numberComesLater} /> } : {})}
      />
      {isDesktop ? null : <NumberNote text={CREATE_TEXT.numberComesLaterShort} />}
      {isShareLost ? (
        <div className={styles.notice}>
          <Banner tone="danger" role="alert" title={SHARED_TEXT.lost}>
            {SHARED_TEXT.noRoom}
          </Banner>
        </div>
      ) : null}
      {may('create_documents') ? (
        <Chosen key={draftId} {...props} />
      ) : (
        <EmptyState icon={Lock} title={CREATE_TEXT.notAllowed} />
      )}
    </div>
  );
}

/** Only the server gives numbers (rules C5, C6). */
function NumberNote({ text }: { text: string }) {
  return (
    <p className={styles.numberNote}>
      <Pencil size={16} strokeWidth={1.75} aria-hidden />
      <span>
        <b>{CREATE_TEXT.withoutNumber}</b> · {text}
      </span>
    </p>
  );
}

const NONE: readonly DraftRow[] = [];

/** Asks first whether to continue what was stored when the screen opened; then shows the form. */
function Chosen({ draftId, editing, onDraft, onSee }: CreateScreenProps) {
  const { mirror } = useProfile();
  // No drafts are offered once the person has chosen, or where they came to continue a certain one.
  const [isChosen, setChosen] = useState(draftId !== null);
  const read = useCallback(async () => (isChosen ? NONE : begunDocuments(mirror)), [isChosen, mirror]);
  const found = useReadOnce(read);
  const [round, setRound] = useState(0);
  const kept = isChosen ? NONE : found;

  if (kept === undefined || editing !== null) return <SkeletonRows label={CREATE_TEXT.title} count={4} />;
  if (kept.length > 0) {
    return (
      <DraftChoice
        drafts={kept}
        onContinue={(id) => {
          setChosen(true);
          onDraft(id === CREATE_DRAFTS ? null : id);
        }}
        onStartOver={() => setChosen(true)}
      />
    );
  }
  const id = draftId ?? CREATE_DRAFTS;
  return (
    <Loaded
      key={`${id}:${round}`}
      id={id}
      onSee={onSee}
      onAnother={() => {
        onDraft(null);
        setRound((count) => count + 1);
      }}
    />
  );
}

type LoadedProps = {
  readonly id: string;
  readonly onSee: (documentKey: string) => void;
  readonly onAnother: () => void;
};

function Loaded(props: LoadedProps) {
  const epoch = useDraftEpoch(props.id);
  return <Read key={epoch} {...props} />;
}

function Read({ id, onSee, onAnother }: LoadedProps) {
  const { mirror } = useProfile();
  const stored = useStoredDraft(mirror, id);
  if (stored === undefined) return <SkeletonRows label={CREATE_TEXT.title} count={4} />;
  return <CreateFormBody id={id} stored={stored} onSee={onSee} onAnother={onAnother} />;
}
