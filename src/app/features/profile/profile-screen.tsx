import { Button } from '#ui/actions/button.tsx';
import { LinkButton } from '#ui/actions/link-button.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { LogOut, Send, Smartphone } from 'lucide-react';
import { useWatched } from '#ui/base/watched-value.ts';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { type Appearance, readAppearance, saveAppearance, type Theme } from '../../device/appearance.ts';
import { installOffer } from '../../device/install-offer.ts';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { useLogout } from '../../acts/leaving/use-logout.tsx';
import { fullName } from '../../text/names.ts';
import { PROFILE } from '../../text/profile.ts';
import styles from './profile-screen.module.css';
import { PushChoice } from './push-choice.tsx';

/** The person's data, the look of the screens on this device, and the logout. */
export function ProfileScreen() {
  const { session } = useProfile();
  const logout = useLogout();
  const isOffered = useWatched(installOffer);
  const facts: readonly (readonly [string, string])[] = [
    [PROFILE.name, fullName(session)],
    [PROFILE.email, session.email],
    [PROFILE.role, session.roles[0]?.name ?? ''],
    [PROFILE.sector, session.organization?.name ?? PROFILE.noSector],
    [PROFILE.tenant, session.tenant.name],
  ];
  return (
    <div className={styles.screen}>
      <ScreenHeader title={PROFILE.title} backHref="/admin/home" />
      <Card padding="lg" className={styles.person ?? ''}>
        <PersonAvatar person={session} size={44} isSelf />
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <AppearanceChoice />
      <PushChoice />
      <section className={styles.section} aria-labelledby="aplicativo">
        <SectionLabel id="aplicativo">{PROFILE.app}</SectionLabel>
        <div className={styles.actions}>
          <LinkButton href="/admin/outbox" icon={Send}>
            {PROFILE.outbox}
          </LinkButton>
          {isOffered ? (
            <Button icon={Smartphone} onPress={() => void installOffer.accept()}>
              {PROFILE.install}
            </Button>
          ) : null}
          <Button icon={LogOut} onPress={logout.ask}>
            {PROFILE.leave}
          </Button>
        </div>
      </section>
      {logout.dialog}
    </div>
  );
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

function AppearanceChoice() {
  const [look, setLook] = useState(readAppearance);
  const change = (part: Partial<Appearance>) => {
    const next = { ...look, ...part };
    setLook(next);
    saveAppearance(next);
  };
  return (
    <section className={styles.section} aria-labelledby="aparencia">
      <SectionLabel id="aparencia">{PROFILE.look}</SectionLabel>
      <RadioGroup
        label={PROFILE.theme}
        appearance="plain"
        value={look.theme}
        options={THEMES.map((theme) => ({ value: theme, text: PROFILE.themes[theme] }))}
        onChange={(theme) => change({ theme: THEMES.find((one) => one === theme) ?? 'system' })}
      />
      <Switch isSelected={look.contrast === 'more'} onChange={(isOn) => change({ contrast: isOn ? 'more' : 'system' })}>
        {PROFILE.contrast}
      </Switch>
    </section>
  );
}
