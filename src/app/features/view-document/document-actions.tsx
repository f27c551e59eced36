import { documentStateOf } from '#contract/document-state.ts';
import { isCompletionBlockedByDeadline } from '#domain/abilities.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx';
import { ArrowRightLeft, CircleCheck, Download, EllipsisVertical, Printer, RotateCcw } from 'lucide-react';
import { useCarryEntries } from '../../acts/document/use-carry-entries.ts';
import { useBrowserPrint, usePrint } from '../../acts/print/use-print.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useDocumentDownload } from '../../shared/files/use-download.ts';
import { COMPLETE } from '../../text/complete-reopen.ts';
import { FILE_TEXT } from '../../text/files.ts';
import { PRINT } from '../../text/print.ts';
import { VIEW_TEXT } from '../../text/view-document.ts';
import type { Act } from './detail-places.ts';
import styles from './document-header.module.css';

/** The actions that the person's abilities allow (rule B3): the main one as a button, the others in the menu. */
export function DocumentActions(props: { view: DocumentView; onAct: (act: Act) => void; isCompact?: boolean }) {
  const { view, onAct, isCompact = false } = props;
  const { document } = view;
  const { person, today } = useProfile();
  const { download, isBusy } = useDocumentDownload(view);
  const { print } = usePrint();
  useBrowserPrint(view);
  const { abilities } = document;
  const isBlocked = isCompletionBlockedByDeadline(documentStateOf(document), { userId: person.userId, today });

  const transfer: MenuEntry[] = abilities.transferDocument
    ? [{ id: 'transferir', text: VIEW_TEXT.transfer, icon: ArrowRightLeft, onAction: () => onAct('transferir') }]
    : [];
  const complete: MenuEntry[] = abilities.completeDocument
    ? [{ id: 'concluir', text: VIEW_TEXT.complete, icon: CircleCheck, onAction: () => onAct('concluir') }]
    : [];
  const blocked: MenuEntry[] = isBlocked
    ? [{ id: 'concluir', text: VIEW_TEXT.complete, icon: CircleCheck, reason: COMPLETE.overdue }]
    : [];
  const reopen: MenuEntry[] = abilities.reopenDocument
    ? [{ id: 'reabrir', text: VIEW_TEXT.reopen, icon: RotateCcw, onAction: () => onAct('reabrir') }]
    : [];
  const attachments: MenuEntry = {
    id: 'baixar',
    text: isBusy ? FILE_TEXT.preparing : FILE_TEXT.downloadAttachments,
    icon: Download,
    ...(view.files.length === 0 ? { reason: FILE_TEXT.noAttachments } : { onAction: download }),
  };
  const paper: MenuEntry = { id: 'imprimir', text: PRINT.print, icon: Printer, onAction: () => print([view]) };
  const carried = useCarryEntries(document);
  const items = isCompact
    ? [...complete, ...blocked, ...reopen, ...transfer, attachments, paper, ...carried]
    : [...blocked, attachments, paper, ...carried];

  return (
    <div className={styles.actions}>
      {!isCompact && abilities.transferDocument ? (
        <Button icon={ArrowRightLeft} onPress={() => onAct('transferir')}>
          {VIEW_TEXT.transfer}
        </Button>
      ) : null}
      {!isCompact && abilities.completeDocument ? (
        <Button variant="primary" icon={CircleCheck} onPress={() => onAct('concluir')}>
          {VIEW_TEXT.complete}
        </Button>
      ) : null}
      {!isCompact && abilities.reopenDocument ? (
        <Button variant="primary" icon={RotateCcw} onPress={() => onAct('reabrir')}>
          {VIEW_TEXT.reopen}
        </Button>
      ) : null}
      <Menu
        trigger={
          <IconButton icon={EllipsisVertical} label={VIEW_TEXT.options} variant={isCompact ? 'quiet' : 'secondary'} />
        }
        label={VIEW_TEXT.options}
        items={items}
      />
    </div>
  );
}
