import { Banner } from '#ui/feedback/banner.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { BellOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type PushState, readPushState, turnOffPush, turnOnPush } from '../../online/push.ts';
import { useProfile } from '../../profile/profile.tsx';
import { sharedDevice } from '../../device/shared-device.ts';
import { keepChoice } from '../../device/keep-choice.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { PUSH } from '../../text/push.ts';
import styles from './profile-screen.module.css';

/** Push on this device, which a shared tablet has not (S95). Permission is asked for only here (src/app/experience.md, experience P11). */
export function PushChoice() {
  const shared = useWatched(sharedDevice);
  return shared === null ? <OwnPushChoice /> : null;
}

function OwnPushChoice() {
  const { userId } = useProfile().person;
  const facts = useDeviceFacts();
  const [state, setState] = useState<PushState | 'busy'>('busy');
  useEffect(() => {
    let gone = false;
    readPushState(userId).then((read) => {
      if (!gone) setState(read);
    }, reportError);
    return () => {
      gone = true;
    };
  }, [userId]);

  async function change(isOn: boolean) {
    let next = state;
    setState('busy');
    try {
      next = await (isOn ? turnOnPush(userId) : turnOffPush(userId));
    } finally {
      setState(next);
    }
  }

  const cannot = state === 'unsupported' || state === 'blocked';
  return (
    <>
      <Switch
        isSelected={state === 'on'}
        isDisabled={cannot || state === 'busy'}
        onChange={(isOn) => keepChoice(change(isOn))}
      >
        {PUSH.receive}
      </Switch>
      {cannot || state === 'failed' ? (
        <Banner tone="warn" icon={BellOff} role="status">
          {PUSH[state]}
        </Banner>
      ) : (
        <p className={styles.meaning}>{PUSH.meaning}</p>
      )}
      <Switch
        isSelected={facts?.notificationSound ?? true}
        onChange={(isOn) => keepChoice(changeDeviceFacts({ notificationSound: isOn }))}
      >
        {PUSH.sound}
      </Switch>
    </>
  );
}
