import styles from './skip-links.module.css';

/** One jump; `accessKey` is the digit of the Brazilian accessibility model (eMAG). */
export type SkipLink = { href: string; label: string; accessKey: string };

const standardLinks: SkipLink[] = [
  { href: '#conteudo', label: 'Ir para o conteúdo', accessKey: '1' },
  { href: '#menu', label: 'Ir para o menu', accessKey: '2' },
  { href: '#busca', label: 'Ir para a busca', accessKey: '3' },
  { href: '#rodape', label: 'Ir para o rodapé', accessKey: '4' },
];

/** The first focusable things of a page, seen only while focused. Targets need `tabIndex={-1}` to take the focus. */
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
