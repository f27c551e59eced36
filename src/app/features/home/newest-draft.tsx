import { type KeptDraft, keptDrafts } from '#mirror/questions/drafts.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { discardDraft } from '#mirror/keep/drafts.ts';
import { Link } from '#ui/actions/link.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { Card, Hatch } from '#ui/document-look/surface.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import type { MenuEntry } from '#ui/overlays/menu-window.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useNavigate } from '@tanstack/react-router';
import { EllipsisVertical, FilePlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { draftHref } from '../../shared/manage/row-places.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { DISCARD_TEXT } from '../../text/sending/command-state.ts';
import { DRAFT_TEXT, draftLine, draftMeta, draftTitle, moreDrafts, OUTBOX_TEXT } from '../../text/sending/outbox.ts';
import styles from './draft-card.module.css';

type Props = { readonly draft: KeptDraft; readonly href: string; readonly others: number };

/**
 * The newest draft, in pencil, with the way back into its form; a row on phones. `others`: how many
 * more there are.
 */
function OpenDraft({ draft, href, others }: Props) {
  const { today, zone } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const [asking, setAsking] = useState<'discard' | 'start-over' | null>(null);
  const more = moreDrafts(others);
  const title = draftTitle(draft);
  const isNewDocument = draft.reply === null && draft.form === null;
  const items: MenuEntry[] = [
    ...(isNewDocument
      ? [{ id: 'do-zero', text: DRAFT_TEXT.startOver, icon: FilePlus, onAction: () => setAsking('start-over') }]
      : []),
    { id: 'descartar', text: DRAFT_TEXT.discard, icon: Trash2, onAction: () => setAsking('discard') },
  ];
  const tools = (
    <>
      {others === 0 ? null : (
        <LinkButton href="/admin/outbox" variant="quiet" size="sm" aria-label={more.name}>
          {more.text}
        </LinkButton>
      )}
      <span className={styles.menu}>
        <Menu
          trigger={<IconButton icon={EllipsisVertical} size="sm" label={`${DRAFT_TEXT.options}: ${title}`} />}
          label={DRAFT_TEXT.options}
          items={items}
        />
      </span>
    </>
  );
  const question = <DiscardQuestion draft={draft} asking={asking} onClose={() => setAsking(null)} />;
  if (isPhone) {
    return (
      <Card isPencil padding="none" className={styles.row ?? ''}>
        <Hatch />
        <Pencil size={20} strokeWidth={1.75} aria-hidden />
        <p className={styles.rowWords}>
          <Link href={href} tone="plain" className={styles.rowLink}>
            {DRAFT_TEXT.continue}
          </Link>
          <span className={styles.rowMeta}>{draftLine(draft, { today, zone })}</span>
        </p>
        <span className={styles.rowTools}>{tools}</span>
        {question}
      </Card>
    );
  }
  return (
    <section aria-labelledby="rascunho">
      <div className={styles.head}>
        <SectionLabel id="rascunho">{others === 0 ? DRAFT_TEXT.one : DRAFT_TEXT.many}</SectionLabel>
        <span className={styles.here}>{DRAFT_TEXT.onlyHere}</span>
      </div>
      <Card isPencil padding="none" className={styles.card ?? ''}>
        <Hatch />
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.meta}>{draftMeta(draft, { today, zone })}</p>
        <div className={styles.tools}>
          <LinkButton href={href} variant="quiet" size="sm" icon={Pencil}>
            {DRAFT_TEXT.continue}
          </LinkButton>
          {tools}
        </div>
      </Card>
      {question}
    </section>
  );
}

function DiscardQuestion(props: { draft: KeptDraft; asking: 'discard' | 'start-over' | null; onClose: () => void }) {
  const { draft, asking, onClose } = props;
  const { mirror } = useProfile();
  const navigate = useNavigate();

  async function discard() {
    try {
      await discardDraft(mirror, draft.id);
      if (asking === 'start-over') await navigate({ to: '/admin/create-documents' });
      else notify({ title: OUTBOX_TEXT.draftDiscarded });
    } catch {
      notify({ title: OUTBOX_TEXT.draftNotDiscarded, tone: 'danger' });
    }
  }

  return (
    <ConfirmDialog
      isOpen={asking !== null}
      onClose={onClose}
      title={OUTBOX_TEXT.discardDraft}
      icon={Trash2}
      tone="danger"
      confirmLabel={DISCARD_TEXT.confirm}
      cancelLabel={DISCARD_TEXT.keep}
      onConfirm={() => void discard()}
    >
      <p>
        <b>{draftTitle(draft)}</b>. {OUTBOX_TEXT.discardDraftBody}
      </p>
    </ConfirmDialog>
  );
}

/** The newest draft that has something written in it and whose form can still be opened. */
export function NewestDraft() {
  const { mirror } = useProfile();
  const drafts = useLiveQuery(() => keptDrafts(mirror), [mirror]);
  if (drafts === undefined) return <div aria-busy="true" />;
  const [first] = drafts.flatMap((draft) => {
    const href = draftHref(draft);
    return href === null ? [] : [{ draft, href }];
  });
  return first === undefined ? null : <OpenDraft key={first.draft.id} {...first} others={drafts.length - 1} />;
}
