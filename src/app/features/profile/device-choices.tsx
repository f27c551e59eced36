import { LinkButton } from '#ui/actions/link-button.tsx';
import { Button } from '#ui/actions/button.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { ChevronRight, HardDrive, Keyboard, LogOut, Send, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLogout } from '../../acts/leaving/use-logout.tsx';
import { type Appearance, readAppearance, saveAppearance, type Theme } from '../../device/appearance.ts';
import { installOffer } from '../../device/install-offer.ts';
import { keepChoice } from '../../device/keep-choice.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useStorageFacts } from '../../device/storage-facts.ts';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { usePanel } from '../../shared/screen/use-panel.ts';
import { formatSize } from '../../text/format.ts';
import { PROFILE } from '../../text/profile.ts';
import { SHORTCUTS } from '../../text/shortcuts.ts';
import styles from './profile-screen.module.css';
import { PushChoice } from './push-choice.tsx';
import { SessionsCard } from './sessions-card.tsx';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** What belongs to this device and not to the account: its look, its notices, its data, and leaving it. */
export function DeviceChoices() {
  return (
    <aside className={styles.device} aria-labelledby="neste-aparelho">
      <SectionLabel id="neste-aparelho">{PROFILE.here}</SectionLabel>
      <div className={styles.deviceCard}>
        <AppearanceChoice />
        <PushChoice />
        <KeysChoice />
      </div>
      <Ways />
      <SessionsCard />
    </aside>
  );
}

function AppearanceChoice() {
  const [look, setLook] = useState(readAppearance);
  const change = (part: Partial<Appearance>) => {
    const next = { ...look, ...part };
    setLook(next);
    keepChoice(saveAppearance(next));
  };
  return (
    <>
      <RadioGroup
        label={PROFILE.theme}
        appearance="segments"
        orientation="horizontal"
        value={look.theme}
        options={THEMES.map((theme) => ({ value: theme, text: PROFILE.themes[theme] }))}
        onChange={(theme) => change({ theme: THEMES.find((one) => one === theme) ?? 'system' })}
      />
      <Switch isSelected={look.contrast === 'more'} onChange={(isOn) => change({ contrast: isOn ? 'more' : 'system' })}>
        {PROFILE.contrast}
      </Switch>
    </>
  );
}

/** The switch for single keys and their list (WCAG 2.1.4); phones have no keys. */
function KeysChoice() {
  const facts = useDeviceFacts();
  const panel = usePanel('atalhos');
  const kind = useLayoutKind();
  if (kind === 'phone') return null;
  return (
    <>
      <Switch isSelected={facts?.slashKey ?? true} onChange={(slashKey) => keepChoice(changeDeviceFacts({ slashKey }))}>
        {SHORTCUTS.switch}
      </Switch>
      <Button variant="quiet" icon={Keyboard} onPress={panel.open}>
        {SHORTCUTS.open}
      </Button>
    </>
  );
}

function Ways() {
  const logout = useLogout();
  const isOffered = useWatched(installOffer);
  const storage = useStorageFacts();
  const sync = useSyncState();
  const kept = [
    storage?.usedBytes ? formatSize(storage.usedBytes) : null,
    storage?.isPersisted === true ? PROFILE.protected : null,
  ];
  return (
    <ul className={styles.ways}>
      <li>
        <LinkButton variant="quiet" isWide isStart href="/admin/device" icon={HardDrive} iconEnd={ChevronRight}>
          <Way text={PROFILE.device} note={kept.filter((part) => part !== null).join(' · ')} />
        </LinkButton>
      </li>
      <li>
        <LinkButton variant="quiet" isWide isStart href="/admin/outbox" icon={Send} iconEnd={ChevronRight}>
          <Way text={PROFILE.outbox} note={sync.state.text} />
        </LinkButton>
      </li>
      {isOffered ? (
        <li>
          <Button variant="quiet" isWide isStart icon={Smartphone} onPress={() => void installOffer.accept()}>
            {PROFILE.install}
          </Button>
        </li>
      ) : null}
      <li>
        <Button variant="quiet" isWide isStart icon={LogOut} onPress={logout.ask}>
          {PROFILE.leave}
        </Button>
      </li>
      {logout.dialog}
    </ul>
  );
}

function Way({ text, note }: { text: string; note: string }): ReactNode {
  return (
    <>
      <span>{text}</span>
      {note === '' ? null : <span className={styles.wayNote}>{note}</span>}
    </>
  );
}
