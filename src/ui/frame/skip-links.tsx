import styles from './skip-links.module.css';

/** One skip link; `accessKey` is the digit of the Brazilian accessibility model (eMAG). */
export type SkipLink = { href: string; label: string; accessKey: string };

const standardLinks: SkipLink[] = [
  { href: '#conteudo', label: 'Ir para o conteúdo', accessKey: '1' },
  { href: '#menu', label: 'Ir para o menu', accessKey: '2' },
  { href: '#busca', label: 'Ir para a busca', accessKey: '3' },
  { href: '#rodape', label: 'Ir para o rodapé', accessKey: '4' },
];

/**
 * The first focusable elements of a page, visible only while focused. A target needs
 * `tabIndex={-1}` to receive the focus.
 */
export function SkipLinks({ links = standardLinks }: { links?: SkipLink[] }) {
  return (
    <nav className={styles.links} aria-label="Atalhos da página">
      {links.map(({ href, label, accessKey }) => (
        <a key={href} href={href} accessKey={accessKey} className={styles.link}>
          {label} [{accessKey}]
        </a>
      ))}
    </nav>
  );
}
