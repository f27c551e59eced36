import type { AuditPage } from '#contract/accesses.ts';
import { ACCESS_WORDS, auditedTicket, SHEET_TOO_LONG } from '#contract/access-words.ts';
import { ACCESS_KINDS, type AccessKind, AUDIT_SHEET_MAX } from '#domain/accesses.ts';
import { addDays, type CalendarDay } from '#domain/dates.ts';
import { parseTicket, ticketOf } from '#domain/ticket.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Pagination } from '#ui/actions/pagination.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Download, Printer, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type AuditAnswer, type AuditQuestion, askAudit, sheetAddress } from '../../online/audit.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { PersonPicker } from '../../shared/form/person-picker.tsx';
import { useFocusOfGone } from '../../shared/screen/focus-of-gone.ts';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import {
  accessCount,
  askedByText,
  askedText,
  AUDIT,
  type AuditTab,
  refusedCount,
  sumsText,
} from '../../text/manage/audit.ts';
import { fullName } from '../../text/words/format.ts';
import { Accesses } from './accesses-table.tsx';
import styles from './audit-screen.module.css';

export type AuditSearch = {
  readonly aba?: AuditTab | undefined;
  /** The number of a document. */
  readonly documento?: number | undefined;
  /** The id of a person. */
  readonly pessoa?: number | undefined;
  readonly de?: string | undefined;
  readonly ate?: string | undefined;
  readonly o?: AccessKind | undefined;
  readonly pagina?: number | undefined;
};

type Searching = { readonly search: AuditSearch; readonly onSearch: (next: AuditSearch) => void };

/**
 * Length of a report on a person or on acts when no days are chosen. The server has the same
 * default.
 */
const PERIOD_DAYS = 30;

/** Who saw a document, what a person saw, and acts of administration. */
export function AuditScreen({ search, onSearch }: Searching) {
  const { isOffline } = useConnection();
  const tab = search.aba ?? 'documento';
  const asked = useAsked(search);
  const { answered, again } = useAnswered(isOffline ? null : asked);
  const isPhone = useLayoutKind() === 'phone';
  const acts =
    asked === null || isOffline ? undefined : (
      <>
        {isTooLong(answered) ? (
          <Button icon={Download} isDisabled aria-describedby={TOO_LONG_ID}>
            {AUDIT.csv}
          </Button>
        ) : (
          <LinkButton href={sheetAddress(asked)} download icon={Download}>
            {AUDIT.csv}
          </LinkButton>
        )}
        <Button icon={Printer} onPress={() => window.print()}>
          {AUDIT.print}
        </Button>
      </>
    );
  return (
    <div className={styles.screen}>
      <ScreenHeader title={AUDIT.title} meta={AUDIT.meta} backHref="/admin/home" actions={acts} />
      {isOffline ? (
        <Banner tone="pencil" title={AUDIT.offlineTitle}>
          {AUDIT.offline}
        </Banner>
      ) : null}
      <Tabs
        label={AUDIT.tabsLabel}
        selectedId={tab}
        isManual
        onChange={(id) => onSearch({ aba: id as AuditTab })}
        tabs={(Object.keys(AUDIT.tabs) as AuditTab[]).map((id) => ({
          id,
          text: AUDIT.tabs[id],
          panel: () => (
            <div className={styles.panel}>
              <Fields tab={id} search={search} onSearch={onSearch} />
              {isPhone && acts !== undefined ? <div className={styles.acts}>{acts}</div> : null}
              {asked === null ? (
                <Nothing tab={id} />
              ) : isOffline ? null : (
                <Report
                  asked={asked}
                  answered={answered}
                  onAgain={again}
                  onPage={(pagina) => onSearch({ ...search, pagina })}
                />
              )}
            </div>
          ),
        }))}
      />
    </div>
  );
}

/**
 * What the audit is asked, from the address. Null while the tab of documents or of people has none
 * chosen; the tab "atos" needs no choice.
 */
function useAsked(search: AuditSearch): AuditQuestion | null {
  const { today } = useProfile();
  const tab = search.aba ?? 'documento';
  const id = tab === 'documento' ? search.documento : search.pessoa;
  if (tab !== 'atos' && id === undefined) return null;
  const { from, to } = periodOf(search, today);
  return { tab, id: id ?? null, from, to, kind: search.o ?? null, page: search.pagina ?? 1 };
}

/** The days of a report. On a document it covers all time, on a person or on acts the last days. */
function periodOf(search: AuditSearch, today: CalendarDay): { from: string | null; to: string | null } {
  const isBounded = (search.aba ?? 'documento') !== 'documento';
  const to = search.ate ?? (isBounded ? today : null);
  const from = search.de ?? (isBounded ? addDays((to ?? today) as CalendarDay, -PERIOD_DAYS) : null);
  return { from, to };
}

function Nothing({ tab }: { tab: AuditTab }) {
  const words = AUDIT.pick[tab === 'pessoa' ? 'pessoa' : 'documento'];
  return (
    <EmptyState icon={ShieldCheck} title={words.title}>
      {words.text}
    </EmptyState>
  );
}

function Fields({ tab, search, onSearch }: Searching & { tab: AuditTab }) {
  const { session, today } = useProfile();
  const { acronym } = session.tenant;
  const { from, to } = periodOf({ ...search, aba: tab }, today);
  const asked = search.documento === undefined ? '' : ticketOf(acronym, search.documento);
  // What is typed stays until the address asks for another document.
  const [typed, setTyped] = useState({ asked, text: asked });
  const text = typed.asked === asked ? typed.text : asked;
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const ask = (next: AuditSearch): void => {
    const { pagina: _first, ...kept } = search;
    // The router drops undefined keys from the address.
    onSearch({ ...kept, aba: tab, ...next });
  };
  function look(): void {
    const number = parseTicket(text, acronym);
    if (number === null || number === 0) return setProblem(AUDIT.documentUnread);
    setTyped({ asked, text: ticketOf(acronym, number) });
    ask({ documento: number });
  }
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        if (tab === 'documento') look();
      }}
    >
      {tab === 'documento' ? (
        <div className={styles.subject}>
          <TextField
            id="documento"
            label={AUDIT.document}
            placeholder={AUDIT.documentHint}
            error={problem}
            value={text}
            onChange={(next) => {
              setTyped({ asked, text: next });
              setProblem(undefined);
            }}
            autoComplete="off"
            spellCheck="false"
          />
        </div>
      ) : null}
      {tab === 'pessoa' ? (
        <div className={styles.subject}>
          <PersonPicker
            label={AUDIT.person}
            value={search.pessoa ?? null}
            onChange={(id) => (id === null ? undefined : ask({ pessoa: id }))}
          />
        </div>
      ) : null}
      <DateField
        label={AUDIT.from}
        value={from}
        today={today}
        maxValue={today}
        isClearable={tab === 'documento'}
        onChange={(day) => ask({ de: day ?? undefined })}
      />
      <DateField
        label={AUDIT.to}
        value={to}
        today={today}
        maxValue={today}
        isClearable={tab === 'documento'}
        onChange={(day) => ask({ ate: day ?? undefined })}
      />
      {tab === 'atos' ? null : (
        <Select
          label={AUDIT.kind}
          value={search.o ?? ''}
          onChange={(id) => ask({ o: id === '' ? undefined : (id as AccessKind) })}
          options={[
            { id: '', text: AUDIT.everything },
            ...ACCESS_KINDS.filter((kind) => kind !== 'act').map((kind) => ({ id: kind, text: ACCESS_WORDS[kind] })),
          ]}
        />
      )}
      {tab === 'documento' ? (
        <Button type="submit" variant="primary">
          {AUDIT.look}
        </Button>
      ) : null}
    </form>
  );
}

const REPORT_ID = 'relatorio';

const TOO_LONG_ID = 'csv-longo';

type TimedAnswer = { readonly answer: AuditAnswer; readonly at: number };

/** The answer to what is asked; null until it is here. Nothing is asked with null. */
function useAnswered(asked: AuditQuestion | null): { answered: TimedAnswer | null; again: () => void } {
  const { session, now } = useProfile();
  const [tries, setTries] = useState(0);
  const key = asked === null ? null : JSON.stringify(asked);
  const [known, setKnown] = useState<(TimedAnswer & { key: string }) | null>(null);
  useEffect(() => {
    if (key === null) return undefined;
    let isOver = false;
    void askAudit(JSON.parse(key) as AuditQuestion, session.id).then((answer) => {
      if (!isOver) setKnown({ key, answer, at: now() });
    });
    return () => {
      isOver = true;
    };
  }, [key, session.id, tries, now]);
  const again = (): void => {
    setKnown(null);
    setTries(tries + 1);
  };
  return { answered: known?.key === key ? known : null, again };
}

/** Whether there are more accesses than a sheet has lines. */
function isTooLong(answered: TimedAnswer | null): boolean {
  return answered?.answer.kind === 'page' && answered.answer.page.sums.total > AUDIT_SHEET_MAX;
}

type Reporting = {
  readonly asked: AuditQuestion;
  readonly answered: TimedAnswer | null;
  readonly onAgain: () => void;
  readonly onPage: (page: number) => void;
};

function Report({ asked, answered, onAgain, onPage }: Reporting) {
  const { session, zone } = useProfile();
  useFocusOfGone(answered, REPORT_ID);
  if (answered === null) return <SkeletonRows label={AUDIT.asking} count={6} />;
  const { answer } = answered;
  if (answer.kind === 'failed') {
    const again = <Button onPress={onAgain}>{AUDIT.again}</Button>;
    return (
      <Banner tone="danger" role="alert" action={again}>
        {answer.message}
      </Banner>
    );
  }
  const { page } = answer;
  return (
    <>
      <p className={styles.onPaper}>
        {askedText(asked)}
        <br />
        {askedByText(fullName(session), { at: answered.at, zone, page: page.page, pages: page.pages })}
      </p>
      <Subject tab={asked.tab} page={page} />
      {isTooLong(answered) ? (
        <div className={styles.onScreen}>
          <Banner id={TOO_LONG_ID} tone="info">
            {SHEET_TOO_LONG}
          </Banner>
        </div>
      ) : null}
      {page.accesses.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={AUDIT.empty.title}>
          {AUDIT.empty.text}
        </EmptyState>
      ) : (
        <section id={REPORT_ID} tabIndex={-1} aria-labelledby="acessos" className={styles.report}>
          <div className={styles.above}>
            <SectionLabel id="acessos">{accessCount(page.sums.total)}</SectionLabel>
            <span className={styles.hint}>{AUDIT.order}</span>
          </div>
          <Accesses tab={asked.tab} accesses={page.accesses} />
          <div className={styles.below}>
            <span className={styles.hint}>{AUDIT.content}</span>
            {page.pages > 1 ? <Pagination page={page.page} pageCount={page.pages} onChange={onPage} /> : null}
          </div>
        </section>
      )}
    </>
  );
}

/** The document or the person of the report, with its sums. */
function Subject({ tab, page }: { tab: AuditTab; page: AuditPage }) {
  const { session } = useProfile();
  const { document, person, sums } = page;
  if (document === null && person === null) return null;
  const refused = refusedCount(sums.refused);
  return (
    <Card className={styles.card}>
      {person === null ? null : <PersonAvatar person={person} />}
      <div className={styles.words}>
        {document === null ? null : (
          <>
            <h2 className={styles.title}>{document.title ?? AUDIT.noTitle}</h2>
            <p className={styles.hint} translate="no">
              {[document.sector, auditedTicket(session.tenant.acronym, document)].filter(Boolean).join(' · ')}
            </p>
          </>
        )}
        {person === null ? null : (
          <>
            <h2 className={styles.person} translate="no">
              {fullName(person)}
            </h2>
            <p className={styles.hint}>{person.organization?.name}</p>
          </>
        )}
      </div>
      <p className={styles.sums}>
        <span>{sumsText(tab, page).join(' · ')}</span>
        {refused === '' ? null : <b className={styles.refused}>{refused}</b>}
      </p>
    </Card>
  );
}
