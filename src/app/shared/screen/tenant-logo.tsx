import styles from './tenant-logo.module.css';

/**
 * The tenant's logo. `image` null: this device has no logo, so the product's own mark is shown.
 * Undefined: not known yet, so the space stays empty.
 */
export function TenantLogo({ image, size }: { image: string | null | undefined; size: number }) {
  if (image === undefined) return <span className={styles.logo} style={{ width: size, height: size }} />;
  return <img src={image ?? '/favicon.svg'} alt="" width={size} height={size} className={styles.logo} />;
}
