import { Link } from '@tanstack/react-router';
import { useProfile } from '../../profile/profile.tsx';
import { TenantLogo } from './tenant-logo.tsx';
import styles from './tenant-logo.module.css';
import { useTenantLogo } from './use-tenant-logo.ts';

/**
 * The tenant's logo at the top of a phone's screen; leads to the home. Wider windows have it in the
 * menu.
 */
export function HomeMark() {
  const { name } = useProfile().session.tenant;
  return (
    <Link to="/admin/home" className={styles.mark} aria-label={`${name}: ir para o início`}>
      <TenantLogo image={useTenantLogo()} size={32} />
    </Link>
  );
}
