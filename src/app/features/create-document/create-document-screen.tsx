import { creatableSubjects, superAdmins } from '#mirror/questions/people.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from '#ui/actions/link.tsx';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { begunDocuments } from '#mirror/questions/drafts.ts';
import type { DraftRow } from '#mirror/store/draft-row.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { FilePlus, Lock, Pencil } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { beginCorrection, correctionDraftOf } from '#commands/outbox/correct-creation.ts';
import { takeBackCommand } from '#commands/outbox/take-back-command.ts';
import type { CommandOf } from '#mirror/store/outbox-row.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { discardDraft } from '#mirror/keep/drafts.ts';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { useDraftEpoch } from '../../shared/draft/open-drafts.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useReadOnce, useStoredDraft } from '../../shared/draft/use-stored-draft.ts';
import { SHARED_TEXT } from '../../text/person/login.ts';
import { beingPreparedText, CREATE_TEXT } from '../../text/document/create-document.ts';
import { notifyFailed } from '../../acts/notices/notify-failed.ts';
import { makeSure } from '../../acts/take-back/make-sure.ts';
import { OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import { formatMoment, fullName } from '../../text/words/format.ts';
import styles from './create-document.module.css';
import { CreateFormBody } from './create-form-body.tsx';
import { formOf } from './create-form.ts';

/**
 * The drafts of new documents, with "Continuar rascunho" and "Começar do zero" (rule C16), and a
 * way to begin another one beside them. With several drafts, each is erased by itself.
 */
function DraftChoice(props: {
  drafts: readonly DraftRow[];
  onContinue: (id: string) => void;
  onStartOver: () => void;
  onBeside: () => void;
}) {
  const { drafts, onContinue, onStartOver, onBeside } = props;
  const { mirror, today, zone } = useProfile();
  const [asked, setAsked] = useState<DraftRow | null>(null);
  const [gone, setGone] = useState<readonly string[]>([]);
  const left = drafts.filter(({ id }) => !gone.includes(id));
  const isOne = drafts.length === 1;

  async function erase({ id }: DraftRow) {
    try {
      await discardDraft(mirror, id);
    } catch {
      notify({ title: OUTBOX_TEXT.draftNotDiscarded, tone: 'danger' });
      return;
    }
    if (left.length === 1) onStartOver();
    else setGone((before) => [...before, id]);
  }

  return (
    <Card isPencil padding="lg">
      <h2 className={styles.sectionTitle}>{isOne ? CREATE_TEXT.draftTitle : CREATE_TEXT.draftsTitle}</h2>
      <ul className={styles.drafts}>
        {left.map((draft) => (
          <li key={draft.id}>
            <span>
              <b>{titleOf(draft)}</b>
              <span className={styles.draftMeta}>{formatMoment(draft.savedAtMs, { today, zone })}</span>
            </span>
            <span className={styles.draftActs}>
              <Button variant="primary" icon={Pencil} onPress={() => onContinue(draft.id)}>
                {CREATE_TEXT.continueDraft}
              </Button>
              <Button
                {...(isOne ? {} : { 'aria-label': `${CREATE_TEXT.erase}: ${titleOf(draft)}` })}
                onPress={() => setAsked(draft)}
              >
                {isOne ? CREATE_TEXT.startOver : CREATE_TEXT.erase}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Button icon={FilePlus} onPress={onBeside}>
        {CREATE_TEXT.keepAndCreate}
      </Button>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={CREATE_TEXT.startOverTitle}
        tone="danger"
        confirmLabel={CREATE_TEXT.erase}
        cancelLabel={CREATE_TEXT.keep}
        onConfirm={() => {
          if (asked !== null) void erase(asked);
        }}
      >
        <p>{CREATE_TEXT.startOverBody}</p>
      </ConfirmDialog>
    </Card>
  );
}

function titleOf(draft: DraftRow): string {
  const title = draft.fields['title'];
  return typeof title === 'string' && title.trim() !== '' ? title : CREATE_TEXT.untitled;
}

/**
 * Opens a creation in the form, as a draft beside the ordinary one. A queued creation leaves the
 * outbox (Editar). A refused one keeps its position there until it is sent again (Corrigir), and
 * the server's messages about its fields are shown with it. A correction that was begun before the
 * creation was tried again is continued.
 */
function useTakeBackCreation(at: { commandId: string | null; onDraft: (draftId: string | null) => void }): void {
  const { commandId, onDraft } = at;
  const { mirror, commandContext, sync, now } = useProfile();
  const begun = useRef<string | null>(null);

  useEffect(() => {
    async function open(command: CommandOf<'create-document'>): Promise<string> {
      const { id, payload, lastError } = command;
      const draftId = correctionDraftOf(id);
      if (command.state === 'refused') {
        const said = Object.entries(lastError?.errors ?? {});
        const errors = Object.fromEntries(said.map(([field, sentences]) => [field, sentences.join(' ')]));
        await beginCorrection(commandContext, { id, fields: formOf(payload, { corrects: id, errors }) });
      } else {
        await takeBackCommand(commandContext, {
          id,
          draft: { id: draftId, fields: formOf(payload), savedAtMs: now() },
          present: 'continued',
          opened: { corrects: null, errors: {} },
        });
      }
      return draftId;
    }
    async function takeBack(id: string) {
      let about: string | undefined;
      try {
        const items = await outboxItems(mirror, { nowMs: now() });
        const command = items.find((item) => item.command.id === id)?.command;
        about = command?.documentKey;
        const isFree = command?.type === 'create-document' && (await makeSure(sync, command));
        onDraft(isFree ? await open(command) : null);
      } catch (error) {
        notifyFailed(error, about);
        onDraft(null);
      }
    }
    if (commandId === null || begun.current === commandId) return;
    begun.current = commandId;
    void takeBack(commandId);
  }, [commandId, commandContext, mirror, sync, now, onDraft]);
}

/** The ids of this form's drafts begin with this word; `create` alone is the ordinary draft. */
export const CREATE_DRAFTS = 'create';

type CreateScreenProps = {
  /**
   * The draft in the address, such as a creation that was taken back for editing; null = the
   * ordinary one.
   */
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
        <>
          <NoSubjects />
          <Chosen key={draftId} {...props} />
        </>
      ) : (
        <EmptyState icon={Lock} title={CREATE_TEXT.notAllowed} />
      )}
    </div>
  );
}

/**
 * A tenant without subjects can send no document. This notice says so before anything is written.
 */
function NoSubjects() {
  const { mirror, may } = useProfile();
  const { summary } = useSyncState();
  const missing = useLiveQuery(async () => {
    const subjects = await creatableSubjects(mirror);
    return subjects.length > 0 ? null : { admins: (await superAdmins(mirror)).map(fullName) };
  }, [mirror]);
  if (!missing || summary.refreshedAtMs === null) return null;
  const mayWrite = may('create_document_subjects');
  return (
    <div className={styles.notice}>
      <Banner
        tone="info"
        title={CREATE_TEXT.noSubjects}
        action={mayWrite ? <Link href="/admin/create-document-subjects">{CREATE_TEXT.createSubject}</Link> : undefined}
      >
        {mayWrite ? CREATE_TEXT.noSubjectsNext : beingPreparedText(missing.admins)}
      </Banner>
    </div>
  );
}

/**
 * Says that the document has no number yet, because only the server gives numbers (rules C5, C6).
 */
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
  const { mirror, commandContext } = useProfile();
  // No drafts are offered once the person has chosen, or when the address names a draft.
  const [isChosen, setChosen] = useState(draftId !== null);
  const read = useCallback(async () => (isChosen ? NONE : begunDocuments(mirror)), [isChosen, mirror]);
  const found = useReadOnce(read);
  const [round, setRound] = useState(0);
  const kept = isChosen ? NONE : found;

  /** Begins another draft beside the stored ones. */
  const begin = () => onDraft(`${CREATE_DRAFTS}:${commandContext.newId()}`);

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
        onBeside={begin}
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
      onKept={() => {
        notify({ title: CREATE_TEXT.kept });
        begin();
      }}
    />
  );
}

type LoadedProps = {
  readonly id: string;
  readonly onSee: (documentKey: string) => void;
  readonly onAnother: () => void;
  readonly onKept: () => void;
};

function Loaded(props: LoadedProps) {
  const epoch = useDraftEpoch(props.id);
  return <Read key={epoch} {...props} />;
}

function Read({ id, ...acts }: LoadedProps) {
  const { mirror } = useProfile();
  const stored = useStoredDraft(mirror, id);
  if (stored === undefined) return <SkeletonRows label={CREATE_TEXT.title} count={4} />;
  return <CreateFormBody id={id} stored={stored} {...acts} />;
}
