import type { DocumentView } from '#mirror/questions/view-document.ts';
import { daysBetween } from '#domain/dates.ts';
import { workingDaysBetween } from '#domain/working-days.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { RouteLine } from '#ui/document-look/route-line.tsx';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { memo, useCallback, useSyncExternalStore } from 'react';
import { ArrowLeft, CalendarClock, CircleCheck, Download, EllipsisVertical, Pin, PinOff, Printer } from 'lucide-react';
import { Button } from '#ui/actions/button.tsx';
import type { MenuEntry } from '#ui/overlays/menu-window.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useProfile } from '../../profile/profile.tsx';
import type { Act } from '../../acts/document/acts.ts';
import { completedOn } from '../../shared/document/document-marks.ts';
import { DocumentStamps, DueLine } from '../../shared/document/document-stamps.tsx';
import { useHolidays } from '../../shared/form/day-off.tsx';
import { HelpLink } from '../../shared/screen/help-link.tsx';
import { useWayBack } from '../../shared/screen/navigated.ts';
import { NoticesBell } from '../../shared/screen/notices-bell.tsx';
import { toReply } from '../../shared/screen/reply-place.ts';
import { useScreenActs } from '../../shared/screen/screen-acts.ts';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { SyncPill } from '../../shared/connection/sync-pill.tsx';
import { Ticket } from '../../shared/document/ticket.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useMedia } from '../../device/use-layout-kind.ts';
import {
  dueText,
  documentHeading,
  shortDue,
  EXCEPTION_TAG,
  LOCAL_LABEL,
  STATUS_LABEL,
} from '../../text/words/document.ts';
import { REPLY_ACT_LABEL } from '../../text/document/acts.ts';
import { formatWeekday } from '../../text/words/format.ts';
import { workingDaysAhead } from '../../text/words/working-days.ts';
import { stopNote, VIEW_TEXT, PRINT } from '../../text/document/view-document.ts';
import { useCarryEntries } from '../../acts/document/use-carry-entries.ts';
import { HEAD_ACTS, MAIN_ACT } from '../../acts/document/focus-after-act.ts';
import { type OfferedAct, useOfferedActs } from '../../acts/document/use-offered-acts.ts';
import { useBrowserPrint, usePrint } from '../../acts/print/use-print.ts';
import { usePin } from '../../shared/files/use-pin.ts';
import { useDocumentDownload } from '../../shared/files/use-download.ts';
import { FILE_TEXT } from '../../text/document/files.ts';
import { filesText } from '../../text/sending/outbox.ts';
import styles from './document-header.module.css';

/** The acts that are buttons where there is room; all others are in the menu. */
const BUTTONS: readonly Act[] = ['transferir', 'concluir', 'reabrir'];

/**
 * What the person may do with the document (rule B3): the main acts as buttons, all others in the
 * menu.
 */
function DocumentActions(props: HeaderProps & { isCompact?: boolean; isWordy?: boolean }) {
  const { view, onAct, isCompact = false, isWordy = false } = props;
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
    deskValue: PRINT.keys,
  };
  const carried = useCarryEntries(view.document);
  const entryOf = ({ id, text, icon, reason, value }: OfferedAct): MenuEntry => {
    return { id, text, icon, value, ...(reason === undefined ? { onAction: () => onAct(id) } : { reason }) };
  };
  const replies: MenuEntry[] = view.document.abilities.replyDocument
    ? [{ id: 'responder', text: REPLY_ACT_LABEL.reply, onAction: toReply }]
    : [];
  useScreenActs({
    about: documentHeading(view.document),
    acts: [...replies, ...offered.map(entryOf), paper, attachments, ...keep, ...carried],
  });
  const acts = offered.filter((act) => !isButton(act)).map(entryOf);

  return (
    <div id={HEAD_ACTS} className={styles.actions}>
      {buttons.map(({ id, text, icon, value }) => (
        <Button
          key={id}
          id={id === 'transferir' ? undefined : MAIN_ACT}
          variant={id === 'transferir' ? 'secondary' : 'primary'}
          icon={icon}
          onPress={() => onAct(id)}
        >
          {value !== undefined && isWordy ? `${text} ${value}` : text}
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

/** Joins groups of entries to one list, with a line above each group but the first. */
function apart(groups: readonly (readonly MenuEntry[])[]): MenuEntry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => group.map((entry, at) => ({ ...entry, isApart: index > 0 && at === 0 })));
}

type HeaderProps = {
  readonly view: DocumentView;
  readonly onAct: (act: Act) => void;
};

/** Scrolled farther than this many px, the page shows the header as one line. */
const SCROLLED_PX = 56;

function watchScroll(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true });
  return () => window.removeEventListener('scroll', changed);
}

const isPast = () => window.scrollY > SCROLLED_PX;

/**
 * Whether the header is reduced to one line, and its `ref`. The full height is kept in the CSS
 * variable `--whole`, which reserves that space, so that the page does not jump.
 */
function useOneLine() {
  const isOneLine = useSyncExternalStore(watchScroll, isPast);
  const ref = useCallback((header: HTMLElement | null) => {
    if (header === null) return undefined;
    const watch = new ResizeObserver(() => {
      if (header.dataset['line'] === undefined) header.style.setProperty('--whole', `${header.offsetHeight}px`);
    });
    watch.observe(header);
    return () => watch.disconnect();
  }, []);
  return { isOneLine, ref };
}

/**
 * The header of a document: number, stamps, title, the sectors it went through, the due line and
 * the actions. On a scrolled page it stays at the top as one line, without the sectors.
 */
export const DocumentHeader = memo(function DocumentHeader({ view, onAct }: HeaderProps) {
  const { document } = view;
  const { person } = useProfile();
  const layout = useLayoutKind();
  const { isOneLine, ref } = useOneLine();
  const isPhone = layout === 'phone';
  // On a tablet the actions and the bell fill the bar, so the stamps stand below it.
  const hasRoom = layout === 'desktop';
  // Below 720 px, action buttons would leave no room for the title in the one-line header.
  const isSlim = useMedia('(max-width: 719px)');
  // Below 1400 px, the longest words of a button would push the bell to a second row.
  const isWide = useMedia('(min-width: 1400px)');
  const ticket = <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />;
  const heading = (
    <ScreenHeading windowTitle={documentHeading(document)} className={styles.title}>
      {document.title}
    </ScreenHeading>
  );
  const stamps = (
    <span className={styles.stamps}>
      <DocumentStamps document={document} size={isPhone || isOneLine ? 'row' : 'header'} />
      {isOneLine ? null : <HelpLink about="situacoes" />}
    </span>
  );

  const marks = isOneLine && !hasRoom ? <span className={styles.state}>{stateText(document)}</span> : stamps;

  if (isPhone) {
    return (
      <header ref={ref} className={styles.header} data-line={isOneLine || undefined}>
        <div className={styles.inner}>
          <div className={styles.bar}>
            <Back />
            <span className={styles.number}>{ticket}</span>
            <span className={styles.pill}>
              <SyncPill place="header" isShort={isOneLine} />
            </span>
            <DocumentActions view={view} onAct={onAct} isCompact />
          </div>
          {heading}
          <div className={styles.facts}>
            {marks}
            <Due view={view} isShort={isOneLine} />
          </div>
        </div>
      </header>
    );
  }
  return (
    <header ref={ref} className={styles.header} data-line={isOneLine || undefined}>
      <div className={styles.inner}>
        <div className={styles.bar}>
          <Back />
          <p className={styles.number}>
            <span translate="no">{ticket}</span>
            {hasRoom && !isOneLine ? (
              <>
                <span className={styles.dot} aria-hidden>
                  ·
                </span>
                <span className={styles.physical}>{document.physical_document_number}</span>
              </>
            ) : null}
          </p>
          {hasRoom ? stamps : null}
          <DocumentActions view={view} onAct={onAct} isCompact={isOneLine && isSlim} isWordy={isWide && !isOneLine} />
          <NoticesBell />
        </div>
        {heading}
        <div className={styles.facts}>
          {hasRoom ? null : marks}
          {isOneLine ? null : (
            <RouteLine
              label={VIEW_TEXT.route}
              stations={view.route.map((stop, index) => ({
                id: `${index}:${stop.acronym}`,
                name: stop.acronym,
                note: stopNote(stop),
                isCurrent: stop.current,
                isPencil: stop.current && document.pencil.responsibles,
              }))}
            />
          )}
          <Due view={view} isShort={isOneLine} />
        </div>
      </div>
    </header>
  );
});

/** The stamps as words, for the one-line header of narrow screens: `Em atraso · exceção`. */
function stateText({ status, pencil, is_exception: isException }: DocumentView['document']): string {
  const words = pencil.document ? LOCAL_LABEL : STATUS_LABEL[status];
  return isException ? `${words} · ${EXCEPTION_TAG}` : words;
}

function Back() {
  return <IconButton icon={ArrowLeft} label={VIEW_TEXT.back} onPress={useWayBack('/admin/home')} />;
}

/** `em 4 dias úteis`, where the number of working days differs from the number of days. */
function WorkingDays({ document }: Pick<DocumentView, 'document'>) {
  const { today } = useProfile();
  const holidays = useHolidays();
  const { limit_date: limit, organizations } = document;
  if (limit <= today) return null;
  const count = workingDaysBetween(today, limit, { holidays, sectors: organizations.map(({ id }) => id) });
  if (count === daysBetween(today, limit)) return null;
  return <span className={styles.working}>{workingDaysAhead(count)}</span>;
}

/**
 * `Vence em 4 dias (seg., 23 de nov.)`; with `isShort`, `em 4 dias`. In pencil while the date is
 * only on this device.
 */
function Due({ view, isShort }: { view: DocumentView; isShort: boolean }) {
  const { today, zone } = useProfile();
  const { document } = view;
  const due = dueText(
    { status: document.status, limitDate: document.limit_date },
    { today, completedOn: completedOn(document, zone) },
  );
  const isCompleted = document.status === 'completed';
  const Icon = isCompleted ? CircleCheck : CalendarClock;
  const text = isShort
    ? shortDue(due).text.toLocaleLowerCase('pt-BR')
    : isCompleted
      ? due.text
      : `${due.text} (${formatWeekday(document.limit_date)})`;
  return (
    <p className={`${styles.due} ${styles[due.tone] ?? ''} ${document.pencil.limitDate ? styles.pencilDue : ''}`}>
      {isShort ? null : <Icon size={18} strokeWidth={1.75} aria-hidden />}
      <span>
        <DueLine due={{ ...due, text }} />
        {document.pencil.limitDate ? <VisuallyHidden>, {VIEW_TEXT.pencilDeadline}</VisuallyHidden> : null}
      </span>
      {isShort || isCompleted ? null : <WorkingDays document={document} />}
    </p>
  );
}
