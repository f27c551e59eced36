import styles from './tenant-logo.module.css';

/**
 * The tenant's logo, the product's own mark when this device has no logo, or its empty place while
 * that is not known.
 */
export function TenantLogo({ image, size }: { image: string | null | undefined; size: number }) {
  if (image === undefined) return <span className={styles.logo} style={{ width: size, height: size }} />;
  return <img src={image ?? '/favicon.svg'} alt="" width={size} height={size} className={styles.logo} />;
}
