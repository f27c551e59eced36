import { type KeptDraft, keptDrafts } from '#mirror/questions/kept-drafts.ts';
import { Button } from '#ui/actions/button.tsx';
import { LinkButton } from '#ui/actions/link-button.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Pencil } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { copyText } from '../../device/copy-text.ts';
import { excerptOf } from '../../text/excerpt.ts';
import { formatMoment } from '../../text/format.ts';
import { draftSentence, filesText, OUTBOX_TEXT } from '../../text/outbox.ts';
import styles from './outbox.module.css';

/** Rascunhos: what was written on this device and waits for no sending, with the way back into its form (look 6). */
export function DraftsSection() {
  const { mirror } = useProfile();
  const drafts = useLiveQuery(() => keptDrafts(mirror), [mirror]) ?? [];
  if (drafts.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="grupo-rascunhos">
      <SectionLabel id="grupo-rascunhos" count={drafts.length}>
        {OUTBOX_TEXT.drafts}
      </SectionLabel>
      <RowList isPencil>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </RowList>
    </section>
  );
}

function DraftRow({ draft }: { draft: KeptDraft }) {
  const { today, zone } = useProfile();
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
        {draft.text === '' ? null : (
          <Button variant="quiet" size="sm" onPress={() => void copyText(draft.text)}>
            {OUTBOX_TEXT.copy}
          </Button>
        )}
        <LinkButton href={hrefOf(draft)} variant="quiet" size="sm">
          {OUTBOX_TEXT.continue}
        </LinkButton>
      </div>
      <span className={styles.menu} />
    </Row>
  );
}

const EXCERPT_LENGTH = 60;

function hrefOf({ id, reply }: KeptDraft): string {
  if (reply !== null) return `/admin/view-document/${encodeURIComponent(reply.address)}`;
  return `/admin/create-documents?rascunho=${encodeURIComponent(id)}`;
}
