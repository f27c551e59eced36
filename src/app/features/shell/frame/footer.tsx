import { VERSION } from '#contract/version.ts';
import { Link } from '#ui/actions/link.tsx';
import styles from './footer.module.css';

export function Footer() {
  return (
    <footer id="rodape" tabIndex={-1} className={styles.footer}>
      <Link href="/conferir">Conferir comprovante</Link>
      <Link href="/acessibilidade">Acessibilidade</Link>
      <Link href="/privacidade">Privacidade</Link>
      <span>Malote, versão {VERSION}</span>
    </footer>
  );
}
