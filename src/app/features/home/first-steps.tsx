import { type FirstCount, type FirstCounts, firstCounts } from '#mirror/questions/first-steps.ts';
import type { SessionUser } from '#contract/session.ts';
import { changeFacts } from '#mirror/store/device-facts.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { Card, Hatch } from '#ui/document-look/surface.tsx';
import { Thread, ThreadItem, ThreadMark } from '#ui/document-look/thread.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Check, ChevronRight, Eye, FileUp, Plus, UserPlus } from 'lucide-react';
import { Fragment, useEffect, useLayoutEffect, useRef } from 'react';
import { keepChoice } from '../../device/keep-choice.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { refreshDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { EXPORT_AT } from '../../online/people.ts';
import { useLive, useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import {
  FIRST_STEPS,
  NEEDED,
  type Needed,
  STEP_WORDS,
  stepCountText,
  type StepId,
  STEPS,
  stepsDoneText,
  waitingText,
} from '../../text/lists/first-steps.ts';
import styles from './first-steps.module.css';

/**
 * Addresses of a step: where it is done (`act`), where its result is seen (`see`), where a sheet is
 * imported.
 */
const PLACES: Readonly<Record<StepId, { readonly act: string; readonly see: string; readonly sheet?: string }>> = {
  tenant: { act: '/admin/profile?aba=organizacao', see: '/admin/profile?aba=organizacao' },
  sectors: {
    act: '/admin/create-organizations',
    see: '/admin/manage-organizations',
    sheet: '/admin/import?de=setores',
  },
  people: { act: '/admin/create-users', see: '/admin/manage-users', sheet: '/admin/import' },
  subjects: { act: '/admin/create-document-subjects', see: '/admin/manage-document-subjects' },
  models: { act: '/admin/create-models', see: '/admin/manage-models' },
  calendar: { act: '/admin/calendar', see: '/admin/calendar' },
  document: { act: '/admin/create-documents', see: '/admin/manage-documents' },
};

/** Steps that need not be done at once. They can be skipped before their turn. */
const OPTIONAL: readonly StepId[] = ['models', 'calendar'];
/** The entry among a person's skipped steps that stands for the whole list. */
const WHOLE = 'all';

type Step = {
  readonly id: StepId;
  /** Rows of the step's kind, here and waiting; null for the organization, which always exists. */
  readonly count: FirstCount | null;
  readonly isDone: boolean;
  readonly isSkipped: boolean;
};

type Props = {
  /** The number of the tenant's documents: `ink` that the server has, `pencil` that wait. */
  readonly sent: { readonly ink: number; readonly pencil: number };
  /**
   * Called when the list of steps appears and when it disappears. While it is shown, the home draws
   * no empty lists beside it.
   */
  readonly onShown: (isShown: boolean) => void;
};

/**
 * What an empty town hall needs, in order, for its Super Admins. The device's rows say which steps
 * are done. The list disappears when each step is done or skipped, or when the person dismisses it
 * on this device (S241).
 */
export function FirstSteps({ sent, onShown }: Props) {
  const { mirror, person, session } = useProfile();
  const facts = useDeviceFacts();
  const counts = useLive(() => firstCounts(mirror, person.userId), [mirror, person.userId]);
  const skipped = facts?.stepsSkipped[person.userId] ?? [];
  const steps = counts && stepsOf({ counts, sent, skipped, session });
  const isLeft = steps?.some((step) => !step.isDone && !step.isSkipped) === true;
  const isShown = facts !== null && isLeft && !skipped.includes(WHOLE);
  useLayoutEffect(() => {
    onShown(isShown);
    return () => onShown(false);
  }, [isShown, onShown]);
  const wasShown = useRef(false);
  // The button that dismissed the list disappears with it, so the heading of the page gets the
  // focus.
  useEffect(() => {
    if (wasShown.current && !isShown && isFocusLost()) document.querySelector<HTMLElement>('main h1')?.focus();
    wasShown.current = isShown;
  }, [isShown]);
  if (facts === null || steps === undefined) return <div aria-busy="true" />;
  if (!isShown) return null;
  const skip = (id: string) => keepChoice(changeSkipped(person.userId, (ids) => [...ids, id]));
  const dismiss = () => {
    skip(WHOLE);
    const undo = () => keepChoice(changeSkipped(person.userId, (ids) => ids.filter((id) => id !== WHOLE)));
    notify({
      title: FIRST_STEPS.dismissed,
      about: 'first-steps',
      action: { label: FIRST_STEPS.undo, onAction: undo },
    });
  };
  return (
    <div className={styles.columns}>
      <StepList steps={steps} onSkip={skip} onDismiss={dismiss} />
      <Notes />
    </div>
  );
}

/**
 * Changes the steps that a person skipped. It starts from what is stored, because a second press
 * may come before the first is drawn.
 */
async function changeSkipped(userId: number, change: (ids: readonly string[]) => readonly string[]): Promise<void> {
  await changeFacts(({ stepsSkipped }) => ({
    stepsSkipped: { ...stepsSkipped, [userId]: change(stepsSkipped[userId] ?? []) },
  }));
  await refreshDeviceFacts();
}

function stepsOf(of: {
  counts: FirstCounts;
  sent: Props['sent'];
  skipped: readonly string[];
  session: SessionUser;
}): readonly Step[] {
  const { counts, sent, skipped, session } = of;
  const countOf: Readonly<Record<StepId, FirstCount | null>> = {
    tenant: null,
    sectors: counts.organizations,
    people: counts.users,
    subjects: counts.document_subjects,
    models: counts.models,
    calendar: counts.holidays,
    document: { here: sent.ink, waiting: sent.pencil },
  };
  // A server with the product's own calls alone has no calendar (S113).
  const there = STEPS.filter((id) => id !== 'calendar' || session.rev !== undefined);
  return there.map((id) => {
    const count = countOf[id];
    const isDone = count === null ? session.tenant.logo !== null : count.here > 0;
    return { id, count, isDone, isSkipped: skipped.includes(id) };
  });
}

type ListProps = {
  readonly steps: readonly Step[];
  readonly onSkip: (id: StepId) => void;
  readonly onDismiss: () => void;
};

function StepList({ steps, onSkip, onDismiss }: ListProps) {
  const isPhone = useLayoutKind() === 'phone';
  const list = useRef<HTMLElement>(null);
  // The focus moves to the list, because the button of the skipped step disappears.
  const skip = (id: StepId) => {
    onSkip(id);
    list.current?.focus();
  };
  const current = steps.find((step) => !step.isDone && !step.isSkipped);
  const dismiss = (
    <Button variant="quiet" size="sm" onPress={onDismiss}>
      {FIRST_STEPS.dismiss}
    </Button>
  );
  return (
    <section ref={list} tabIndex={-1} aria-labelledby="primeiros-passos" className={styles.steps}>
      <div className={styles.head}>
        <SectionLabel id="primeiros-passos">{FIRST_STEPS.title}</SectionLabel>
        <span className={styles.count}>{stepsDoneText(steps.filter((step) => step.isDone).length, steps.length)}</span>
        {isPhone ? null : dismiss}
      </div>
      <Thread label={FIRST_STEPS.title}>
        {steps.map((step, at) => (
          <ThreadItem
            key={step.id}
            lead={<Mark number={at + 1} isDone={step.isDone} />}
            line={at + 1 === steps.length ? 'none' : step.isDone ? 'ink' : 'pencil'}
            below="joined"
          >
            {step.isDone ? (
              <Done step={step} />
            ) : step === current ? (
              <Current step={step} steps={steps} onSkip={skip} />
            ) : (
              <Later step={step} steps={steps} onSkip={skip} />
            )}
          </ThreadItem>
        ))}
      </Thread>
      {isPhone ? dismiss : null}
    </section>
  );
}

function Mark({ number, isDone }: { number: number; isDone: boolean }) {
  if (!isDone) {
    return (
      <ThreadMark>
        <span aria-hidden>{number}</span>
        <VisuallyHidden>{`Passo ${number}, falta`}</VisuallyHidden>
      </ThreadMark>
    );
  }
  return (
    <span className={styles.done}>
      <Check size={18} strokeWidth={2} aria-hidden />
      <VisuallyHidden>{`Passo ${number}, feito`}</VisuallyHidden>
    </span>
  );
}

function Done({ step }: { step: Step }) {
  const { session } = useProfile();
  const { name, acronym } = session.tenant;
  const { title } = STEP_WORDS[step.id];
  const see = step.id === 'tenant' ? FIRST_STEPS.edit : FIRST_STEPS.see;
  return (
    <Card className={styles.row ?? ''}>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.text}>
          {step.id === 'tenant' || step.count === null
            ? `${name} · sigla ${acronym}`
            : stepCountText(step.id, step.count)}
        </p>
      </div>
      <Link href={PLACES[step.id].see} tone="action" aria-label={`${see}: ${title}`}>
        {see}
      </Link>
    </Card>
  );
}

type OpenProps = Pick<ListProps, 'steps' | 'onSkip'> & { readonly step: Step };

/** The first step that is not done: what it is for, and the ways to do it. */
function Current({ step, steps, onSkip }: OpenProps) {
  const { isOffline } = useConnection();
  const { id, count } = step;
  const { title, act, none } = STEP_WORDS[id];
  const sheetOf = useSheets();
  const importAt = sheetOf(id);
  const missing = missingOf(step, steps);
  const waiting = count === null ? null : waitingText(count);
  return (
    <Card isPencil className={styles.current ?? ''}>
      <Hatch />
      <div className={styles.top}>
        <h3 className={styles.title}>{title}</h3>
        {waiting === null && none === undefined ? null : <span className={styles.note}>{waiting ?? none}</span>}
      </div>
      <Explained step={step} missing={missing} />
      <div className={styles.acts}>
        {importAt === undefined ? null : (
          <LinkButton href={importAt} variant="primary" icon={FileUp}>
            {FIRST_STEPS.importSheet}
          </LinkButton>
        )}
        {missing.length > 0 ? null : (
          <LinkButton
            href={PLACES[id].act}
            variant={importAt === undefined ? 'primary' : 'secondary'}
            icon={id === 'people' ? UserPlus : Plus}
          >
            {act}
          </LinkButton>
        )}
        {importAt === undefined || isOffline ? null : (
          <LinkButton href={EXPORT_AT[id === 'people' ? 'people' : 'sectors']} download variant="quiet" size="sm">
            {FIRST_STEPS.sheetOfToday}
          </LinkButton>
        )}
        <Button variant="quiet" size="sm" aria-label={`${FIRST_STEPS.skip}: ${title}`} onPress={() => onSkip(id)}>
          {FIRST_STEPS.skip}
        </Button>
      </div>
    </Card>
  );
}

/** A step whose turn has not come, or that was skipped. It can be done all the same. */
function Later({ step, steps, onSkip }: OpenProps) {
  const { id, count, isSkipped } = step;
  const { title, act } = STEP_WORDS[id];
  const missing = missingOf(step, steps);
  const waiting = count === null ? null : waitingText(count);
  return (
    <div className={classNames(styles.later, styles.row)}>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        <Explained step={step} missing={missing} />
      </div>
      {waiting === null && !isSkipped ? null : <span className={styles.note}>{waiting ?? FIRST_STEPS.skipped}</span>}
      {OPTIONAL.includes(id) && !isSkipped ? (
        <Button variant="quiet" size="sm" aria-label={`${FIRST_STEPS.skip}: ${title}`} onPress={() => onSkip(id)}>
          {FIRST_STEPS.skip}
        </Button>
      ) : null}
      {missing.length > 0 ? null : (
        <Link href={PLACES[id].act} tone="action">
          {act}
          <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
        </Link>
      )}
    </div>
  );
}

/** Why a step is needed. For the first document, what must exist before it. */
function Explained({ step, missing }: { step: Step; missing: readonly Needed[] }) {
  const sheetOf = useSheets();
  if (missing.length === 0) return <p className={styles.text}>{STEP_WORDS[step.id].text}</p>;
  return (
    <p className={styles.text}>
      <span>{FIRST_STEPS.missing}</span>
      {missing.map((id, at) => (
        <Fragment key={id}>
          <span>{at === 0 ? ' ' : at + 1 === missing.length ? ' e ' : ', '}</span>
          <Link href={sheetOf(id) ?? PLACES[id].act}>{NEEDED[id]}</Link>
        </Fragment>
      ))}
    </p>
  );
}

/**
 * Returns, for each step, the address where its rows are imported from a sheet. A server with the
 * product's own calls alone takes no sheets (S113).
 */
function useSheets(): (id: StepId) => string | undefined {
  const { session } = useProfile();
  return (id) => (session.rev === undefined ? undefined : PLACES[id].sheet);
}

/** What the first document waits for; nothing for any other step. */
function missingOf({ id }: Step, steps: readonly Step[]): readonly Needed[] {
  if (id !== 'document') return [];
  const isMissing = (needed: string) => steps.some((step) => step.id === needed && !step.isDone);
  return (Object.keys(NEEDED) as Needed[]).filter(isMissing);
}

/** Beside the steps: how pencil and ink are read, and that others may help. */
function Notes() {
  return (
    <aside className={styles.notes} aria-label={FIRST_STEPS.pencilTitle}>
      <Card>
        <SectionLabel as="h3">{FIRST_STEPS.pencilTitle}</SectionLabel>
        <span className={styles.line} aria-hidden />
        <p className={styles.means}>
          <span className={styles.lapis}>{FIRST_STEPS.pencilMeans}</span>
          <span>{FIRST_STEPS.inkMeans}</span>
        </p>
        <p className={styles.text}>{FIRST_STEPS.pencil}</p>
      </Card>
      <Card className={styles.tip ?? ''}>
        <UserPlus size={20} strokeWidth={1.75} aria-hidden />
        <div>
          <h3 className={styles.tipTitle}>{FIRST_STEPS.helpTitle}</h3>
          <p className={styles.text}>{FIRST_STEPS.help}</p>
          <Link href="/admin/create-users" tone="action">
            {FIRST_STEPS.helpAct}
          </Link>
        </div>
      </Card>
      <Card className={styles.tip ?? ''}>
        <Eye size={20} strokeWidth={1.75} aria-hidden />
        <div>
          <h3 className={styles.tipTitle}>{FIRST_STEPS.othersTitle}</h3>
          <p className={styles.text}>{FIRST_STEPS.others}</p>
        </div>
      </Card>
    </aside>
  );
}
