import { Tabs } from '#ui/actions/tabs.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { fullName } from '../../text/names.ts';
import { PROFILE } from '../../text/profile.ts';
import { AccountForm } from './account-form.tsx';
import { DeviceChoices } from './device-choices.tsx';
import type { ProfileTab } from './profile-search.ts';
import styles from './profile-screen.module.css';
import { StoredForm } from '../../shared/manage/stored-form.tsx';
import { TenantForm } from './tenant-form.tsx';
import { PROFILE_DRAFTS } from './use-typed.ts';

/**
 * The person's account beside what belongs to this device. Most people have the tabs Cadastro and Senha; a Super Admin has
 * Administrador and Organização.
 */
export function ProfileScreen({ tab, onTab }: { tab: ProfileTab | null; onTab: (tab: ProfileTab) => void }) {
  const { session, person } = useProfile();
  const panels = person.superAdmin
    ? {
        administrador: () => account({ hasPerson: true, hasPassword: true }),
        organizacao: () => (
          <StoredForm draftId={PROFILE_DRAFTS.tenant}>{(stored) => <TenantForm stored={stored} />}</StoredForm>
        ),
      }
    : {
        cadastro: () => account({ hasPerson: true, hasPassword: false }),
        senha: () => account({ hasPerson: false, hasPassword: true }),
      };
  const ids = Object.keys(panels) as ProfileTab[];
  const [first = 'cadastro'] = ids;
  const meta = [fullName(session), session.roles[0]?.name, session.organization?.name ?? PROFILE.noSector];
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

function account(parts: { hasPerson: boolean; hasPassword: boolean }) {
  return (
    <StoredForm draftId={PROFILE_DRAFTS.account}>{(stored) => <AccountForm stored={stored} {...parts} />}</StoredForm>
  );
}
