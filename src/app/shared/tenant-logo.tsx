import { useState } from 'react';
import styles from './tenant-logo.module.css';

/** The tenant's logo; the product's own mark where there is none, or while it can't be loaded. */
export function TenantLogo({ logo, size }: { logo: string | null; size: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  const src = logo === null || failed === logo ? '/favicon.svg' : logo;
  return <img src={src} alt="" width={size} height={size} className={styles.logo} onError={() => setFailed(logo)} />;
}
