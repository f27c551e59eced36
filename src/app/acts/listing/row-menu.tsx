import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import type { MenuEntry } from '#ui/overlays/menu-window.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useNavigate } from '@tanstack/react-router';
import { Download, EllipsisVertical, Eye } from 'lucide-react';
import { hrefOfDocument } from '../../shared/document/document-marks.ts';
import type { Act } from '../document/acts.ts';
import { type OfferedAct, useOfferedActs } from '../document/use-offered-acts.ts';
import { FILE_TEXT } from '../../text/document/files.ts';
import { filesText } from '../../text/sending/outbox.ts';
import styles from './row-menu.module.css';
import { useListDownload } from './use-list-download.ts';

/** The functions that open the dialogs of the acts, each for one document of a list. */
export type RowActs = {
  readonly complete: (document: ListedDocument) => void;
  readonly reopen: (document: ListedDocument) => void;
  readonly transfer: (document: ListedDocument) => void;
  readonly extend: (document: ListedDocument) => void;
};

/** Which function of `RowActs` opens the dialog of each act that a list offers. */
const OPENED: Partial<Record<Act, keyof RowActs>> = {
  concluir: 'complete',
  transferir: 'transfer',
  prorrogar: 'extend',
  reabrir: 'reopen',
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
 * The options menu of a row: the acts that the person's abilities give (rules A3, B3). An entry
 * shows its present value, such as the limit date, as the menu of the document's own screen does.
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
  const download = useListDownload();
  const entryOf = ({ id, text, icon, value, reason }: OfferedAct): MenuEntry[] => {
    const opened = OPENED[id];
    if (opened === undefined) return [];
    return [
      { id, text, icon, value, ...(reason === undefined ? { onAction: () => acts[opened](document) } : { reason }) },
    ];
  };
  const offered = useOfferedActs(document);
  const [reopening, others] = [offered.filter(isReopening), offered.filter((act) => !isReopening(act))];
  const attachments: MenuEntry = {
    id: 'download',
    text: FILE_TEXT.downloadAttachments,
    icon: Download,
    value: filesText(document.files_count) ?? undefined,
    ...(document.files_count === 0
      ? { reason: FILE_TEXT.noAttachments }
      : { onAction: () => void download.one(document) }),
  };
  return [...others.flatMap(entryOf), attachments, ...reopening.flatMap(entryOf)];
}

const isReopening = ({ id }: OfferedAct) => id === 'reabrir';
