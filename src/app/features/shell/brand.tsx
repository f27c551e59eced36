import { Link } from '@tanstack/react-router';
import { useProfile } from '../../profile/profile.tsx';
import { TenantLogo } from '../../shared/screen/tenant-logo.tsx';
import { useTenantLogo } from '../../shared/screen/use-tenant-logo.ts';
import { splitTenantName } from '../../text/names.ts';
import styles from './nav.module.css';

/** The tenant's logo and name; leads to the home. */
export function Brand({ isSmall = false }: { isSmall?: boolean }) {
  const { session } = useProfile();
  const { name } = session.tenant;
  const logo = useTenantLogo();
  const parts = splitTenantName(name);
  // What is read begins with what is seen, in its order: people who speak to their device say what they see.
  const words = [parts.place, parts.kind].filter((part) => part !== null).join(' ');
  return (
    <Link to="/admin/home" className={styles.brand} aria-label={`${words}: ir para o início`}>
      <TenantLogo image={logo} size={44} />
      {isSmall ? null : (
        <span>
          <span className={styles.brandName}>{parts.place}</span>
          {parts.kind === null ? null : <span className={styles.brandNote}>{parts.kind}</span>}
        </span>
      )}
    </Link>
  );
}
