import { shareDevice } from '../../online/share-device.ts';
import { Button } from '#ui/actions/button.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { Users } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { rememberShown, renameShared } from '#mirror/store/person-facts.ts';
import { keepChoice } from '../../device/keep-choice.ts';
import { sharedDevice } from '../../device/shared-device.ts';
import { refreshDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { useProfile } from '../../profile/profile.tsx';
import { registerForm } from '../../shared/draft/open-forms.ts';
import { afterTry, HumanCheck, UNCHECKED } from '../../shared/form/human-check.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { LOGIN } from '../../text/person/login.ts';
import { SHARED_DEVICE } from '../../text/frame/device-data.ts';
import { Card } from './card.tsx';
import styles from './device-data.module.css';
import { DEVICE_NAME_MAX, deviceNameOf } from '#domain/text.ts';
import type { SharedDevice } from '#mirror/store/device-facts.ts';
import { TextField } from '#ui/fields/text-field.tsx';

/**
 * Says whether this is a shared tablet and what that means for erasing. People with
 * `manage_devices` change it here (S95). `isConfirmed`: the server confirms commands. A server that
 * does not has no keys for sealing, and without them no device can be shared (S113).
 */
export function SharedCard({ isConfirmed }: { isConfirmed: boolean }) {
  const { may } = useProfile();
  const shared = useWatched(sharedDevice);
  const isShared = shared !== null;
  /**
   * Whether the question is open. Null before it was opened first. False gives the focus back to
   * its button.
   */
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const mayChange = may('manage_devices');
  if (!isShared && !(mayChange && isConfirmed)) return null;
  return (
    <Card id="compartilhado" icon={Users} title={SHARED_DEVICE.card}>
      <p className={styles.meaning}>{isShared ? SHARED_DEVICE.cardShared : SHARED_DEVICE.cardOwn}</p>
      <ul className={styles.points}>
        {SHARED_DEVICE.consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {shared !== null && mayChange ? <NameForm shared={shared} /> : null}
      {isShared ? <ShowMe /> : null}
      {mayChange && isAsking === true ? <Confirm isShared={!isShared} onClose={() => setAsking(false)} /> : null}
      {mayChange && isAsking !== true ? (
        <Button autoFocus={isAsking === false} onPress={() => setAsking(true)}>
          {isShared ? SHARED_DEVICE.leave : SHARED_DEVICE.set}
        </Button>
      ) : null}
    </Card>
  );
}

function ShowMe() {
  const { session } = useProfile();
  const facts = useDeviceFacts();
  const isShown = facts?.shownPeople.some(({ userId }) => userId === session.id) ?? false;
  const show = async (isOn: boolean) => {
    const { id, name, last_name: lastName, email, roles, organization } = session;
    const person = {
      userId: id,
      name,
      lastName,
      email,
      role: roles[0]?.name ?? '',
      sector: organization?.acronym ?? null,
    };
    await rememberShown(person, isOn);
    await refreshDeviceFacts();
  };
  return (
    <>
      <Switch isSelected={isShown} onChange={(isOn) => keepChoice(show(isOn))}>
        {SHARED_DEVICE.showMe}
      </Switch>
      <p className={styles.meaning}>{SHARED_DEVICE.showMeMeaning}</p>
    </>
  );
}

/**
 * The login that makes the device a shared tablet, or ends that. Its code is loaded when the form
 * is sent.
 */
function Confirm({ isShared, onClose }: { isShared: boolean; onClose: () => void }) {
  const { session, now } = useProfile();
  const { isOffline } = useConnection();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [check, setCheck] = useState(UNCHECKED);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isComplete = password !== '' && check.token !== '' && !isBusy;
  const sharing = useRef<Promise<unknown>>(Promise.resolve());

  // The login ends the session before it. Until the new one is stored, the end of that session must
  // not lead to the login screen, which waits for the forms of this page.
  useEffect(() => {
    const none = () => undefined;
    return registerForm('share-device', {
      flush: async () => void (await sharing.current),
      release: none,
      resume: none,
    });
  }, []);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (!isComplete) return;
    setBusy(true);
    setProblem('');
    const given = { email: session.email, password, token: check.token ?? '' };
    const shared = isShared ? { name } : null;
    const sharingNow = shareDevice(given, { shared, clock: now }).catch((error: unknown) => {
      reportError(error);
      return { kind: 'refused', message: SHARED_DEVICE.notChanged } as const;
    });
    sharing.current = sharingNow;
    const result = await sharingNow;
    if (result.kind === 'done') {
      notify({ title: isShared ? SHARED_DEVICE.wasSet : SHARED_DEVICE.wasLeft });
      return onClose();
    }
    setBusy(false);
    setProblem(result.kind === 'offline' ? LOGIN.offlineAnswer : result.message);
    setCheck(afterTry);
  }

  return (
    <form className={styles.confirm} onSubmit={(event) => void confirm(event)} noValidate>
      {isShared ? <NameField value={name} onChange={setName} autoFocus /> : null}
      <p>{SHARED_DEVICE.confirm}</p>
      <PasswordField
        label={LOGIN.password}
        name="password"
        autoComplete="off"
        value={password}
        onChange={setPassword}
        autoFocus={!isShared}
      />
      <HumanCheck
        key={check.round}
        isBegun={password !== ''}
        obstacle={isOffline ? LOGIN.offlineHuman : null}
        onCheck={(next) => setCheck((before) => ({ ...before, ...next }))}
      />
      {problem === '' ? null : (
        <Banner tone="danger" role="alert">
          {problem}
        </Banner>
      )}
      <div className={styles.ways}>
        <Button type="submit" variant="primary" isDisabled={!isComplete && !isBusy} isPending={isBusy}>
          {isShared ? SHARED_DEVICE.setNow : SHARED_DEVICE.leaveNowShared}
        </Button>
        <Button variant="quiet" onPress={onClose}>
          {SHARED_DEVICE.cancel}
        </Button>
      </div>
    </form>
  );
}

type FieldProps = { value: string; onChange: (text: string) => void; autoFocus?: boolean };

/** What a shared tablet is called (S123). It may stay empty. */
function NameField(props: FieldProps) {
  return (
    <TextField
      {...props}
      label={SHARED_DEVICE.name}
      description={SHARED_DEVICE.nameMeaning}
      placeholder={SHARED_DEVICE.nameExample}
      maxLength={DEVICE_NAME_MAX}
      autoComplete="off"
      isOptional
    />
  );
}

/**
 * Gives a shared tablet another name. It is kept on this device alone, so it needs neither password
 * nor internet.
 */
function NameForm({ shared }: { shared: SharedDevice }) {
  const [name, setName] = useState(shared.name ?? '');
  const keep = async () => {
    await renameShared(name);
    await refreshDeviceFacts();
    setName(deviceNameOf(name));
    notify({ title: SHARED_DEVICE.nameKept, about: 'device-name' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keepChoice(keep());
  };
  return (
    <form className={styles.named} onSubmit={submit} noValidate>
      <NameField value={name} onChange={setName} />
      <Button type="submit">{SHARED_DEVICE.keepName}</Button>
    </form>
  );
}
