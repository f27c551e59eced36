import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import { fold, matchesTokens, searchTokens } from '#domain/search.ts';
import { Disclosure } from '#ui/actions/disclosure.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Stamp } from '#ui/document-look/stamp.tsx';
import { Card, Hatch } from '#ui/document-look/surface.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { ArrowRight, Check, CircleQuestionMark, Clock, Phone } from 'lucide-react';
import { CONTACT_EMAIL, CONTACT_PHONE } from '../../profile/public-links.ts';
import { useProfile } from '../../profile/profile.tsx';
import { contactSentence, HELP_QUESTIONS, officeOf, QUESTIONS } from '../../text/help-questions.ts';
import { tenantKind } from '../../text/names.ts';
import { QUESTION_IDS, type QuestionId } from '../../text/question-ids.ts';
import { EXCEPTION_TAG, STATUS_LABEL, statusMeaning } from '../../text/status-labels.ts';
import { Drawing } from './drawings.tsx';
import styles from './questions.module.css';

/** The questions of a newcomer, one open at a time; found by their own words and by others for the same thing. */
export function Questions(props: { text: string; openId: QuestionId | null; onOpen: (id: QuestionId | null) => void }) {
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
  return fold([title, words, ...answer(office)].join(' '));
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

/** ` (2)`: the items that Pendências lists. */
function Waiting() {
  const { mirror } = useProfile();
  const summary = useLiveQuery(() => outboxSummary(mirror), [mirror]);
  return summary === undefined || summary.unsent === 0 ? null : ` (${summary.unsent})`;
}

/** The same message before and after the server has it. */
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

/** Every status with what it means. */
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
