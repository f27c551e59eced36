import type { DocumentView } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import type { MenuEntry } from '#ui/overlays/menu-window.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Download, EllipsisVertical, Pin, PinOff, Printer } from 'lucide-react';
import { useCarryEntries } from '../../acts/document/use-carry-entries.ts';
import type { Act } from '../../acts/document/acts.ts';
import { HEAD_ACTS, MAIN_ACT } from '../../acts/document/focus-after-act.ts';
import { type OfferedAct, useOfferedActs } from '../../acts/document/use-offered-acts.ts';
import { useBrowserPrint, usePrint } from '../../acts/print/use-print.ts';
import { usePin } from '../../shared/files/use-pin.ts';
import { useDocumentDownload } from '../../shared/files/use-download.ts';
import { FILE_TEXT } from '../../text/files.ts';
import { PRINT } from '../../text/print.ts';
import { filesText } from '../../text/outbox.ts';
import { VIEW_TEXT } from '../../text/view-document.ts';
import styles from './document-header.module.css';

/** The acts that stand as buttons where there is room; all others are in the menu. */
const BUTTONS: readonly Act[] = ['transferir', 'concluir', 'reabrir'];

/** The actions that the person's abilities allow (rule B3): the main one as a button, the others in the menu. */
export function DocumentActions(props: { view: DocumentView; onAct: (act: Act) => void; isCompact?: boolean }) {
  const { view, onAct, isCompact = false } = props;
  const { download, isBusy } = useDocumentDownload(view);
  const pin = usePin(view);
  const { print } = usePrint();
  useBrowserPrint(view);
  const offered = useOfferedActs(view.document);
  const isButton = ({ id, reason }: OfferedAct) => !isCompact && BUTTONS.includes(id) && reason === undefined;
  const buttons = BUTTONS.flatMap((id) => offered.filter((act) => act.id === id && isButton(act)));
  const attachments: MenuEntry = {
    id: 'baixar',
    text: isBusy ? FILE_TEXT.preparing : FILE_TEXT.downloadAttachments,
    icon: Download,
    value: filesText(view.files.length) ?? undefined,
    ...(view.files.length === 0 ? { reason: FILE_TEXT.noAttachments } : { onAction: download }),
  };
  const keep: MenuEntry[] =
    pin.toggle === null
      ? []
      : [
          {
            id: 'guardar',
            text: pin.isPinned ? FILE_TEXT.unpin : FILE_TEXT.pin,
            icon: pin.isPinned ? PinOff : Pin,
            detail: pin.isPinned ? undefined : FILE_TEXT.pinMeaning,
            onAction: pin.toggle,
          },
        ];
  const paper: MenuEntry = {
    id: 'imprimir',
    text: PRINT.print,
    icon: Printer,
    onAction: () => print([view]),
    value: PRINT.keys,
  };
  const carried = useCarryEntries(view.document);
  const acts = offered
    .filter((act) => !isButton(act))
    .map(({ id, text, icon, reason, value }): MenuEntry => {
      return { id, text, icon, value, ...(reason === undefined ? { onAction: () => onAct(id) } : { reason }) };
    });

  return (
    <div id={HEAD_ACTS} className={styles.actions}>
      {buttons.map(({ id, text, icon }) => (
        <Button
          key={id}
          id={id === 'transferir' ? undefined : MAIN_ACT}
          variant={id === 'transferir' ? 'secondary' : 'primary'}
          icon={icon}
          onPress={() => onAct(id)}
        >
          {text}
        </Button>
      ))}
      <Menu
        trigger={
          <IconButton icon={EllipsisVertical} label={VIEW_TEXT.options} variant={isCompact ? 'quiet' : 'secondary'} />
        }
        label={VIEW_TEXT.options}
        items={apart([acts, [paper, attachments, ...keep], carried])}
      />
    </div>
  );
}

/** One list of groups; each but the first begins with a line. */
function apart(groups: readonly (readonly MenuEntry[])[]): MenuEntry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => group.map((entry, at) => ({ ...entry, isApart: index > 0 && at === 0 })));
}
