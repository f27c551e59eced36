import { listOfNumber, type ReportAnswer, rowKindOf } from '#contract/reports.ts';
import { type CalendarDay, EARLIEST_FILTER_DAY, isCalendarDay } from '#domain/dates.ts';
import { type PeriodName, PERIODS, REPORTS, type Report, reportsReadBy } from '#domain/reports.ts';
import { activeOrganizations } from '#mirror/questions/people.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Select } from '#ui/fields/select.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { REPORT_NAMES } from '#contract/report-words.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { ChartColumn, CloudOff, Download, Printer } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PrintFacts } from '../../acts/print/print-sheet.tsx';
import { usePrintPaper } from '../../acts/print/use-print.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { type ReportQuestion, reportSheetAddress } from '../../online/reports.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import {
  beforeText,
  DEFINITIONS,
  deviceText,
  PERIOD_WORDS,
  periodText,
  REPORT,
  sourceText,
} from '../../text/manage/reports.ts';
import { BarLegend } from './report-bar.tsx';
import { periodOf, type ReportPeriod } from './report-period.ts';
import { PeopleTable, ReportTable } from './report-table.tsx';
import { ReportTiles } from './report-tiles.tsx';
import styles from './reports-screen.module.css';
import { type ShownReport, useReport } from './use-report.ts';

type ReportsSearch = {
  readonly aba?: Report;
  readonly periodo?: PeriodName;
  readonly de?: CalendarDay;
  readonly ate?: CalendarDay;
  readonly setor?: number;
  /** `false` switches the comparison with the period before off. Absent, the report compares. */
  readonly comparar?: false;
};

/** The query parameters before validation. */
export type ReportsAddress = Readonly<Partial<Record<keyof ReportsSearch, unknown>>>;

const dayOf = (raw: unknown): CalendarDay | undefined =>
  typeof raw === 'string' && isCalendarDay(raw) ? raw : undefined;

/** Reads the address and drops parameters that are invalid or have no effect. */
function readSearch(raw: ReportsAddress): ReportsSearch {
  const sector = Number(raw.setor);
  const entries = {
    aba: REPORTS.find((one) => one === raw.aba),
    periodo: PERIODS.find((one) => one === raw.periodo),
    de: dayOf(raw.de),
    ate: dayOf(raw.ate),
    setor: Number.isSafeInteger(sector) && sector > 0 ? sector : undefined,
    comparar: raw.comparar === false ? false : undefined,
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

type Searching = { readonly search: ReportsSearch; readonly onSearch: (next: ReportsSearch) => void };

/**
 * Deadlines, times, load, exceptions and extensions, each number with the list of its documents.
 */
export function ReportsScreen(props: { address: ReportsAddress; onSearch: Searching['onSearch'] }) {
  const { address, onSearch } = props;
  const search = readSearch(address);
  const isPhone = useLayoutKind() === 'phone';
  const { today, zone } = useProfile();
  const { isOffline } = useConnection();
  const { report, period, sector, asked, name } = useAsked(search);
  const { found, again, isAgain } = useReport(asked, { name, isOffline });
  useFocusAfter(isAgain);
  const retry = (
    <Button isPending={isAgain} onPress={again}>
      {REPORT.again}
    </Button>
  );
  const shown = found === null || found.answer === null ? null : found;
  const sectors = useSectorName(sector);
  const source = shown === null ? null : sourceOf(shown, { today, zone });
  const meta = [sectors, source].filter(Boolean).join(' · ');
  const acts =
    shown === null || asked === null ? undefined : (
      <Acts shown={shown} asked={asked} sector={sectors} period={period} />
    );
  return (
    <div className={styles.screen}>
      <ScreenHeader title={REPORT.title} meta={meta} backHref="/admin/home" actions={acts} />
      {isPhone ? (
        <Select
          label={REPORT.tabsLabel}
          isLabelHidden
          value={report}
          options={REPORTS.map((id) => ({ id, text: REPORT_NAMES[id] }))}
          onChange={(id) => onSearch({ ...search, aba: id as Report })}
        />
      ) : null}
      <Tabs
        label={REPORT.tabsLabel}
        selectedId={report}
        isManual
        isListHidden={isPhone}
        onChange={(id) => onSearch({ ...search, aba: id as Report })}
        tabs={REPORTS.map((id) => ({
          id,
          text: REPORT_NAMES[id],
          panel: () => (
            <div className={styles.panel}>
              <Fields search={search} onSearch={onSearch} period={period} />
              {isPhone ? <p className={styles.hint}>{meta}</p> : null}
              {isPhone && acts !== undefined ? <div className={styles.acts}>{acts}</div> : null}
              {sector === undefined ? (
                <EmptyState icon={ChartColumn} title={REPORT.noSector} />
              ) : asked === null ? (
                <Banner tone="warn">{REPORT.tooLong}</Banner>
              ) : found === null ? (
                <SkeletonRows label={REPORT.asking} count={6} />
              ) : shown === null ? (
                <EmptyState icon={CloudOff} title={found.trouble ?? REPORT.unanswered} action={retry} />
              ) : (
                <Shown shown={shown} retry={retry} period={period} isCompared={search.comparar !== false} />
              )}
              <Definitions report={id} />
            </div>
          ),
        }))}
      />
    </div>
  );
}

/**
 * The retry button disappears when an answer comes. This moves its focus to the screen's heading.
 */
function useFocusAfter(isAgain: boolean): void {
  const wasAgain = useRef(isAgain);
  useEffect(() => {
    if (wasAgain.current && !isAgain && isFocusLost()) document.querySelector<HTMLElement>('main h1')?.focus();
    wasAgain.current = isAgain;
  }, [isAgain]);
}

type Question = {
  readonly report: Report;
  readonly period: ReportPeriod | null;
  /** Null for all sectors; undefined where the person may read no sector. */
  readonly sector: number | null | undefined;
  readonly asked: ReportQuestion | null;
  /** The question as the person chose it, so "this month" stays one question on every day. */
  readonly name: string;
};

/** The report that the address asks for. */
function useAsked(search: ReportsSearch): Question {
  const { today, person, session, may } = useProfile();
  const report = search.aba ?? 'deadlines';
  const chosen = search.periodo ?? 'mes';
  const period = periodOf(chosen, { today, from: search.de, to: search.ate });
  const reads = reportsReadBy({
    superAdmin: person.superAdmin,
    organizationId: session.organization?.id ?? null,
    may,
  });
  const sector = reads === 'all' ? (search.setor ?? null) : (reads ?? undefined);
  const before = search.comparar === false || report === 'load' ? null : (period?.before ?? null);
  const name = JSON.stringify([
    report,
    chosen,
    chosen === 'outro' ? [search.de, search.ate] : null,
    sector,
    before !== null,
  ]);
  const asked =
    period === null || sector === undefined
      ? null
      : { report, from: period.from, to: period.to, organizationId: sector, before };
  return { report, period, sector, asked, name };
}

function useSectorName(sector: number | null | undefined): string | null {
  const { mirror } = useProfile();
  const found = useLiveQuery(
    async () => (sector ? await mirror.organizations.get(sector) : undefined),
    [mirror, sector],
  );
  if (sector === null) return REPORT.allSectors;
  return found?.acronym ?? null;
}

function sourceOf({ answer, source }: ShownReport, here: { today: CalendarDay; zone: string }): string {
  return source === 'device' ? deviceText(answer.at, here.zone) : sourceText(answer.at, here);
}

function Acts(props: {
  shown: ShownReport;
  asked: ReportQuestion;
  sector: string | null;
  period: ReportPeriod | null;
}) {
  const { shown, asked, sector, period } = props;
  const { today, zone } = useProfile();
  const { print, isBusy } = usePrintPaper();
  const { answer } = shown;
  function printReport(): void {
    const title = REPORT_NAMES[answer.report];
    const days = answer.report === 'load' ? null : periodText(answer.from, answer.to);
    const subtitle = [sector, days].filter(Boolean).join(' · ');
    print({ heading: title, title: subtitle }, async () => {
      const { ReportPaper } = await import('./report-paper.tsx');
      const source = `Números ${sourceOf(shown, { today, zone })}.`;
      const before = beforeOf(shown, period);
      const node = (facts: PrintFacts) => <ReportPaper {...{ facts, answer, subtitle, source, before }} />;
      return { rows: answer.rows.length, node };
    });
  }
  return (
    <>
      {shown.source === 'server' ? (
        <LinkButton href={reportSheetAddress(asked)} download icon={Download}>
          {REPORT.csv}
        </LinkButton>
      ) : null}
      <Button icon={Printer} isPending={isBusy} onPress={printReport}>
        {REPORT.print}
      </Button>
    </>
  );
}

/**
 * The words for the comparison period. Null without a comparison, and for a stored report whose
 * days are not those of the present period.
 */
function beforeOf({ answer }: ShownReport, period: ReportPeriod | null): string | null {
  if (answer.before === null || period === null || period.before === null) return null;
  if (answer.from !== period.from || answer.to !== period.to) return null;
  return beforeText(period.before.from, period.before.to);
}

function Fields({ search, onSearch, period }: Searching & { period: ReportPeriod | null }) {
  const { today, mirror, person, session, may } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const sectors = useLiveQuery(() => activeOrganizations(mirror), [mirror]) ?? [];
  const readsAll =
    reportsReadBy({ superAdmin: person.superAdmin, organizationId: session.organization?.id ?? null, may }) === 'all';
  const chosen = search.periodo ?? 'mes';
  const hasPeriod = search.aba !== 'load';
  const names = PERIODS;
  const choose = (name: string): void => {
    const { de: _from, ate: _to, ...rest } = search;
    onSearch({ ...rest, periodo: name as PeriodName });
  };
  return (
    <div className={styles.fields}>
      {!hasPeriod ? null : isPhone ? (
        <Select
          label={REPORT.period}
          isLabelHidden
          value={chosen}
          options={names.map((id) => ({ id, text: PERIOD_WORDS[id] }))}
          onChange={choose}
        />
      ) : (
        <div className={styles.segments}>
          <RadioGroup
            label={REPORT.period}
            isLabelHidden
            appearance="segments"
            orientation="horizontal"
            value={chosen}
            options={names.map((value) => ({ value, text: PERIOD_WORDS[value] }))}
            onChange={choose}
          />
        </div>
      )}
      {hasPeriod && chosen === 'outro' ? (
        <div className={styles.days}>
          <DateField
            label={REPORT.from}
            value={search.de ?? period?.from ?? null}
            today={today}
            minValue={EARLIEST_FILTER_DAY}
            maxValue={today}
            onChange={(de) => (de === null ? undefined : onSearch({ ...search, de }))}
          />
          <DateField
            label={REPORT.to}
            value={search.ate ?? period?.to ?? null}
            today={today}
            minValue={EARLIEST_FILTER_DAY}
            maxValue={today}
            onChange={(ate) => (ate === null ? undefined : onSearch({ ...search, ate }))}
          />
        </div>
      ) : null}
      {hasPeriod && chosen !== 'outro' && period !== null ? (
        <span className={styles.hint}>{periodText(period.from, period.to)}</span>
      ) : null}
      {readsAll ? (
        <Select
          label={REPORT.sector}
          isLabelHidden
          appearance="toolbar"
          prefix={REPORT.sector}
          value={search.setor === undefined ? '' : String(search.setor)}
          onChange={(id) => {
            const { setor: _all, ...rest } = search;
            onSearch(id === '' ? rest : { ...rest, setor: Number(id) });
          }}
          options={[
            { id: '', text: REPORT.allSectors },
            ...sectors.map(({ id, acronym, name }) => ({ id: String(id), text: `${acronym} ${name}` })),
          ]}
        />
      ) : null}
      {hasPeriod && period !== null && period.before !== null ? (
        <div className={styles.compare}>
          <Checkbox
            isSelected={search.comparar !== false}
            onChange={(isOn) => {
              const { comparar: _with, ...rest } = search;
              onSearch(isOn ? rest : { ...rest, comparar: false });
            }}
          >
            {`Comparar com ${beforeText(period.before.from, period.before.to)}`}
          </Checkbox>
        </div>
      ) : null}
    </div>
  );
}

type ShownProps = { shown: ShownReport; retry: ReactNode; period: ReportPeriod | null; isCompared: boolean };

function Shown({ shown, retry, period, isCompared }: ShownProps) {
  const { today, zone, person } = useProfile();
  const { answer, source, trouble } = shown;
  const { report, rows, people } = answer;
  const before = isCompared ? beforeOf(shown, period) : null;
  const label = rowKindOf(report) === 'subject' ? REPORT.bySubject : REPORT.bySector;
  const empty = report === 'load' ? REPORT.emptyLoad : REPORT.empty;
  return (
    <>
      {trouble === null ? null : (
        <Banner tone="pencil" title={trouble} action={retry}>{`Números ${sourceOf(shown, { today, zone })}.`}</Banner>
      )}
      {report === 'deadlines' ? <ReportTiles answer={answer} before={before} isHere={source === 'device'} /> : null}
      {rows.length === 0 ? (
        <EmptyState icon={ChartColumn} title={empty.title}>
          {empty.text}
        </EmptyState>
      ) : (
        <section aria-labelledby="numeros" className={styles.report}>
          <div className={styles.above}>
            <SectionLabel id="numeros">{label}</SectionLabel>
            <BarLegend report={report} />
          </div>
          <ReportTable answer={answer} before={before} label={`${REPORT_NAMES[report]}, ${label.toLowerCase()}`} />
        </section>
      )}
      {people === null || people.length === 0 ? null : (
        <section aria-labelledby="pessoas" className={styles.report}>
          <SectionLabel id="pessoas">{REPORT.people}</SectionLabel>
          <PeopleTable answer={answer} people={people} />
        </section>
      )}
      {hasForeignLists(answer, person.superAdmin) ? <p className={styles.hint}>{REPORT.sight}</p> : null}
    </>
  );
}

/**
 * Whether numbers may include documents that the reader can't see (S236), so that a list may show
 * fewer.
 */
function hasForeignLists(answer: ReportAnswer, superAdmin: boolean): boolean {
  return !superAdmin && listOfNumber('received', { ...answer, row: null })?.['organization_id'] === undefined;
}

function Definitions({ report }: { report: Report }) {
  return (
    <section aria-labelledby="definicoes" className={styles.definitions}>
      <SectionLabel id="definicoes">{REPORT.meaning}</SectionLabel>
      <dl>
        {DEFINITIONS[report].map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
