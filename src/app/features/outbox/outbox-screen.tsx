import { forgetLostWork, readLostWork } from '#mirror/keep/lost-work.ts';
import { type OutboxItem, outboxItems } from '#mirror/questions/outbox-items.ts';
import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { retryAll } from '#commands/outbox/retry-command.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { CloudCheck, Copy, EllipsisVertical, Eye, Pencil, Send, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { LostWork } from '#mirror/store/rows.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { discardDraft } from '#mirror/keep/drafts.ts';
import { type KeptDraft, keptDrafts } from '#mirror/questions/drafts.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useProfile, useNow } from '../../profile/profile.tsx';
import { notifyFailed } from '../../acts/notices/notify-failed.ts';
import { DiscardDialog } from '../../acts/take-back/discard-dialog.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { WithHelp } from '../../shared/screen/help-link.tsx';
import { usePlace } from '../../shared/screen/use-place.ts';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { formatMoment, formatSize, formatTime, joined } from '../../text/words/format.ts';
import {
  draftSentence,
  filesText,
  GROUP_LABEL,
  itemsText,
  lastTalkText,
  OUTBOX_TEXT,
  STATE_TEXT,
  viewsText,
} from '../../text/sending/outbox.ts';
import { useNames } from '../../device/use-names.ts';
import { documentHeading, excerptOf } from '../../text/words/document.ts';
import { sizeOf, DISCARD_TEXT } from '../../text/sending/command-state.ts';
import { LOST_WORK, lostBody, lostTitle } from '../../text/sending/lost-work.ts';
import { checkLostWork } from '../../online/lost-work.ts';
import { keepChoice } from '../../device/keep-choice.ts';
import { copyText } from '../../device/save-file.ts';
import { draftHref } from '../../shared/manage/row-places.ts';
import { OutboxRowView } from './outbox-row-view.tsx';
import { type OutboxSection, sectionsOf, waitingIn } from './outbox-rows.ts';
import styles from './outbox.module.css';
import { PreviewDialog } from './preview-dialog.tsx';

/**
 * Rascunhos: the drafts on this device that are not to be sent yet, each with a link to its form
 * (src/ui/look.md, look 6).
 */
function DraftsSection() {
  const { mirror } = useProfile();
  const drafts = useLiveQuery(() => keptDrafts(mirror), [mirror]) ?? [];
  const [discarding, setDiscarding] = useState<KeptDraft | null>(null);
  if (drafts.length === 0) return null;

  async function discard(id: string) {
    try {
      await discardDraft(mirror, id);
      notify({ title: OUTBOX_TEXT.draftDiscarded });
    } catch {
      notify({ title: OUTBOX_TEXT.draftNotDiscarded, tone: 'danger' });
    }
  }

  return (
    <section className={styles.section} aria-labelledby="grupo-rascunhos">
      <SectionLabel id="grupo-rascunhos" count={drafts.length}>
        {OUTBOX_TEXT.drafts}
      </SectionLabel>
      <RowList isPencil>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onDiscard={() => setDiscarding(draft)} />
        ))}
      </RowList>
      <ConfirmDialog
        isOpen={discarding !== null}
        onClose={() => setDiscarding(null)}
        title={OUTBOX_TEXT.discardDraft}
        icon={Trash2}
        tone="danger"
        confirmLabel={DISCARD_TEXT.confirm}
        cancelLabel={DISCARD_TEXT.keep}
        onConfirm={() => {
          if (discarding !== null) void discard(discarding.id);
        }}
      >
        <p>
          {discarding === null ? null : <span>{`${draftSentence(discarding)}. `}</span>}
          <span>{OUTBOX_TEXT.discardDraftBody}</span>
        </p>
      </ConfirmDialog>
    </section>
  );
}

function DraftRow({ draft, onDiscard }: { draft: KeptDraft; onDiscard: () => void }) {
  const { today, zone } = useProfile();
  const href = draftHref(draft);
  const detail = [draft.reply?.title, excerptOf(draft.text, EXCERPT_LENGTH), filesText(draft.filesCount)].filter(
    Boolean,
  );
  return (
    <Row className={styles.row}>
      <span className={styles.icon}>
        <Pencil size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className={styles.words}>
        <p className={styles.sentence}>{draftSentence(draft)}</p>
        <p className={styles.detail}>{detail.join(' · ')}</p>
      </div>
      <p className={styles.time}>{formatMoment(draft.savedAtMs, { today, zone })}</p>
      <p className={styles.state}>{OUTBOX_TEXT.draft}</p>
      <div className={styles.actions}>
        {href === null ? null : (
          <LinkButton href={href} variant="quiet" size="sm">
            {OUTBOX_TEXT.continue}
          </LinkButton>
        )}
        <span className={styles.discard}>
          <Button variant="quiet" size="sm" onPress={onDiscard}>
            {OUTBOX_TEXT.discard}
          </Button>
        </span>
      </div>
      <span className={styles.menu}>
        {draft.text === '' ? null : (
          <Menu
            trigger={
              <IconButton icon={EllipsisVertical} label={`${OUTBOX_TEXT.options}: ${draftSentence(draft)}`} size="sm" />
            }
            label={OUTBOX_TEXT.options}
            items={[{ id: 'copiar', text: OUTBOX_TEXT.copy, icon: Copy, onAction: () => void copyText(draft.text) }]}
          />
        )}
      </span>
    </Row>
  );
}

const EXCERPT_LENGTH = 60;

/**
 * The work that this device has lost. It is listed until its author says that they have checked it
 * (S100).
 */
function LostWorkCard({ lost }: { lost: LostWork }) {
  const { mirror, session, today, zone } = useProfile();
  const [isChecking, setChecking] = useState(false);

  async function check() {
    setChecking(true);
    try {
      const left = await checkLostWork(mirror, session.id);
      if ((left?.unchecked.length ?? 0) > 0) notify({ title: LOST_WORK.stillUnknown });
    } catch (error) {
      reportError(error);
      notify({ title: LOST_WORK.stillUnknown, tone: 'danger' });
    } finally {
      setChecking(false);
    }
  }

  const action =
    lost.unchecked.length > 0 ? (
      <Button size="sm" isPending={isChecking} onPress={() => void check()}>
        {LOST_WORK.check}
      </Button>
    ) : (
      <Button size="sm" onPress={() => keepChoice(forgetLostWork(mirror))}>
        {LOST_WORK.read}
      </Button>
    );
  return (
    <div className={styles.lost}>
      <Banner tone="danger" title={lostTitle(lost)} role="alert">
        {lostBody(lost, { today, zone })}
        <div className={styles.lostAct}>{action}</div>
      </Banner>
    </div>
  );
}

/**
 * `Registrar que você viu 3 documentos`: views are sent with the rest, and the person decides
 * nothing about them.
 */
function ViewsRow({ items }: { items: readonly [OutboxItem, ...OutboxItem[]] }) {
  const { zone } = useProfile();
  const names = [...new Set(items.map((item) => documentHeading(item)))];
  const last = items.at(-1) ?? items[0];
  const size = items.reduce((sum, item) => sum + sizeOf(item), 0);
  return (
    <Row className={styles.row}>
      <span className={styles.icon}>
        <Eye size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className={styles.words}>
        <p className={styles.sentence}>{viewsText(names.length)}</p>
        <p className={styles.detail}>{joined(names)}</p>
      </div>
      <p className={styles.time}>
        {formatTime(last.command.performedAtMs, zone)} · {formatSize(size)}
      </p>
      <p className={styles.state}>{STATE_TEXT.queued}</p>
      <span className={styles.actions} />
      <span className={styles.menu} />
    </Row>
  );
}

const LIST_STATE = { 'needs-you': 'danger', sending: 'active', queued: 'plain', sent: 'plain' } as const;

const WHY_NOT = 'por-que-nao-envia';

/** Why "Enviar tudo agora" can send nothing; null when it can. */
function obstacleOf(at: { isIdle: boolean; canSend: boolean; isOffline: boolean; needsLogin: boolean }) {
  if (at.isIdle) return 'nothing';
  if (!at.canSend) return 'author';
  if (at.needsLogin) return 'login';
  return at.isOffline ? 'offline' : null;
}

/**
 * "Pendências de envio": first what needs the person, then what is sent by itself, then what is
 * done (src/ui/look.md, look 6).
 */
export function OutboxScreen({ onDecide }: { onDecide: (commandId: string) => void }) {
  const { mirror, commandContext, sync, zone } = useProfile();
  const nowMs = useNow();
  const isPhone = useLayoutKind() === 'phone';
  const items = useLiveQuery(() => outboxItems(mirror, { nowMs }), [mirror, nowMs]);
  const summary = useLiveQuery(() => outboxSummary(mirror), [mirror]);
  const lost = useLiveQuery(() => readLostWork(mirror), [mirror]);
  const names = useNames();
  usePlace();
  const [discarding, setDiscarding] = useState<OutboxItem | null>(null);
  const [previewing, setPreviewing] = useState<OutboxItem | null>(null);
  const sections = items === undefined ? [] : sectionsOf(items);
  const { isOffline, needsLogin } = useConnection();
  // A command that waits for one that needs its author can't be sent before it, and is listed in
  // its group.
  const canSend = sections.some(({ group }) => group === 'queued' || group === 'sending');
  const obstacle = obstacleOf({ isIdle: waitingIn(sections) === 0, canSend, isOffline, needsLogin });
  const refreshed = summary?.refreshedAtMs ?? null;

  const sendAll = (
    <Button
      variant="primary"
      icon={Send}
      isWide={isPhone}
      isDisabled={obstacle === 'nothing' || obstacle === 'author'}
      aria-describedby={obstacle === null ? undefined : WHY_NOT}
      onPress={() => void retryAll(commandContext).then(sync.drainNow, notifyFailed)}
    >
      {OUTBOX_TEXT.sendAll}
    </Button>
  );

  const said = [
    itemsText(waitingIn(sections)),
    ...(refreshed === null ? [] : [lastTalkText(formatTime(refreshed, zone))]),
  ];
  const meta = (
    <p>
      {obstacle === null ? (
        <WithHelp about="lapis" sentence={said.join(' · ')} />
      ) : (
        <>
          <span>{said.join(' · ')}</span>
          <span>{' · '}</span>
          <span id={WHY_NOT}>
            <WithHelp about="lapis" sentence={OUTBOX_TEXT.cantSend[obstacle]} />
          </span>
        </>
      )}
    </p>
  );

  return (
    <>
      <ScreenHeader
        title={OUTBOX_TEXT.title}
        {...(isPhone ? { backHref: '/admin/home' } : {})}
        meta={meta}
        actions={sendAll}
      />
      {isPhone ? (
        <div className={styles.sendAll}>
          {sendAll}
          <div className={styles.meta}>{meta}</div>
        </div>
      ) : null}
      {lost === undefined ? null : <LostWorkCard lost={lost} />}
      {items === undefined ? <SkeletonRows label={OUTBOX_TEXT.loading} count={4} /> : null}
      {items !== undefined && sections.length === 0 && lost === undefined ? (
        <EmptyState icon={CloudCheck} title={OUTBOX_TEXT.nothing}>
          {OUTBOX_TEXT.nothingDetail}
        </EmptyState>
      ) : null}
      {sections.map((section) => (
        <section key={section.group} className={styles.section} aria-labelledby={`grupo-${section.group}`}>
          <SectionLabel
            id={`grupo-${section.group}`}
            count={section.count === 0 ? undefined : section.count}
            {...(section.group === 'needs-you' ? { tone: 'danger' as const, icon: TriangleAlert } : {})}
          >
            {GROUP_LABEL[section.group]}
          </SectionLabel>
          <RowList isPencil={section.group === 'queued'} state={LIST_STATE[section.group]}>
            <Rows
              section={section}
              names={names}
              onDecide={onDecide}
              onDiscard={setDiscarding}
              onPreview={setPreviewing}
            />
          </RowList>
        </section>
      ))}
      <DraftsSection />
      <DiscardDialog
        command={discarding?.command ?? null}
        dependents={discarding?.goWithIt ?? 0}
        onClose={() => setDiscarding(null)}
      />
      {previewing === null ? null : (
        <PreviewDialog item={previewing} names={names} onClose={() => setPreviewing(null)} />
      )}
    </>
  );
}

type RowsProps = {
  readonly section: OutboxSection;
  readonly names: ReturnType<typeof useNames>;
  readonly onDecide: (commandId: string) => void;
  readonly onDiscard: (item: OutboxItem) => void;
  readonly onPreview: (item: OutboxItem) => void;
};

function Rows({ section, ...asks }: RowsProps) {
  return section.rows.map((row) =>
    row.kind === 'views' ? (
      <ViewsRow key="views" items={row.items} />
    ) : (
      <OutboxRowView
        key={row.item.command.id}
        item={row.item}
        isTied={row.isTied}
        isInTrouble={section.group === 'needs-you'}
        {...asks}
      />
    ),
  );
}
