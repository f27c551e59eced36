import styles from './tenant-logo.module.css';

/** The tenant's logo, or the product's own mark when this device has no logo. */
export function TenantLogo({ image, size }: { image: string | null; size: number }) {
  return <img src={image ?? '/favicon.svg'} alt="" width={size} height={size} className={styles.logo} />;
}
