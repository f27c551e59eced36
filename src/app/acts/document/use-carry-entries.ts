import { calendarOf } from '#domain/calendar.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import type { MenuEntry } from '#ui/overlays/menu-window.tsx';
import { CalendarArrowDown, Link2 } from 'lucide-react';
import { copyText, saveFile } from '../../device/save-file.ts';
import { useProfile } from '../../profile/profile.tsx';
import { CALENDAR } from '../../text/lists/list.ts';

/**
 * Menu entries that take a document elsewhere: one copies its address, one saves its deadline as a
 * calendar file (S67), which the device makes. A document that is not registered has neither yet.
 */
export function useCarryEntries(document: ListedDocument): MenuEntry[] {
  const { session } = useProfile();
  const { serverId: documentId, ticket } = document;
  const link = { id: 'copiar-link', text: CALENDAR.copyLink, icon: Link2 };
  const calendar = { id: 'agenda', text: CALENDAR.save, icon: CalendarArrowDown };
  if (documentId === null || ticket === null) {
    return [
      { ...link, reason: CALENDAR.unregistered },
      { ...calendar, reason: CALENDAR.unregistered },
    ];
  }
  const address = new URL(`/admin/view-document/${documentId}`, location.href).href;
  const save = () => {
    const deadline = {
      tenantId: session.tenant.id,
      documentId,
      ticket,
      title: document.title,
      limitDate: document.limit_date,
      rev: document.rev,
      changedAt: document.last_activity_at,
    };
    void saveFile(new Blob([calendarOf([deadline], null)], { type: 'text/calendar;charset=utf-8' }), `${ticket}.ics`);
  };
  return [
    { ...link, onAction: () => void copyText(address, { about: document.key, copied: CALENDAR.linkCopied }) },
    document.status === 'completed'
      ? { ...calendar, reason: CALENDAR.finished }
      : { ...calendar, onAction: save, deskValue: '.ics' },
  ];
}
