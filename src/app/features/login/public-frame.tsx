import { Link } from '#ui/actions/link.tsx';
import { SkipLinks } from '#ui/frame/skip-links.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { Mail, Pencil, PenLine, Phone, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { phoneHref, PUBLIC_LINKS } from '../../profile/public-links.ts';
import { TenantLogo } from '../../shared/screen/tenant-logo.tsx';
import { sharedDevice } from '../../device/shared-device.ts';
import { usePublicBody } from '../../shared/screen/use-public-body.ts';
import { inkMeaning, LOGIN } from '../../text/person/login.ts';
import styles from './public-frame.module.css';
import { Banner } from '#ui/feedback/banner.tsx';

/** The thread from pencil to ink as a drawing: dashed up to the knot, solid after it. */
function Fio() {
  return (
    <svg className={styles.fio} viewBox="0 0 492 40" width="492" height="40" aria-hidden focusable="false">
      <circle cx="8" cy="20" r="7" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="4 3.3" />
      <path d="M20 20h204" stroke="currentColor" strokeWidth="2" strokeDasharray="7 6" />
      <path d="M226 20h252" stroke="currentColor" strokeWidth="2" />
      <g fill="none" stroke="currentColor" strokeWidth="2.5">
        <ellipse cx="242" cy="10" rx="6" ry="7.5" />
        <ellipse cx="242" cy="30" rx="6" ry="7.5" />
      </g>
      <rect x="237" y="15.5" width="10" height="9" rx="2.5" fill="currentColor" />
      <circle cx="484" cy="20" r="7" fill="var(--focus-inv)" />
    </svg>
  );
}

/** The skip links of screens before the login, which have neither menu nor search. */
const SKIPS = [
  { href: '#conteudo', label: 'Ir para o conteúdo', accessKey: '1' },
  { href: '#rodape', label: 'Ir para o rodapé', accessKey: '4' },
];

/**
 * The frame of the screens before the login. Beside the form it has ruled lines with the drawing of
 * pencil and ink, or `aside` in its place. `isWaiting`: the server has not answered the form yet.
 */
export function PublicFrame(props: { isWaiting?: boolean; aside?: ReactNode; children: ReactNode }) {
  const { aside, isWaiting = false, children } = props;
  const shared = useWatched(sharedDevice);
  const { name: tenantName, logo } = usePublicBody();
  return (
    <div className={styles.frame}>
      <SkipLinks links={SKIPS} />
      <aside className={styles.panel} aria-label="Malote">
        <div className={styles.tenant}>
          <TenantLogo image={logo} size={56} />
          <div>
            <p className={styles.tenantName}>{tenantName ?? LOGIN.product}</p>
            <p className={styles.tagline}>{shared?.name ?? LOGIN.tagline}</p>
          </div>
        </div>
        <div className={styles.band}>
          <TenantLogo image={logo} size={44} />
          <div>
            <p className={styles.bandName}>{LOGIN.product}</p>
            {tenantName === null ? null : <p className={styles.tagline}>{tenantName}</p>}
            {shared?.name === undefined ? null : <p className={styles.tagline}>{shared.name}</p>}
          </div>
        </div>
        <div className={styles.words}>
          <p className={styles.name}>{LOGIN.product}</p>
          <p className={styles.motto}>{LOGIN.motto}</p>
          {aside === undefined ? <Legend tenantName={tenantName} /> : null}
        </div>
        {aside}
        <div className={styles.contact}>
          <Contacts />
          <span className={styles.version}>{LOGIN.version}</span>
        </div>
      </aside>
      <div className={styles.side}>
        <main id="conteudo" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <footer id="rodape" tabIndex={-1} className={styles.footer}>
          <span className={styles.narrow}>
            <Contacts />
          </span>
          {PUBLIC_LINKS.map(({ text, href }) => (
            <Link key={text} href={href}>
              {text}
            </Link>
          ))}
          <Link href="/conferir">Conferir comprovante</Link>
          <Link href="/acessibilidade">Acessibilidade</Link>
          <Link href="/privacidade">Privacidade</Link>
        </footer>
      </div>
      {isWaiting ? <LoaderCover /> : null}
    </div>
  );
}

/**
 * Covers a screen before the login while the server answers its form, so that nothing is pressed
 * meanwhile. It draws its own line, because the kit's stands in a file that the login does not
 * load.
 */
function LoaderCover() {
  return (
    <div className={styles.cover}>
      <div role="progressbar" aria-label={LOGIN.waiting} className={styles.line} />
    </div>
  );
}

/**
 * Phone and e-mail of the town hall: on the panel or, in windows without room for a panel, at the
 * foot.
 */
function Contacts() {
  const { phone, email } = usePublicBody();
  return (
    <>
      {phone === '' ? null : (
        <Link href={phoneHref(phone)} tone="plain" className={styles.way}>
          <Phone size={16} strokeWidth={1.75} aria-hidden />
          <span>{phone}</span>
        </Link>
      )}
      {email === '' ? null : (
        <Link href={`mailto:${email}`} tone="plain" className={styles.way}>
          <Mail size={16} strokeWidth={1.75} aria-hidden />
          <span>{email}</span>
        </Link>
      )}
    </>
  );
}

/** The drawing that explains pencil and ink before the first screen. */
function Legend({ tenantName }: { tenantName: string | null }) {
  return (
    <>
      <Fio />
      <div className={styles.legend}>
        <div>
          <p className={styles.legendName}>
            <Pencil size={18} strokeWidth={1.75} aria-hidden /> {LOGIN.pencil}
          </p>
          <p className={styles.legendText}>{LOGIN.pencilMeaning}</p>
        </div>
        <div>
          <p className={styles.legendName}>
            <PenLine size={18} strokeWidth={1.75} aria-hidden /> {LOGIN.ink}
          </p>
          <p className={styles.legendText}>{inkMeaning(tenantName)}</p>
        </div>
      </div>
    </>
  );
}

/** Says above a public form that it needs the network, before anything is typed into it. */
export function OfflineNotice({ children }: { children: ReactNode }) {
  return (
    <div className={styles.offline}>
      <Banner tone="pencil" icon={CloudOff} title={LOGIN.offlineTitle} role="status">
        {children}
      </Banner>
    </div>
  );
}
