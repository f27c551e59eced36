import { discardDraft } from '#mirror/keep/drafts.ts';
import { type KeptDraft, keptDrafts } from '#mirror/questions/kept-drafts.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { LinkButton } from '#ui/actions/link-button.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Copy, EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { copyText } from '../../device/copy-text.ts';
import { draftHref } from '../../shared/manage/draft-href.ts';
import { DISCARD_TEXT } from '../../text/discard.ts';
import { excerptOf } from '../../text/excerpt.ts';
import { formatMoment } from '../../text/format.ts';
import { draftSentence, filesText, OUTBOX_TEXT } from '../../text/outbox.ts';
import styles from './outbox.module.css';

/**
 * Rascunhos: what was written on this device and waits for no sending, with the way back into its form (src/ui/look.md, look
 * 6).
 */
export function DraftsSection() {
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
