import { respond } from '#commands/documents/respond.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { Holiday } from '#domain/holidays.ts';
import { type Holidays, holidayFor, holidaysOf, nextWorkingDay } from '#domain/working-days.ts';
import { dueOnDays } from '#mirror/questions/due-on-days.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { CalendarPlus } from 'lucide-react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { notifyRefused, tellStored } from '../../acts/notices/notify-stored.ts';
import { useUndo } from '../../acts/take-back/undo-act.ts';
import { useProfile } from '../../profile/profile.tsx';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { documentHeading } from '../../text/words/document.ts';
import {
  CALENDAR,
  checkFirst,
  dayWords,
  extendAllText,
  extendedAllText,
  lateCount,
} from '../../text/manage/calendar.ts';
import styles from './late-documents.module.css';

/** A document that is due on a day off, and the working day that follows for its sectors. */
type Late = { readonly document: ListedDocument; readonly holiday: Holiday; readonly next: CalendarDay };

/**
 * The open documents that are due on a day off of the year. Copied days that were not checked yet
 * count too. A document is extended by an ordinary command, and only by people who may extend it
 * (rule A8).
 */
export function LateDocuments(props: { year: number; holidays: Holidays; copy: readonly Holiday[] }) {
  const { year, copy } = props;
  const { mirror, person, today } = useProfile();
  const holidays = useMemo(() => withCopy(props.holidays, { year, copy }), [props.holidays, year, copy]);
  const days = holidays.ofYear(year).map(({ day }) => day);
  const { isSending, send } = useSending();
  const held = useRef<readonly ListedDocument[]>(undefined);
  // While documents are being extended the list is not read again: 500 readings of a table of 500
  // rows would take minutes.
  const found = useLiveQuery(
    async () => (isSending ? held.current : (held.current = await dueOnDays(mirror, { person, today, days }))),
    [mirror, person, today, days.join(), isSending],
  );
  const late = useMemo(() => (found ?? []).flatMap((document) => lateOf(document, holidays)), [found, holidays]);
  const mine = late.filter(({ document }) => document.abilities.extendDocument);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = mine.filter(({ document }) => !left.has(document.key));
  const extend = useExtension();
  const place = useRef<HTMLElement>(null);
  const set = useCallback(
    (keys: readonly string[], isOn: boolean) =>
      setLeft((before) => new Set([...before].filter((key) => !keys.includes(key)).concat(isOn ? [] : keys))),
    [],
  );
  if (found === undefined) return null;
  // This section has the focus of the button that disappears with the rows.
  if (late.length === 0)
    return (
      <section ref={place} tabIndex={-1} aria-label={CALENDAR.late}>
        <p className={styles.none}>{CALENDAR.lateNone}</p>
      </section>
    );
  return (
    <section ref={place} tabIndex={-1} className={styles.late} aria-labelledby="prazos">
      <SectionLabel id="prazos">
        {CALENDAR.late} <span className={styles.count}>{lateCount(late.length)}</span>
      </SectionLabel>
      <table className={styles.table}>
        <thead>
          <tr>
            {mine.length === 0 ? null : (
              <th className={styles.tick}>
                <Checkbox
                  aria-label={CALENDAR.all}
                  isSelected={chosen.length === mine.length}
                  isIndeterminate={chosen.length > 0 && chosen.length < mine.length}
                  onChange={(isOn) =>
                    set(
                      mine.map(({ document }) => document.key),
                      isOn,
                    )
                  }
                />
              </th>
            )}
            <th scope="col">{CALENDAR.document}</th>
            <th scope="col">{CALENDAR.due}</th>
            <th scope="col">{CALENDAR.next}</th>
          </tr>
        </thead>
        <tbody>
          {late.map((one) => (
            <LateRow
              key={one.document.key}
              late={one}
              isChosen={!left.has(one.document.key)}
              hasTicks={mine.length > 0}
              onChange={set}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.act}>
        {mine.length === 0 ? null : (
          <Button
            variant="primary"
            icon={CalendarPlus}
            isDisabled={chosen.length === 0 || copy.length > 0}
            isPending={isSending}
            onPress={() => {
              place.current?.focus();
              void send(async () => {
                await extend(chosen);
                return false;
              });
            }}
          >
            {isSending ? CALENDAR.extending : extendAllText(chosen.map(({ next }) => next))}
          </Button>
        )}
        <p>
          {copy.length === 0 ? null : <b>{checkFirst(year)} </b>}
          <span>{CALENDAR.ordinary}</span>
        </p>
      </div>
    </section>
  );
}

/** The calendar as it will be once the copied days are checked. */
function withCopy(holidays: Holidays, { year, copy }: { year: number; copy: readonly Holiday[] }): Holidays {
  if (copy.length === 0) return holidays;
  const around = [year, year + 1].flatMap((one) => holidays.ofYear(one));
  return holidaysOf([...around, ...copy]);
}

function lateOf(document: ListedDocument, holidays: Holidays): Late[] {
  const sectors = document.organizations.map(({ id }) => id);
  const holiday = holidayFor(document.limit_date, holidays, sectors);
  if (holiday === null) return [];
  return [{ document, holiday, next: nextWorkingDay(document.limit_date, holidays, sectors) }];
}

type LateRowProps = {
  late: Late;
  isChosen: boolean;
  /** Whether any row can be ticked. */
  hasTicks: boolean;
  onChange: (keys: readonly string[], isOn: boolean) => void;
};

const LateRow = memo(function LateRow(props: LateRowProps) {
  const { document, holiday, next } = props.late;
  const mayExtend = document.abilities.extendDocument;
  const due = dayWords(document.limit_date);
  const to = dayWords(next);
  return (
    <tr>
      {props.hasTicks ? (
        <td className={styles.tick}>
          {mayExtend ? (
            <Checkbox
              aria-label={documentHeading(document)}
              isSelected={props.isChosen}
              onChange={(isOn) => props.onChange([document.key], isOn)}
            />
          ) : null}
        </td>
      ) : null}
      <th scope="row">
        <Link href={`/admin/view-document/${document.serverId ?? encodeURIComponent(document.key)}`}>
          {document.title}
        </Link>
        <span className={styles.small}>
          {document.organizations.map(({ acronym }) => acronym).join(', ')} · <b>{document.ticket}</b>
        </span>
      </th>
      <td>
        <b>
          {due.weekday}, {due.date}
        </b>
        <span className={styles.small}>{holiday.name}</span>
      </td>
      <td>
        {mayExtend ? (
          <span>
            {to.weekday}, {to.date}
          </span>
        ) : (
          <span className={styles.small}>{CALENDAR.stays}</span>
        )}
      </td>
    </tr>
  );
});

/** Extends each document by an ordinary command, and says so once. */
function useExtension(): (late: readonly Late[]) => Promise<void> {
  const { commandContext, mirror } = useProfile();
  const { undoMs, offer } = useUndo();
  return async (late) => {
    const stored: string[] = [];
    // The first command wakes the worker, so that the stored ones are sent even if the page closes
    // in the middle. The last one wakes it again. More wakings would slow the storing.
    const quiet = { ...commandContext, wake: () => undefined };
    const about = late.map(({ document }) => document.key);
    for (const { document, next } of late) {
      try {
        const result = await respond(stored.length === 0 ? commandContext : quiet, {
          documentKey: document.key,
          seen: document,
          content: '',
          limitDate: next,
          responsibleIds: null,
          organizationIds: [],
          fileIds: [],
          undoMs,
        });
        if (result.kind === 'stored') stored.push(result.commandId);
        else notifyRefused(result, document.key);
      } catch (error) {
        notify({ title: notStoredText(error), tone: 'danger', about });
        break;
      }
    }
    commandContext.wake();
    const last = stored.at(-1);
    if (last === undefined) return;
    await tellStored(mirror, {
      title: extendedAllText(stored.length),
      commandId: last,
      about,
      undo: offer?.(stored),
    });
  };
}
