import { registeredRows } from '#mirror/questions/reference-rows.ts';
import type { ModelRow } from '#contract/reference-data.ts';
import { foldWithin, matchesTokens, searchTokens } from '#domain/search.ts';
import { keptServerFiles } from '#mirror/questions/device-data.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Tabs } from '#ui/actions/tabs.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { SearchX, FileText, ArrowRight, Check, CircleQuestionMark, Clock, Phone } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { ModelCard } from '../../acts/model/model-card.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { HELP, HELP_QUESTIONS, contactSentence, officeOf, QUESTIONS } from '../../text/frame/help.ts';
import { type QuestionId, QUESTION_IDS } from '../../text/frame/help-about.ts';
import type { HelpSearch, HelpTab } from './help-search.ts';
import styles from './help-screen.module.css';
import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { Disclosure } from '#ui/actions/disclosure.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Stamp } from '#ui/document-look/stamp.tsx';
import { Card, Hatch } from '#ui/document-look/surface.tsx';
import { CONTACT_EMAIL, CONTACT_PHONE } from '../../profile/public-links.ts';
import { tenantKind } from '../../text/words/format.ts';
import { EXCEPTION_TAG, STATUS_LABEL, statusMeaning } from '../../text/words/document.ts';

/**
 * The questions of a newcomer, and the models and flows that the person may use, which are searched
 * by name on Enter.
 */
export function HelpScreen(props: {
  tab: HelpTab;
  question: QuestionId | null;
  onShow: (search: HelpSearch) => void;
  onPreview: (modelId: number) => void;
}) {
  const { tab, question, onShow, onPreview } = props;
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const words = tab === 'perguntas' ? HELP_QUESTIONS : HELP;
  const search = (
    <search id="busca" className={styles.search}>
      <SearchField
        label={words.search}
        placeholder={words.placeholder}
        value={typed}
        onChange={setTyped}
        onSubmit={setText}
        onClear={() => setText('')}
      />
    </search>
  );
  return (
    <div className={styles.screen}>
      <ScreenHeader title={HELP.title} backHref="/admin/home" isReturning />
      <Tabs
        label={HELP.tabs}
        selectedId={tab}
        onChange={(id) => onShow(id === 'modelos' || id === 'fluxos' ? { aba: id } : {})}
        tabs={[
          {
            id: 'perguntas',
            text: HELP_QUESTIONS.tab,
            panel: () => (
              <>
                {search}
                <Questions
                  text={typed}
                  openId={question}
                  onOpen={(id) => onShow(id === null ? {} : { pergunta: id })}
                />
              </>
            ),
          },
          {
            id: 'modelos',
            text: HELP.models,
            panel: () => (
              <>
                {search}
                <Models type="document_model" text={text} empty={HELP.noModels} onPreview={onPreview} />
              </>
            ),
          },
          {
            id: 'fluxos',
            text: HELP.flows,
            panel: () => (
              <>
                {search}
                <Models type="flow_model" text={text} empty={HELP.noFlows} onPreview={onPreview} />
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

function Models(props: { type: ModelRow['type']; text: string; empty: string; onPreview: (modelId: number) => void }) {
  const { type, text, empty, onPreview } = props;
  const { mirror, may } = useProfile();
  const models = useLiveQuery(async () => {
    const rows = await registeredRows(mirror, 'models');
    return rows.filter((row) => row.type === type && row.status === 'active');
  }, [mirror, type]);
  const kept = useLiveQuery(() => keptServerFiles(mirror), [mirror]);
  if (models === undefined) return <SkeletonRows label={HELP.loading} count={3} />;
  const tokens = searchTokens(text);
  const shown = models.filter((row) => matchesTokens(foldWithin(row.name), tokens));
  if (shown.length === 0 && models.length > 0) {
    return (
      <EmptyState icon={SearchX} title={HELP.noMatch}>
        {HELP.noMatchNext}
      </EmptyState>
    );
  }
  if (shown.length === 0) {
    const mayWrite = may('create_models');
    return (
      <EmptyState
        icon={FileText}
        title={empty}
        action={mayWrite ? <Link href="/admin/create-models">{HELP.create}</Link> : undefined}
      >
        {HELP.next[mayWrite ? 'writer' : 'reader']}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.cards}>
      {shown.map((model) => (
        <li key={model.id}>
          <ModelCard
            model={model}
            onPreview={onPreview}
            hasDescription
            isKept={kept !== undefined && model.files.every((file) => kept.has(file.id))}
          />
        </li>
      ))}
    </ul>
  );
}

// The drawings beside the questions, 64 × 44, made of the product's own signs. Their colours are
// those of the theme.

/**
 * The drawing of a question. It is hidden from screen readers, because the question says the same.
 */
function Drawing({ of, isLarge = false }: { of: QuestionId; isLarge?: boolean }) {
  return (
    <svg
      width={isLarge ? 160 : 64}
      height={isLarge ? 110 : 44}
      viewBox="0 0 64 44"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {DRAWINGS[of]}
    </svg>
  );
}

const PENCIL = { stroke: 'var(--lapis)', strokeDasharray: '4 3' } as const;

const DRAWINGS: Readonly<Record<QuestionId, ReactNode>> = {
  lapis: (
    <>
      <rect x="3" y="3" width="58" height="38" rx="4" fill="var(--lapis-soft)" {...PENCIL} />
      <circle cx="16" cy="16" r="6" stroke="var(--lapis)" />
      <path d="M16 13v3h3M28 16h26M12 30h40" stroke="var(--lapis)" />
    </>
  ),
  chegou: (
    <>
      <path d="M4 30h12" {...PENCIL} />
      <path d="M22 30h38M28 22h20M28 14h26" />
      <rect x="22" y="6" width="38" height="32" rx="4" />
      <path d="m38 34 4 4 8-9" stroke="var(--ok)" strokeWidth="3" />
    </>
  ),
  resposta: (
    <>
      <path d="M14 22h16" />
      <path d="M36 22h12" {...PENCIL} />
      <circle cx="9" cy="22" r="5" />
      <circle cx="32" cy="22" r="5" fill="var(--ink)" />
      <circle cx="54" cy="22" r="5" fill="var(--lapis-soft)" stroke="var(--lapis)" strokeDasharray="3 2" />
    </>
  ),
  situacoes: (
    <>
      <rect x="3" y="3" width="58" height="10" rx="3" stroke="var(--pending-spine)" fill="var(--pending-soft)" />
      <rect
        x="3"
        y="17"
        width="58"
        height="10"
        rx="3"
        stroke="var(--under-review-spine)"
        fill="var(--under-review-soft)"
      />
      <rect x="3" y="31" width="58" height="10" rx="3" stroke="var(--overdue-spine)" fill="var(--overdue-soft)" />
      <path d="M12 8h28M12 22h36M12 36h20" />
    </>
  ),
  prorrogar: (
    <>
      <rect x="10" y="7" width="44" height="34" rx="4" />
      <path d="M10 16h44M22 3v7M42 3v7" />
      <path d="M32 22v14M25 29h14" stroke="var(--primary)" strokeWidth="3" />
    </>
  ),
  excecao: (
    <>
      <path d="M22 4v36" />
      <path d="M22 6h22l-5 8 5 8H22Z" fill="var(--exception-soft)" stroke="var(--exception-spine)" />
    </>
  ),
  camera: (
    <>
      <rect x="12" y="4" width="34" height="36" rx="3" />
      <path d="M18 12h22M18 19h22M18 26h12" />
      <circle cx="46" cy="32" r="9" fill="var(--primary)" stroke="var(--primary)" />
      <circle cx="46" cy="32" r="4" stroke="var(--on-primary)" />
    </>
  ),
  'sem-internet': (
    <>
      <path
        d="M20 36a9 9 0 0 1-1-18 14 14 0 0 1 26-3 10 10 0 0 1 1 21Z"
        fill="var(--lapis-soft)"
        stroke="var(--lapis)"
      />
      <path d="M12 4l42 37" strokeWidth="3" />
    </>
  ),
  'qual-usar': (
    <>
      <circle cx="12" cy="22" r="8" fill="var(--primary-soft)" stroke="var(--primary)" />
      <circle cx="52" cy="22" r="8" fill="var(--sunken)" />
      <path d="M25 18h13m-4-4 4 4-4 4M38 28H25" />
    </>
  ),
  mudou: (
    <>
      <rect x="3" y="6" width="26" height="32" rx="3" />
      <path d="M9 15h14M9 23h9" />
      <rect x="35" y="6" width="26" height="32" rx="3" fill="var(--lapis-soft)" {...PENCIL} />
      <path d="M41 15h14M41 23h9" stroke="var(--lapis)" />
    </>
  ),
  sair: (
    <>
      <path d="M36 4H14v36h22" />
      <path d="M26 22h30m-8-8 8 8-8 8" stroke="var(--primary)" strokeWidth="3" />
    </>
  ),
};

/**
 * The questions of a newcomer, one open at a time. The search finds them by their own words and by
 * synonyms.
 */
function Questions(props: { text: string; openId: QuestionId | null; onOpen: (id: QuestionId | null) => void }) {
  const { text, openId, onOpen } = props;
  const { session } = useProfile();
  const office = officeOf(tenantKind(session.tenant.name));
  const tokens = searchTokens(text);
  const shown = QUESTION_IDS.filter((id) => matchesTokens(searchedTextOf(id, office), tokens));
  return (
    <>
      <p className={styles.offline}>
        <Check size={16} strokeWidth={2} aria-hidden />
        {HELP_QUESTIONS.offline}
      </p>
      {shown.length === 0 ? (
        <EmptyState icon={CircleQuestionMark} title={HELP_QUESTIONS.noMatch}>
          {HELP_QUESTIONS.noMatchDetail}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {shown.map((id) => (
            <li key={id} className={styles.item}>
              <Disclosure
                id={`pergunta-${id}`}
                title={QUESTIONS[id].title}
                lead={<Drawing of={id} />}
                isOpen={openId === id}
                onOpenChange={(isOpen) => onOpen(isOpen ? id : null)}
              >
                <Answer id={id} office={office} />
              </Disclosure>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.contact}>
        <Phone size={20} strokeWidth={1.75} aria-hidden />
        {contactSentence({ phone: CONTACT_PHONE, email: CONTACT_EMAIL })}
      </p>
    </>
  );
}

function searchedTextOf(id: QuestionId, office: string): string {
  const { title, words, answer } = QUESTIONS[id];
  return foldWithin([title, words, ...answer(office)].join(' '));
}

function Answer({ id, office }: { id: QuestionId; office: string }) {
  const { answer, link } = QUESTIONS[id];
  return (
    <div className={styles.answer}>
      {id === 'lapis' ? <PencilAndInk /> : id === 'situacoes' ? <Statuses /> : <Drawing of={id} isLarge />}
      {answer(office).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        <Link href={link.href} tone="action">
          <span>{link.text}</span>
          {link.count === undefined ? null : <Waiting />}
        </Link>
      </p>
    </div>
  );
}

/** How many items Pendências lists: ` (2)`. Nothing when there are none. */
function Waiting() {
  const { mirror } = useProfile();
  const summary = useLiveQuery(() => outboxSummary(mirror), [mirror]);
  return summary === undefined || summary.unsent === 0 ? null : ` (${summary.unsent})`;
}

/** One message as it looks before and after the server has it. */
function PencilAndInk() {
  return (
    <div className={styles.pair}>
      <Card padding="none" isPencil className={styles.message ?? ''}>
        <Hatch />
        <p className={styles.state}>
          <Clock size={16} strokeWidth={2} aria-hidden />
          {HELP_QUESTIONS.queued}
        </p>
        <p>{HELP_QUESTIONS.example}</p>
      </Card>
      <ArrowRight size={20} strokeWidth={1.75} aria-label={HELP_QUESTIONS.turnsInto} role="img" />
      <Card padding="none" className={styles.message ?? ''}>
        <p className={`${styles.state} ${styles.registered}`}>
          <Check size={16} strokeWidth={2.25} aria-hidden />
          {HELP_QUESTIONS.registered}
        </p>
        <p>{HELP_QUESTIONS.example}</p>
      </Card>
    </div>
  );
}

const STATUSES = ['pending', 'under_review', 'extended', 'overdue', 'completed'] as const;

function Statuses() {
  return (
    <dl className={styles.statuses}>
      {STATUSES.map((status) => (
        <div key={status}>
          <dt>
            <Stamp tone={status} label={STATUS_LABEL[status]} />
          </dt>
          <dd>
            {status === 'overdue'
              ? `${statusMeaning(status, false)}, ou ${statusMeaning(status, true)}`
              : statusMeaning(status, false)}
          </dd>
        </div>
      ))}
      <div>
        <dt>
          <Stamp tone="exception" label={EXCEPTION_TAG} />
        </dt>
        <dd>enviado fora dos dias do assunto</dd>
      </div>
    </dl>
  );
}
