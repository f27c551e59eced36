import { discardDraft } from '#mirror/keep/drafts.ts';
import type { DraftRow } from '#mirror/store/draft-row.ts';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { CREATE_TEXT } from '../../text/create-document.ts';
import { formatMoment } from '../../text/format.ts';
import styles from './create-document.module.css';

/** "Continuar rascunho" / "Começar do zero" (rule C16). */
export function DraftChoice(props: {
  drafts: readonly DraftRow[];
  onContinue: (id: string) => void;
  onStartOver: () => void;
}) {
  const { drafts, onContinue, onStartOver } = props;
  const { mirror, today, zone } = useProfile();
  const [isAsking, setAsking] = useState(false);

  async function startOver() {
    for (const draft of drafts) await discardDraft(mirror, draft.id);
    onStartOver();
  }

  const startOverButton = <Button onPress={() => setAsking(true)}>{CREATE_TEXT.startOver}</Button>;

  return (
    <Card isPencil padding="lg">
      <h2 className={styles.sectionTitle}>{CREATE_TEXT.draftTitle}</h2>
      <ul className={styles.drafts}>
        {drafts.map((draft) => (
          <li key={draft.id}>
            <span>
              <b>{titleOf(draft)}</b>
              <span className={styles.draftMeta}>{formatMoment(draft.savedAtMs, { today, zone })}</span>
            </span>
            <span className={styles.draftActs}>
              <Button variant="primary" icon={Pencil} onPress={() => onContinue(draft.id)}>
                {CREATE_TEXT.continueDraft}
              </Button>
              {drafts.length === 1 ? startOverButton : null}
            </span>
          </li>
        ))}
      </ul>
      {drafts.length === 1 ? null : startOverButton}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={CREATE_TEXT.startOverTitle}
        tone="danger"
        confirmLabel={CREATE_TEXT.erase}
        cancelLabel={CREATE_TEXT.keep}
        onConfirm={() => void startOver()}
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
