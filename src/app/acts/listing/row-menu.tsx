import { documentStateOf } from '#contract/document-state.ts';
import { isCompletionBlockedByDeadline } from '#domain/abilities.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import type { MenuEntry } from '#ui/overlays/menu-window.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft, CalendarPlus, CircleCheck, Download, EllipsisVertical, Eye, RotateCcw } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { hrefOfDocument } from '../../shared/document/document-marks.ts';
import { COMPLETE, EXTEND } from '../../text/document/acts.ts';
import { FILE_TEXT } from '../../text/document/files.ts';
import { formatDay } from '../../text/words/format.ts';
import { filesText } from '../../text/sending/outbox.ts';
import styles from './row-menu.module.css';
import { useListDownload } from './use-list-download.ts';

/** Opens the dialogs of a document of a list. */
export type RowActs = {
  readonly complete: (document: ListedDocument) => void;
  readonly reopen: (document: ListedDocument) => void;
  readonly transfer: (document: ListedDocument) => void;
  readonly extend: (document: ListedDocument) => void;
};

/** The buttons of a table row: open the document, and the options menu. */
export function RowTools({ document, acts }: { document: ListedDocument; acts: RowActs }) {
  const navigate = useNavigate();
  return (
    <span className={styles.rowTools}>
      <IconButton
        icon={Eye}
        size="sm"
        label={`Ver ${document.title}`}
        onPress={() => void navigate({ href: hrefOfDocument(document) })}
      />
      <RowMenu document={document} acts={acts} />
    </span>
  );
}

/**
 * The options menu, by the person's abilities on this document (rules A3, B3), with the same values
 * as on its screen.
 */
export function RowMenu({ document, acts }: { document: ListedDocument; acts: RowActs }) {
  return (
    <Menu
      label={`Opções de ${document.title}`}
      trigger={<IconButton icon={EllipsisVertical} size="sm" label={`Mais opções de ${document.title}`} />}
      items={useEntries(document, acts)}
    />
  );
}

function useEntries(document: ListedDocument, acts: RowActs): MenuEntry[] {
  const { person, today } = useProfile();
  const download = useListDownload();
  const { abilities } = document;
  const blocked = isCompletionBlockedByDeadline(documentStateOf(document), { userId: person.userId, today });
  const entries: MenuEntry[] = [];
  if (abilities.completeDocument) {
    entries.push({ id: 'complete', text: 'Concluir', icon: CircleCheck, onAction: () => acts.complete(document) });
  } else if (blocked) {
    entries.push({ id: 'complete', text: 'Concluir', icon: CircleCheck, reason: COMPLETE.overdue });
  }
  if (abilities.transferDocument) {
    entries.push({
      id: 'transfer',
      text: 'Transferir',
      icon: ArrowRightLeft,
      onAction: () => acts.transfer(document),
    });
  }
  if (abilities.extendDocument) {
    entries.push({
      id: 'extend',
      text: EXTEND.act,
      icon: CalendarPlus,
      value: formatDay(document.limit_date),
      onAction: () => acts.extend(document),
    });
  }
  entries.push({
    id: 'download',
    text: FILE_TEXT.downloadAttachments,
    icon: Download,
    value: filesText(document.files_count) ?? undefined,
    ...(document.files_count === 0
      ? { reason: FILE_TEXT.noAttachments }
      : { onAction: () => void download.one(document) }),
  });
  if (abilities.reopenDocument) {
    entries.push({ id: 'reopen', text: 'Reabrir', icon: RotateCcw, onAction: () => acts.reopen(document) });
  }
  return entries;
}
