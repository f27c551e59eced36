import { Link } from '#ui/actions/link.tsx';
import styles from './results-screen.module.css';

/** The name of a result: a link where the person may follow it, plain text elsewhere (rule B14). */
export function ResultTitle({ href, children }: { href: string | null; children: string }) {
  if (href === null) return <span className={styles.title}>{children}</span>;
  return (
    <Link href={href} tone="plain" className={styles.title}>
      {children}
    </Link>
  );
}
