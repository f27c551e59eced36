import styles from './tenant-logo.module.css';

/** The tenant's logo; the product's own mark where there is none on this device. */
export function TenantLogo({ image, size }: { image: string | null; size: number }) {
  return <img src={image ?? '/favicon.svg'} alt="" width={size} height={size} className={styles.logo} />;
}
