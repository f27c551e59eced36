import { Tabs } from '#ui/actions/tabs.tsx';
import { LinkButton, Button } from '#ui/actions/button.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { Link } from '#ui/actions/link.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { BellOff, ChevronRight, HardDrive, Keyboard, LogOut, Send, Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { fullName, formatSize } from '../../text/words/format.ts';
import { personOf } from '#mirror/questions/people.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import { PROFILE, PUSH, registrationText } from '../../text/person/profile.ts';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { useLogout } from '../../leaving/use-logout.tsx';
import { type Appearance, readAppearance, saveAppearance, type Theme } from '../../device/appearance.ts';
import { installOffer } from '../../device/install-offer.ts';
import { keepChoice } from '../../device/keep-choice.ts';
import { changeDeviceFacts, useDeviceFacts } from '../../device/use-device-facts.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useStorageFacts } from '../../device/storage-facts.ts';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { usePanel } from '../../shared/screen/use-panel.ts';
import { SHORTCUTS } from '../../text/frame/shortcuts.ts';
import { type PushState, readPushState, turnOffPush, turnOnPush } from '../../online/push.ts';
import { sharedDevice } from '../../device/shared-device.ts';
import { AccountForm } from './account-form.tsx';
import type { ProfileTab } from './profile-search.ts';
import styles from './profile-screen.module.css';
import { NoticesForm } from './notices-form.tsx';
import { TenantForm } from './tenant-form.tsx';
import { PROFILE_DRAFTS } from './profile-form.tsx';
import { SessionsCard } from './sessions-card.tsx';

/**
 * The switch for push on this device. A shared tablet has no push (S95). Only this switch asks for
 * the permission (src/app/experience.md, experience P11).
 */
function PushChoice() {
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

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/**
 * What belongs to this device and not to the account: its look, its notices, its data, and leaving
 * it.
 */
function DeviceChoices() {
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

/**
 * The person's account beside what belongs to this device. Most people have the tabs Cadastro and
 * Senha; a Super Admin has Administrador and Organização. All have Avisos.
 */
export function ProfileScreen({ tab, onTab }: { tab: ProfileTab | null; onTab: (tab: ProfileTab) => void }) {
  const { session, person, mirror } = useProfile();
  const row = useLiveQuery(() => personOf(mirror, person.userId), [mirror, person.userId]);
  const own = person.superAdmin
    ? {
        administrador: () => account({ hasPerson: true, hasPassword: true }),
        organizacao: () => (
          <>
            <StoredForm draftId={PROFILE_DRAFTS.tenant}>{(stored) => <TenantForm stored={stored} />}</StoredForm>
            <p className={styles.exportWay}>
              <Link tone="action" href="/admin/export">
                {PROFILE.exportEverything}
              </Link>{' '}
              {PROFILE.exportMeaning}
            </p>
          </>
        ),
      }
    : {
        cadastro: () => account({ hasPerson: true, hasPassword: false }),
        senha: () => account({ hasPerson: false, hasPassword: true }),
      };
  const panels: Partial<Record<ProfileTab, () => ReactNode>> = {
    ...own,
    // A server that does not send the choices stores none, so the tab is left out (S113).
    ...(session.notices === undefined ? {} : { avisos: choices }),
  };
  const ids = Object.keys(panels) as ProfileTab[];
  const [first = 'cadastro'] = ids;
  const meta = [
    fullName(session),
    row?.job_title,
    session.roles[0]?.name,
    session.organization?.name ?? PROFILE.noSector,
    row?.registration ? registrationText(row.registration) : null,
  ];
  return (
    <div className={styles.screen}>
      <ScreenHeader title={PROFILE.title} meta={meta.filter(Boolean).join(' · ')} backHref="/admin/home" />
      <div className={styles.columns}>
        <div className={styles.account}>
          <Tabs
            label={PROFILE.tabsLabel}
            selectedId={tab !== null && ids.includes(tab) ? tab : first}
            onChange={(id) => onTab(ids.find((one) => one === id) ?? first)}
            tabs={Object.entries(panels).map(([id, panel]) => ({
              id,
              text: PROFILE.tabs[id as ProfileTab],
              panel,
            }))}
          />
        </div>
        <DeviceChoices />
      </div>
    </div>
  );
}

function choices() {
  return <StoredForm draftId={PROFILE_DRAFTS.notices}>{(stored) => <NoticesForm stored={stored} />}</StoredForm>;
}

function account(parts: { hasPerson: boolean; hasPassword: boolean }) {
  return (
    <StoredForm draftId={PROFILE_DRAFTS.account}>{(stored) => <AccountForm stored={stored} {...parts} />}</StoredForm>
  );
}
