import { Link } from '#ui/actions/link.tsx';
import { SkipLinks } from '#ui/frame/skip-links.tsx';
import { useDeviceFacts } from '../../device/use-device-facts.ts';
import styles from './public-head.module.css';
import { TenantLogo } from './tenant-logo.tsx';
import { usePublicBody } from './use-public-body.ts';

const SKIPS = [{ href: '#conteudo', label: 'Ir para o conteúdo', accessKey: '1' }];

type Way = { readonly href: string; readonly text: string };

/**
 * The head of a page that needs no login: the public body, what the page is for (`note`), and a
 * link (`way`), which leads into the application where none is given.
 */
export function PublicHead(props: { note?: string; way?: Way }) {
  const { note = 'Ofícios e portarias, do protocolo ao arquivo' } = props;
  const { name, logo } = usePublicBody();
  const last = useDeviceFacts()?.lastPerson ?? null;
  const isIn = last !== null && !last.sessionEnded;
  const { way = { href: '/admin/home', text: isIn ? 'Voltar ao Malote' : 'Entrar no Malote' } } = props;
  return (
    <>
      <SkipLinks links={SKIPS} />
      <header className={styles.head}>
        <TenantLogo image={logo} size={40} />
        <div className={styles.words}>
          <p className={styles.name}>{name ?? 'Malote'}</p>
          <p className={styles.note}>{note}</p>
        </div>
        <Link href={way.href} tone="plain" className={styles.way}>
          {way.text}
        </Link>
      </header>
    </>
  );
}
