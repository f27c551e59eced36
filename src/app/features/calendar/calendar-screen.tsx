import { createRow } from '#commands/reference/create-row.ts';
import { copiedHolidays, type Holiday } from '#domain/holidays.ts';
import { type Holidays, holidaysOf } from '#domain/working-days.ts';
import { referenceRows } from '#mirror/questions/reference-rows.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Check, ChevronLeft, ChevronRight, Clock, Copy, Pencil, Plus, Printer, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type ShownRow, useRows } from '../../acts/rows/use-rows.ts';
import { useRowRemoval } from '../../acts/rows/use-row-gestures.ts';
import { notifyRefused, tellStored } from '../../acts/notices/notify-stored.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { notStoredText } from '../../shared/form/not-stored.ts';
import { useFocusOfGoneRow } from '../../shared/screen/rows.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import {
  actLabel,
  CALENDAR,
  calendarMeta,
  copiedText,
  copyTakenText,
  copyText,
  daysOfText,
  dayWords,
  kindText,
  LEGEND,
  takeCopyText,
} from '../../text/manage/calendar.ts';
import styles from './calendar-screen.module.css';
import kinds from './day-kind.module.css';
import { LateDocuments } from './late-documents.tsx';
import { type DayShown, YearMonths } from './year-months.tsx';

type Row = ShownRow<'holidays'>;

const COPY_ID = 'copiar-ano';

const holidayOf = ({ data }: Row): Holiday => ({
  day: data.day,
  name: data.name,
  kind: data.kind,
  exemptSectors: data.exempt_organization_ids,
});

const yearOf = ({ day }: Pick<Holiday, 'day'>): number => Number(day.slice(0, 4));

/**
 * The holidays of a year: the national ones, which follow from the year, and those of the town.
 * Days copied from the year before stay in pencil and count nowhere until the person has checked
 * them.
 */
export function CalendarScreen(props: { year: number | undefined; onYear: (year: number) => void }) {
  const { today, session } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const year = props.year ?? Number(today.slice(0, 4));
  const rows = useRows('holidays');
  const [copies, setCopies] = useState<ReadonlyMap<number, readonly Holiday[]>>(new Map());
  const own = useMemo(() => (rows ?? []).map(holidayOf), [rows]);
  const holidays = useMemo(() => holidaysOf(own), [own]);
  const kept = copies.get(year);
  // Once a row has the day of a copy, the copy is dropped.
  const copy = kept?.filter(({ day }) => !own.some((one) => one.day === day)) ?? null;
  const setCopy = (next: readonly Holiday[] | null) =>
    setCopies(
      (before) => new Map([...before].filter(([of]) => of !== year).concat(next === null ? [] : [[year, next]])),
    );
  const shown = useMemo(() => daysShown(holidays, { year, copy: copy ?? [] }), [holidays, year, copy]);

  const print = (
    <Button icon={Printer} onPress={() => window.print()}>
      {CALENDAR.print}
    </Button>
  );

  return (
    <div className={styles.screen}>
      <ScreenHeader
        title={CALENDAR.title}
        meta={calendarMeta(session.tenant.name, { days: holidays.ofYear(year).length, year })}
        backHref="/admin/home"
        actions={
          <>
            {print}
            <LinkButton href="/admin/create-holidays" variant="primary" icon={Plus}>
              {CALENDAR.create}
            </LinkButton>
          </>
        }
        phoneActions={<IconLink />}
      />
      <div className={styles.bar}>
        <div className={styles.years}>
          <IconButton icon={ChevronLeft} label={CALENDAR.before} onPress={() => props.onYear(year - 1)} />
          <b aria-live="polite">{year}</b>
          <IconButton icon={ChevronRight} label={CALENDAR.after} onPress={() => props.onYear(year + 1)} />
        </div>
        <Button id={COPY_ID} icon={Copy} isDisabled={rows === undefined} onPress={() => setCopy(copiesFor(own, year))}>
          {copyText(year - 1)}
        </Button>
        {isPhone ? print : null}
        <Legend />
      </div>
      {copy === null ? null : (
        <CopyBanner
          copy={copy}
          year={year}
          onDone={() => {
            setCopy(null);
            // The button that had the focus disappears with the copy.
            document.getElementById(COPY_ID)?.focus();
          }}
        />
      )}
      {rows === undefined ? (
        <SkeletonRows label={CALENDAR.loading} count={6} />
      ) : (
        <div className={styles.columns}>
          <div className={styles.main}>
            <YearMonths year={year} days={shown} today={today} />
            <LateDocuments year={year} holidays={holidays} copy={copy ?? []} />
          </div>
          <DayList year={year} days={shown} rows={rows} />
        </div>
      )}
    </div>
  );
}

function IconLink() {
  return (
    <LinkButton href="/admin/create-holidays" size="sm" variant="primary" icon={Plus}>
      {CALENDAR.create}
    </LinkButton>
  );
}

/**
 * The town's holidays of the year before, as days of this year, without those that this year has
 * already.
 */
function copiesFor(own: readonly Holiday[], year: number): readonly Holiday[] {
  const before = own.filter((row) => yearOf(row) === year - 1);
  const taken = new Set(own.filter((row) => yearOf(row) === year).map(({ day }) => day));
  return copiedHolidays(before, { to: year, taken });
}

function daysShown(holidays: Holidays, { year, copy }: { year: number; copy: readonly Holiday[] }): DayShown[] {
  const copied = new Set(copy.map(({ day }) => day));
  const stored = holidays.ofYear(year).filter(({ day }) => !copied.has(day));
  return [
    ...stored.map((one) => ({ ...one, isCopy: false })),
    ...copy.map((one) => ({ ...one, isCopy: true })),
  ].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

function Legend() {
  return (
    <ul className={styles.legend}>
      {Object.entries(LEGEND).map(([kind, word]) => (
        <li key={kind}>
          <span className={classNames(kinds.kind, styles.mark)} data-kind={kind} aria-hidden />
          <span>{word}</span>
        </li>
      ))}
      <li>
        <span className={classNames(kinds.kind, styles.mark)} data-copy aria-hidden />
        <span>{CALENDAR.toCheck}</span>
      </li>
    </ul>
  );
}

/** Asks to check what was copied. Each day becomes an ordinary row, with a command of its own. */
function CopyBanner({ copy, year, onDone }: { copy: readonly Holiday[]; year: number; onDone: () => void }) {
  const { mirror, commandContext } = useProfile();
  const [isStoring, setStoring] = useState(false);

  async function take() {
    setStoring(true);
    let stored = 0;
    let last: string | null = null;
    try {
      for (const { day, name, kind, exemptSectors } of copy) {
        if (kind === 'national') continue;
        const fields = { day, name, kind, exempt_organization_ids: exemptSectors };
        const result = await createRow(commandContext, { collection: 'holidays', fields });
        if (result.kind === 'refused') {
          notifyRefused(result);
          continue;
        }
        stored += 1;
        last = result.commandId;
      }
      onDone();
    } catch (error) {
      // The days that are not stored stay in the copy, so the person can press again.
      notify({ title: notStoredText(error), tone: 'danger' });
    } finally {
      setStoring(false);
    }
    if (last !== null) await tellStored(mirror, { title: copyTakenText(stored), commandId: last });
  }

  return (
    <div className={styles.copy}>
      <Banner tone="pencil" role="status" title={copiedText(copy.length, year - 1)}>
        {copy.length === 0 ? null : CALENDAR.copied}
      </Banner>
      <div className={styles.copyActs}>
        {copy.length === 0 ? null : (
          <Button variant="primary" icon={Check} isDisabled={isStoring} onPress={() => void take()}>
            {takeCopyText(year)}
          </Button>
        )}
        <Button variant="quiet" onPress={onDone}>
          {CALENDAR.undoCopy}
        </Button>
      </div>
    </div>
  );
}

function DayList({ year, days, rows }: { year: number; days: readonly DayShown[]; rows: readonly Row[] }) {
  const { mirror } = useProfile();
  const sectors = useLiveQuery(() => referenceRows(mirror, 'organizations'), [mirror]) ?? [];
  const acronyms = new Map(sectors.map(({ serverId, row }) => [serverId, row.acronym]));
  const byDay = new Map(rows.map((row) => [row.data.day, row]));
  useFocusOfGoneRow(
    useMemo(() => {
      const own = new Map(rows.map(({ data, key }) => [data.day, key]));
      return days.flatMap(({ day, isCopy }) => (isCopy ? [] : (own.get(day) ?? [])));
    }, [days, rows]),
  );
  return (
    <section className={styles.days} aria-labelledby="dias">
      <SectionLabel id="dias">{daysOfText(year)}</SectionLabel>
      <ul>
        {days.map((day) => (
          <DayRow
            key={day.day}
            day={day}
            row={day.isCopy ? undefined : byDay.get(day.day)}
            exempt={day.exemptSectors.flatMap((id) => acronyms.get(id) ?? [])}
          />
        ))}
      </ul>
    </section>
  );
}

function DayRow({ day, row, exempt }: { day: DayShown; row: Row | undefined; exempt: readonly string[] }) {
  const remove = useRowRemoval('holidays');
  const { date, weekday } = dayWords(day.day);
  const isPencil = day.isCopy || row?.pencil.row === true;
  const adjusts = row === undefined && !day.isCopy && day.kind === 'optional';
  return (
    <li className={styles.day} data-row={row?.key} data-pencil={isPencil || undefined}>
      <span className={styles.date}>
        <b>{date}</b>
        <span>{weekday}</span>
      </span>
      <span className={styles.what}>
        <b>{day.name}</b>
        <span>{kindText(day.kind, exempt)}</span>
        {row?.mark == null ? null : <span className={styles.state}>{row.mark.text}</span>}
      </span>
      {isPencil ? <Clock size={18} strokeWidth={1.75} aria-hidden /> : null}
      {row === undefined ? null : (
        <span className={styles.acts}>
          <Link
            href={`/admin/edit-holiday/${row.serverId ?? encodeURIComponent(row.key)}`}
            aria-label={actLabel(CALENDAR.edit, day)}
            className={styles.edit}
          >
            <Pencil size={18} strokeWidth={1.75} aria-hidden />
          </Link>
          {remove === undefined ? null : (
            <IconButton
              icon={Trash2}
              size="sm"
              label={actLabel(CALENDAR.remove, day)}
              onPress={() => void remove([row])}
            />
          )}
        </span>
      )}
      {adjusts ? (
        <Link
          href={`/admin/create-holidays?dia=${day.day}`}
          aria-label={actLabel(CALENDAR.adjust, day)}
          className={styles.adjust}
        >
          {CALENDAR.adjust}
        </Link>
      ) : null}
    </li>
  );
}
