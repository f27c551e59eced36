import { DEVICE_NAME_MAX, deviceNameOf } from '#domain/device-name.ts';
import type { SharedDevice } from '#mirror/store/device-facts.ts';
import { renameShared } from '#mirror/store/person-facts.ts';
import { Button } from '#ui/actions/button.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type FormEvent, useState } from 'react';
import { keepChoice } from '../../device/keep-choice.ts';
import { refreshDeviceFacts } from '../../device/use-device-facts.ts';
import { SHARED_DEVICE } from '../../text/frame/device-data.ts';
import styles from './device-data.module.css';

type FieldProps = { value: string; onChange: (text: string) => void; autoFocus?: boolean };

/** What a shared tablet is called (S123). It may stay empty. */
export function NameField(props: FieldProps) {
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
export function NameForm({ shared }: { shared: SharedDevice }) {
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
