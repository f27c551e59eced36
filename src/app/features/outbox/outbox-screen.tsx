import { readLostWork } from '#mirror/keep/lost-work.ts';
import { outboxItems, type OutboxItem } from '#mirror/questions/outbox-items.ts';
import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { retryAll } from '#commands/outbox/retry-command.ts';
import { Button } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { RowList } from '#ui/document-look/surface.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { CloudCheck, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { DiscardDialog } from '../../acts/take-back/discard-dialog.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { HelpLink } from '../../shared/screen/help-link.tsx';
import { usePlace } from '../../shared/screen/use-place.ts';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { useNow } from '../../device/use-now.ts';
import { formatTime } from '../../text/format.ts';
import { GROUP_LABEL, itemsText, lastTalkText, OUTBOX_TEXT } from '../../text/outbox.ts';
import { DraftsSection } from './drafts-section.tsx';
import { LostWorkCard } from './lost-work-card.tsx';
import { OutboxRowView } from './outbox-row-view.tsx';
import { type OutboxSection, sectionsOf, waitingIn } from './outbox-rows.ts';
import styles from './outbox.module.css';
import { PreviewDialog } from './preview-dialog.tsx';
import { useNames } from '../../device/use-names.ts';
import { ViewsRow } from './views-row.tsx';

const LIST_STATE = { 'needs-you': 'danger', sending: 'active', queued: 'plain', sent: 'plain' } as const;

const WHY_NOT = 'por-que-nao-envia';

/** Why nothing can be sent at once; null when it can. */
function obstacleOf(at: { isIdle: boolean; canSend: boolean; isOffline: boolean; needsLogin: boolean }) {
  if (at.isIdle) return 'nothing';
  if (!at.canSend) return 'author';
  if (at.needsLogin) return 'login';
  return at.isOffline ? 'offline' : null;
}

/**
 * "Pendências de envio": first what needs the person, then what is sent by itself, then what is done (src/ui/look.md, look 6).
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
  // A command that waits for one that needs its author is listed under that one, and cannot be sent before it.
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
      onPress={() => void retryAll(commandContext).then(sync.drainNow)}
    >
      {OUTBOX_TEXT.sendAll}
    </Button>
  );

  const meta = (
    <p>
      <span>{itemsText(waitingIn(sections))}</span>
      {refreshed === null ? null : <span>{` · ${lastTalkText(formatTime(refreshed, zone))}`}</span>}
      {obstacle === null ? null : (
        <>
          <span>{' · '}</span>
          <span id={WHY_NOT}>{OUTBOX_TEXT.cantSend[obstacle]}</span>
        </>
      )}{' '}
      <HelpLink about="lapis" />
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
