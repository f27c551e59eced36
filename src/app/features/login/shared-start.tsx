import type { SharedDevice, ShownPerson } from '#mirror/store/device-facts.ts';
import { dayAt } from '#domain/dates.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Avatar } from '#ui/document-look/avatar.tsx';
import { deviceZone } from '#ui/base/locale-text.ts';
import { useRouteContext } from '@tanstack/react-router';
import { ArrowLeft, ChevronRight, Clock, CloudOff, Hand, Info, User, Users } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { leaveUntilDone } from '../../leaving/leaving.ts';
import { afterTouch, saveWarnAt } from '../../device/idle-clock.ts';
import { useBrowserOnline } from '../../device/use-browser-online.ts';
import { useDeviceFacts } from '../../device/use-device-facts.ts';
import { settleOwedLogout } from '../../online/settle-logout.ts';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { TenantLogo } from '../../shared/screen/tenant-logo.tsx';
import { formatFullDay, formatTime, fullName } from '../../text/words/format.ts';
import { LOGIN } from '../../text/person/login.ts';
import { keptHere, SHARED_DEVICE, tabletName } from '../../text/frame/device-data.ts';
import { LoginScreen } from './login-screen.tsx';
import styles from './shared-start.module.css';

type Step = { readonly kind: 'locked' | 'who' } | { readonly kind: 'enter'; readonly person: ShownPerson | null };

/**
 * The start of a shared tablet (S95): locked, then "Quem está usando?", then the password. The
 * device has no person's data then.
 */
export function SharedStart({ shared }: { shared: SharedDevice }) {
  const isEmpty = useNobodyHere();
  const facts = useDeviceFacts();
  const [step, setStep] = useState<Step>({ kind: 'locked' });
  const people = facts?.shownPeople ?? [];
  // While the last person's data are erased, a cover says so.
  if (!isEmpty) return <Ground shared={shared}>{null}</Ground>;
  if (step.kind === 'enter') {
    const back = () => setStep({ kind: people.length === 0 ? 'locked' : 'who' });
    return <Entrance person={step.person} onBack={back} />;
  }
  if (step.kind === 'locked') {
    const begin = () => setStep(people.length === 0 ? { kind: 'enter', person: null } : { kind: 'who' });
    return <Locked shared={shared} onBegin={begin} />;
  }
  return <Who shared={shared} people={people} onStep={setStep} />;
}

function Entrance({ person, onBack }: { person: ShownPerson | null; onBack: () => void }) {
  const who =
    person === null ? null : (
      <p className={styles.person}>
        {`${person.name} ${person.lastName}`}
        <Button variant="quiet" size="sm" onPress={onBack}>
          {SHARED_DEVICE.notMe}
        </Button>
      </p>
    );
  const aside = (
    <div className={styles.aside}>
      <Users size={24} strokeWidth={1.75} aria-hidden />
      <p>
        <b>{SHARED_DEVICE.title}</b>
        <br />
        {SHARED_DEVICE.erases}
      </p>
    </div>
  );
  const shared = {
    email: person?.email ?? null,
    back: <IconButton icon={ArrowLeft} label={SHARED_DEVICE.back} onPress={onBack} />,
    who,
    aside,
    // Logging in starts the idle clock of the tablet. Nothing before it does.
    onEntered: () => saveWarnAt(afterTouch(null, Date.now())),
  };
  return <LoginScreen returnTo="/admin/home" isShareLost={false} shared={shared} />;
}

/**
 * Erases the data of a person who is still in when this start is shown, because they have left the
 * tablet. Returns whether the device is empty.
 */
function useNobodyHere(): boolean {
  const { profiles } = useRouteContext({ from: '__root__' });
  const [isEmpty, setEmpty] = useState(profiles.current() === null);
  useEffect(() => {
    if (profiles.current() !== null)
      void leaveUntilDone({ profiles, showLogin: () => Promise.resolve() }).then(() => setEmpty(true));
    void settleOwedLogout();
  }, [profiles]);
  return isEmpty;
}

function Locked({ shared, onBegin }: { shared: SharedDevice; onBegin: () => void }) {
  const now = useClock();
  return (
    <Ground shared={shared} foot={<State />}>
      <ScreenHeading windowTitle={SHARED_DEVICE.title} className={styles.clock}>
        {formatTime(now, deviceZone())}
      </ScreenHeading>
      <p className={styles.day}>{formatFullDay(dayAt(now, deviceZone()))}</p>
      <button type="button" className={styles.begin} onClick={onBegin}>
        <Hand size={28} strokeWidth={1.75} aria-hidden />
        {SHARED_DEVICE.begin}
      </button>
    </Ground>
  );
}

type WhoProps = { shared: SharedDevice; people: readonly ShownPerson[]; onStep: (step: Step) => void };

function Who({ shared, people, onStep }: WhoProps) {
  const back = (
    <button type="button" className={styles.back} onClick={() => onStep({ kind: 'locked' })}>
      <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
      {SHARED_DEVICE.back}
    </button>
  );
  return (
    <Ground shared={shared} foot={back} hasClock>
      <ScreenHeading windowTitle={SHARED_DEVICE.who} className={styles.heading}>
        {SHARED_DEVICE.who}
      </ScreenHeading>
      <p className={styles.hint}>{SHARED_DEVICE.whoHint}</p>
      <ul className={styles.people}>
        {people.map((person) => (
          <li key={person.userId}>
            <Choice
              title={fullName({ name: person.name, last_name: person.lastName })}
              detail={[person.role, person.sector].filter((part) => part !== null).join(' · ')}
              icon={<Avatar name={`${person.name} ${person.lastName}`} size={44} />}
              onPress={() => onStep({ kind: 'enter', person })}
            />
          </li>
        ))}
        <li className={styles.other}>
          <Choice
            title={SHARED_DEVICE.other}
            detail={SHARED_DEVICE.otherHint}
            icon={<User size={28} strokeWidth={1.75} aria-hidden />}
            onPress={() => onStep({ kind: 'enter', person: null })}
          />
        </li>
      </ul>
      <p className={styles.note}>
        <Info size={20} strokeWidth={1.75} aria-hidden />
        {SHARED_DEVICE.whoNote}
      </p>
    </Ground>
  );
}

function Choice(props: { title: string; detail: string; icon: ReactNode; onPress: () => void }) {
  const { title, detail, icon, onPress } = props;
  return (
    <button type="button" className={styles.choice} onClick={onPress}>
      {icon}
      <span className={styles.words}>
        <b>{title}</b>
        <span>{detail}</span>
      </span>
      <ChevronRight size={20} strokeWidth={1.75} aria-hidden />
    </button>
  );
}

/**
 * The ruled ground with the name of the tablet, and how much work waits here: a number without
 * names.
 */
function Ground(props: { shared: SharedDevice; foot?: ReactNode; hasClock?: boolean; children: ReactNode }) {
  const { shared, foot = null, hasClock = false, children } = props;
  const facts = useDeviceFacts();
  const now = useClock();
  const kept = keptHere(facts?.keptWork ?? {});
  return (
    <div className={styles.ground}>
      <header className={styles.head}>
        <TenantLogo image={facts === null ? undefined : (facts.tenantLogo?.image ?? null)} size={64} />
        <div className={styles.tenant}>
          <p className={styles.tenantName}>{shared.tenantName}</p>
          <p>{`Malote · ${tabletName(shared)}`}</p>
        </div>
        {hasClock ? (
          <p className={styles.smallClock}>
            {formatTime(now, deviceZone())}
            <span>{formatFullDay(dayAt(now, deviceZone()))}</span>
          </p>
        ) : null}
      </header>
      <main id="conteudo" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.foot}>
        {kept === null ? (
          <span />
        ) : (
          <p className={styles.kept}>
            <Clock size={24} strokeWidth={1.75} aria-hidden />
            {kept}
          </p>
        )}
        <span>{foot}</span>
      </footer>
    </div>
  );
}

function State() {
  const online = useBrowserOnline();
  return (
    <p className={styles.state}>
      {online ? null : (
        <b>
          <CloudOff size={20} strokeWidth={1.75} aria-hidden /> {SHARED_DEVICE.offline}
        </b>
      )}
      <span>{LOGIN.version}</span>
    </p>
  );
}

const CLOCK_EVERY_MS = 1_000;

/** The present time, epoch ms, renewed each second. */
function useClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
