import type { DocumentView, HistoryEntry } from '#mirror/questions/view-document.ts';
import { deviceZone } from '#ui/base/locale-text.ts';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { ChevronDown } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { OwnReceiptLink } from '../../shared/document/own-receipt.tsx';
import { formatDay, formatTime, type Here, joined, fullName } from '../../text/words/format.ts';
import { dayHeading, doneAndReceived } from '../../text/words/moments.ts';
import { LOG_ACTION_LABEL } from '../../text/words/document.ts';
import { recordsText, thenText, VIEW_TEXT } from '../../text/document/view-document.ts';
import styles from './info-panel.module.css';

/**
 * Histórico: closed at first, grouped by day, newest first (src/app/experience.md, experience W13).
 */
export function HistorySection({ view }: { view: DocumentView }) {
  const { today, zone } = useProfile();
  const here = { today, zone };
  return (
    <section className={styles.section} aria-labelledby="historico">
      <details className={styles.history}>
        <summary>
          <SectionLabel id="historico">{VIEW_TEXT.history}</SectionLabel>
          <span className={styles.meta}>{recordsText(view.history.length)}</span>
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden />
        </summary>
        {groupedByDay(view.history, here).map((group) => (
          <div key={group.heading}>
            <h3 className={styles.day}>{group.heading}</h3>
            <ol className={styles.records}>
              {group.entries.map((entry) => (
                <Record key={entry.key} entry={entry} here={here} />
              ))}
            </ol>
          </div>
        ))}
        {deviceZone() === zone || zone !== 'America/Sao_Paulo' ? null : (
          <p className={styles.meta}>Horário de Brasília.</p>
        )}
      </details>
    </section>
  );
}

function Record({ entry, here }: { entry: HistoryEntry; here: Here }) {
  const note = noteOf(entry);
  const then = thenText(entry);
  return (
    <li className={styles.record}>
      <time dateTime={entry.at} className={styles.meta}>
        {formatTime(entry.at, here.zone)}
      </time>
      <span>
        <b>{LOG_ACTION_LABEL[entry.action]}</b>
        <span> · </span>
        <span translate="no">{fullName(entry.author)}</span>
        {then === null ? null : <span className={styles.quiet}> {then}</span>}
        {note === null ? null : <span className={styles.quiet}> · {note}</span>}
        {entry.receivedAt === null ? null : (
          <span className={styles.block}>
            {doneAndReceived({ doneAt: entry.at, receivedAt: entry.receivedAt }, here)}
          </span>
        )}
        {entry.clockSuspect ? <span className={styles.block}>{VIEW_TEXT.clockSuspect}</span> : null}
        <OwnReceiptLink entryKey={entry.key} className={styles.block} bad={styles.bad} />
      </span>
    </li>
  );
}

function noteOf(entry: HistoryEntry): string | null {
  switch (entry.action) {
    case 'transfer':
      return `para ${joined(entry.responsibles.map(fullName))}`;
    case 'extension':
    case 'reopening':
      return entry.limitDate === null ? null : `até ${formatDay(entry.limitDate)}`;
    case 'creation':
    case 'view':
    case 'completion':
      return null;
  }
}

function groupedByDay(history: readonly HistoryEntry[], here: Here): { heading: string; entries: HistoryEntry[] }[] {
  const groups: { heading: string; entries: HistoryEntry[] }[] = [];
  for (const entry of history.toSorted((left, right) => (left.at < right.at ? 1 : -1))) {
    const heading = dayHeading(entry.at, here);
    const last = groups.at(-1);
    if (last?.heading === heading) last.entries.push(entry);
    else groups.push({ heading, entries: [entry] });
  }
  return groups;
}
