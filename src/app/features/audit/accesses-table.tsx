import type { AuditedAccess } from '#contract/accesses.ts';
import { accessWords, auditedTicket, COMMAND_LINE, REASON_WORDS } from '#contract/access-words.ts';
import type { AccessKind } from '#domain/accesses.ts';
import { type CalendarDay, dayAt } from '#domain/dates.ts';
import type { IconType } from '#ui/base/icon.ts';
import { Register, RegisterGroup, RegisterRow } from '#ui/document-look/register.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Archive, Ban, Download, Eye, FileOutput, Printer, ScrollText, Smartphone, UserCog } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { aboutText, AUDIT, type AuditTab, heardText } from '../../text/manage/audit.ts';
import { formatFullDay, formatLongWeekday, formatTime, fullName } from '../../text/words/format.ts';
import styles from './audit-screen.module.css';

/** The accesses of one page under their days. */
export function Accesses({ tab, accesses }: { tab: AuditTab; accesses: readonly AuditedAccess[] }) {
  const { zone, today } = useProfile();
  const days = new Map<CalendarDay, AuditedAccess[]>();
  for (const access of accesses) {
    const day = dayAt(Date.parse(access.at), zone);
    days.set(day, [...(days.get(day) ?? []), access]);
  }
  return (
    <Register className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.hour}>
            {AUDIT.hour}
          </th>
          <th scope="col">{tab === 'pessoa' ? AUDIT.document : AUDIT.who}</th>
          <th scope="col">{AUDIT.what}</th>
          <th scope="col" className={styles.last}>
            {tab === 'atos' ? AUDIT.about : tab === 'pessoa' ? AUDIT.why : AUDIT.device}
          </th>
        </tr>
      </thead>
      {[...days].map(([day, group]) => (
        <tbody key={day}>
          <RegisterGroup>
            <th scope="rowgroup" colSpan={4}>
              <SectionLabel>{dayHeading(day, today)}</SectionLabel>
            </th>
          </RegisterGroup>
          {group.map((access) => (
            <RegisterRow key={access.key}>
              <td className={styles.hour}>{formatTime(access.at, zone)}</td>
              <td>{tab === 'pessoa' ? <Paper access={access} /> : <Who access={access} isShort={tab === 'atos'} />}</td>
              <td>
                <What access={access} />
              </td>
              <td className={styles.last}>{lastOf(tab, access)}</td>
            </RegisterRow>
          ))}
        </tbody>
      ))}
    </Register>
  );
}

/** The heading of a day. It names the year when that is not the present one. */
function dayHeading(day: CalendarDay, today: CalendarDay): string {
  return day.slice(0, 4) === today.slice(0, 4) ? formatLongWeekday(day) : formatFullDay(day);
}

function lastOf(tab: AuditTab, { about, reason, device, document }: AuditedAccess): ReactNode {
  if (tab === 'atos') return <span translate="no">{aboutText(about)}</span>;
  if (tab === 'pessoa' && document === null) return null;
  if (tab === 'pessoa') return reason === null ? AUDIT.noReason : REASON_WORDS[reason];
  return device;
}

function Who({ access, isShort }: { access: AuditedAccess; isShort: boolean }) {
  const { person, role, reason } = access;
  if (person === null) return access.device === COMMAND_LINE ? AUDIT.commandLine : AUDIT.unknownPerson;
  const why = isShort || reason === null ? role : REASON_WORDS[reason];
  return (
    <span className={styles.who}>
      <PersonAvatar person={person} size={32} />
      <span className={styles.words}>
        <b translate="no">{fullName(person)}</b>
        <span className={styles.hint}>{[person.organization?.acronym, why].filter(Boolean).join(' · ')}</span>
      </span>
    </span>
  );
}

function Paper({ access: { document } }: { access: AuditedAccess }) {
  const { session } = useProfile();
  if (document === null) return null;
  return (
    <span className={styles.words}>
      <span className={styles.paper}>{document.title ?? AUDIT.noTitle}</span>
      <span className={styles.hint} translate="no">
        {[document.sector, auditedTicket(session.tenant.acronym, document)].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

const ICONS: Readonly<Record<AccessKind, IconType>> = {
  view: Eye,
  file: Download,
  zip: Archive,
  print: Printer,
  export: FileOutput,
  copy: Smartphone,
  refused: Ban,
  act: UserCog,
  audit: ScrollText,
};

function What({ access }: { access: AuditedAccess }) {
  const { zone } = useProfile();
  const Icon = ICONS[access.kind];
  const words = [
    accessWords(access),
    ...(access.offline ? [heardText(formatTime(access.arrived_at, zone))] : []),
    ...(access.clock_suspect ? [AUDIT.suspect] : []),
  ].join(' · ');
  return (
    <span className={styles.what} data-kind={access.kind}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{words}</span>
    </span>
  );
}
