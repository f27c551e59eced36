import { cutTo } from '#domain/text.ts';
import { Button } from '#ui/actions/button.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import {
  Ban,
  Check,
  Copy,
  Download,
  FileText,
  Landmark,
  type LucideIcon,
  Minus,
  Phone,
  Printer,
  TriangleAlert,
  X,
} from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { encode } from 'uqr';
import type { SaidReceipt } from '#contract/signed-receipt.ts';
import type { ReceiptKey } from '#contract/receipt-key.ts';
import { checkSigned, readReceiptCode } from '#mirror/keep/receipts.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { CONTACT_EMAIL, CONTACT_PHONE } from '../../profile/public-links.ts';
import { Ticket } from '../../shared/document/ticket.tsx';
import { PublicHead } from '../../shared/screen/public-head.tsx';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { TenantLogo } from '../../shared/screen/tenant-logo.tsx';
import { usePublicBody } from '../../shared/screen/use-public-body.ts';
import {
  isSameBody,
  isWithoutEffect,
  otherNameText,
  RECEIPT,
  receiptAsText,
  receiptFileName,
  receiptLines,
  VERDICT,
  type Verdict,
  WITHOUT_EFFECT,
} from '../../text/document/receipt.ts';
import { copyText, saveFile } from '../../device/save-file.ts';
import { fetchReceiptKey } from '../../online/receipt-keys.ts';
import styles from './check-receipt.module.css';

/** What a check found, and what the receipt says where it can be read at all. */
type CheckResult = {
  readonly verdict: Verdict;
  readonly said: SaidReceipt | null;
  /**
   * The public body whose key signed the receipt, by its present name; null where the key is not
   * known.
   */
  readonly owner: ReceiptKey['tenant'] | null;
  /** The code alone, without the text around it; null where there is none. */
  readonly code: string | null;
};

/**
 * Checks the code in a text with the keys of this device; the server is asked only for a key that
 * the device does not have.
 */
async function checkText(text: string): Promise<CheckResult> {
  const read = readReceiptCode(text);
  if (read.kind !== 'read') return { verdict: read.kind, said: null, owner: null, code: null };
  const { claim, code, said } = read;
  const known = (await readDeviceFacts()).receiptKeys;
  const found = await checkSigned(claim, known);
  if (found !== 'unknown-key') {
    const owner = known.find((one) => one.id === claim.keyId)?.tenant ?? null;
    return { verdict: found === 'unsigned' ? 'invalid' : found, said, owner, code };
  }
  const key = await fetchReceiptKey(claim.keyId);
  if (key === 'offline') return { verdict: 'unknown-key-offline', said, owner: null, code };
  if (key === 'unknown') return { verdict: 'unknown-key', said, owner: null, code };
  const again = await checkSigned(claim, [key]);
  return { verdict: again === 'unsigned' ? 'invalid' : again, said, owner: key.tenant, code };
}

/** The actions for a valid receipt: copy, save or print it, to hand it on. */
function ReceiptActions({ said, code }: { said: SaidReceipt; code: string }) {
  const text = receiptAsText(said, { code, origin: window.location.origin });
  const save = () => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), receiptFileName(said));
  return (
    <div className={styles.actions}>
      <Button variant="secondary" icon={Copy} onPress={() => void copyText(text, { copied: RECEIPT.copied })}>
        {RECEIPT.copy}
      </Button>
      <Button variant="secondary" icon={Download} onPress={() => void save()}>
        {RECEIPT.save}
      </Button>
      <Button variant="secondary" icon={Printer} onPress={() => window.print()}>
        {RECEIPT.print}
      </Button>
    </div>
  );
}

/**
 * A QR code that leads to the check of this code, which stands behind `#`, where no server sees it.
 * The code itself is folded on the screen and stands on paper.
 */
function ReceiptCode({ said, code }: { said: SaidReceipt; code: string }) {
  const address = `${window.location.origin}/conferir#${code}`;
  const { data, size } = encode(address, { ecc: 'L', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const print = (
    <>
      <p className={styles.code}>{`${RECEIPT.fingerprint}: ${said.contentSha256}`}</p>
      <p className={styles.code}>{code}</p>
    </>
  );
  return (
    <>
      <div className={styles.codes}>
        <svg viewBox={`0 0 ${size} ${size}`} className={styles.qr} aria-hidden shapeRendering="crispEdges">
          <path d={squares.join('')} />
        </svg>
        <p>
          <span className={styles.codeNote}>{RECEIPT.qr}</span>
          <span>{`${window.location.origin}/conferir`}</span>
        </p>
      </div>
      <details className={styles.folded}>
        <summary>{RECEIPT.codeAndFingerprint}</summary>
        {print}
      </details>
      <div className={styles.onPaper}>{print}</div>
    </>
  );
}

/** The knot in the thread across the sheet. It is drawn where the signature is valid. */
function Tie() {
  return (
    <svg className={styles.tie} viewBox="0 0 28 12" width="28" height="12" aria-hidden focusable="false">
      <g fill="var(--surface)" stroke="currentColor" strokeWidth="2">
        <ellipse cx="7" cy="6" rx="6" ry="4.5" />
        <ellipse cx="21" cy="6" rx="6" ry="4.5" />
      </g>
      <circle cx="14" cy="6" r="3" fill="currentColor" />
    </svg>
  );
}

/**
 * The sheet with the contents of a receipt. It is shown where the signature is valid or could not
 * be checked. In the second case it has no crest, no knot and no code.
 */
function ReceiptSheet({ verdict, said, owner, code }: CheckResult & { said: SaidReceipt }) {
  const body = usePublicBody();
  const { documentNumber: number, tenant } = said;
  const isGood = verdict === 'valid';
  const isTied = isGood && !isWithoutEffect(said);
  return (
    <section className={styles.sheet} aria-label={RECEIPT.paper}>
      <div className={`${styles.sheetHead} ${isTied ? '' : styles.loose}`}>
        {isGood && body.name === owner?.name ? <TenantLogo image={body.logo} size={56} /> : null}
        <div className={styles.of}>
          <p className={styles.body}>{tenant.name}</p>
          <p className={styles.paperTitle}>{RECEIPT.paper}</p>
        </div>
        {number === null ? null : (
          <p className={styles.number}>
            <Ticket acronym={tenant.acronym} number={number} localCode={null} />
          </p>
        )}
        {isGood ? <Tie /> : null}
      </div>
      <dl className={styles.facts}>
        {receiptLines(said).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {code === null || !isGood ? null : (
        <>
          <ReceiptCode said={said} code={code} />
          <ReceiptActions said={said} code={code} />
        </>
      )}
    </section>
  );
}

const SIGNS = { ok: Check, warn: TriangleAlert, danger: X } as const;

/** What was found, large and before everything else. */
function ReceiptVerdict({ verdict, said }: CheckResult) {
  const isVoid = verdict === 'valid' && said !== null && isWithoutEffect(said);
  const { tone, title, detail } = isVoid ? WITHOUT_EFFECT : VERDICT[verdict];
  const Sign = isVoid ? Ban : SIGNS[tone];
  return (
    <div className={styles.verdict}>
      <span className={`${styles.sign} ${styles[tone]}`}>
        <Sign strokeWidth={2} aria-hidden />
      </span>
      <div role="status">
        <ScreenHeading windowTitle={title.replace(/\.$/, '')} className={styles.verdictTitle}>
          {title}
        </ScreenHeading>
        <p className={styles.lead}>{detail}</p>
      </div>
    </div>
  );
}

type Line = { readonly icon: LucideIcon; readonly words: string; readonly isGood?: boolean };

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section className={styles.lines}>
      <SectionLabel>{title}</SectionLabel>
      <ul>
        {lines.map(({ icon: Icon, words, isGood = false }) => (
          <li key={words} className={isGood ? styles.good : undefined}>
            <Icon size={18} strokeWidth={1.75} aria-hidden />
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PROVES: readonly Line[] = [
  { icon: Check, words: RECEIPT.provesAct, isGood: true },
  { icon: Check, words: RECEIPT.provesContent, isGood: true },
  { icon: Minus, words: RECEIPT.provesNoText },
];

const BEFORE_DOUBT: readonly Line[] = [
  { icon: Copy, words: RECEIPT.copyAgain },
  { icon: Landmark, words: RECEIPT.seeBody },
  { icon: Phone, words: [RECEIPT.tellBody, CONTACT_PHONE, CONTACT_EMAIL].filter((part) => part !== '').join(' ') },
];

const FIELD = 'comprovante';
/** The largest text file that is read: far more than a receipt and a letter around it. */
const FILE_MAX_BYTES = 200_000;
/** How many letters of an invalid code are shown, so that the person can tell which one it was. */
const READ_LETTERS = 40;

const beginningOf = (code: string) => (code.length > READ_LETTERS ? `${cutTo(code, READ_LETTERS)}…` : code);

/**
 * "Conferir comprovante": anybody pastes or opens a receipt and sees whether the public body signed
 * it. The code may also be behind `#` in the address (`code`), where a QR code and "Comprovante"
 * put it and no server sees it.
 */
export function CheckReceiptScreen({ code, back }: { code: string; back: string | null }) {
  const isGiven = code.startsWith('malote');
  const [text, setText] = useState(isGiven ? code : '');
  const [error, setError] = useState<string | null>(null);
  const [checked, setChecked] = useState<CheckResult | null>(null);
  const [isBusy, setBusy] = useState(false);
  const result = useRef<HTMLDivElement>(null);

  const round = useRef(0);

  /**
   * Removes the result of another receipt. Returns a function that says whether a later check has
   * begun since.
   */
  function begin(): () => boolean {
    const mine = (round.current += 1);
    setError(null);
    setChecked(null);
    setBusy(false);
    return () => round.current !== mine;
  }

  async function check(given: string): Promise<void> {
    const isOver = begin();
    setText(given);
    setBusy(true);
    const found = await checkText(given).catch(() => null);
    if (isOver()) return;
    setBusy(false);
    if (found === null) setError(RECEIPT.notChecked);
    else setChecked(found);
  }

  useEffect(() => {
    if (isGiven) void check(code);
    // `check` is not listed because it changes at each render, and a code must be checked once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isGiven, code]);
  useEffect(() => {
    if (checked !== null) result.current?.focus();
  }, [checked]);

  async function open([file]: File[]): Promise<void> {
    const isOver = begin();
    const content = file === undefined || file.size > FILE_MAX_BYTES ? null : await file.text().catch(() => null);
    if (isOver()) return;
    if (content === null) setError(RECEIPT.unreadable);
    else await check(content);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== '') void check(text);
    else {
      begin();
      setError(RECEIPT.nothing);
      document.getElementById(FIELD)?.focus();
    }
  }

  const shown = checked !== null && checked.said !== null && checked.verdict !== 'invalid' ? checked.said : null;
  const isNothing = checked === null && !isBusy;
  return (
    <>
      <PublicHead note={RECEIPT.title} {...(back === null ? {} : { way: { href: back, text: RECEIPT.toDocument } })} />
      <main className={checked === null ? styles.page : `${styles.page} ${styles.checked}`} id="conteudo" tabIndex={-1}>
        <div ref={result} tabIndex={-1} className={styles.result}>
          {checked !== null ? (
            <ReceiptVerdict {...checked} />
          ) : (
            <>
              <ScreenHeading windowTitle={RECEIPT.title}>
                {isGiven && isBusy ? RECEIPT.waiting : RECEIPT.title}
              </ScreenHeading>
              <p className={styles.lead}>{isNothing ? RECEIPT.lead : null}</p>
            </>
          )}
        </div>
        {checked === null || shown === null ? null : (
          <div className={styles.main}>
            <ReceiptSheet {...checked} said={shown} />
            {checked.owner === null || checked.verdict !== 'valid' || isSameBody(shown.tenant, checked.owner) ? null : (
              <Banner tone="warn" title={RECEIPT.otherName} role="status">
                {otherNameText(checked.owner)}
              </Banner>
            )}
          </div>
        )}
        <div className={styles.side}>
          {checked?.verdict === 'valid' ? <Lines title={RECEIPT.proves} lines={PROVES} /> : null}
          {checked?.verdict === 'invalid' || checked?.verdict === 'damaged' ? (
            <>
              <p className={styles.read}>
                <span className={styles.codeNote}>{RECEIPT.codeRead}</span>
                <span className={styles.code}>{beginningOf(checked.code ?? text.trim())}</span>
              </p>
              <Lines title={RECEIPT.beforeDoubt} lines={BEFORE_DOUBT} />
            </>
          ) : null}
          <form className={styles.form} onSubmit={submit}>
            {checked === null ? null : <SectionLabel>{RECEIPT.another}</SectionLabel>}
            <TextField
              id={FIELD}
              label={RECEIPT.field}
              description={RECEIPT.fieldHint}
              error={error ?? undefined}
              value={text}
              onChange={setText}
              rows={checked === null ? 5 : 3}
              spellCheck="false"
              autoComplete="off"
            />
            <div className={styles.actions}>
              <Button type="submit" variant={shown === null ? 'primary' : 'secondary'} isPending={isBusy}>
                {isBusy ? RECEIPT.checking : RECEIPT.check}
              </Button>
              <FilePicker
                label={RECEIPT.open}
                icon={FileText}
                extensions={['.txt']}
                mimeTypes={['text/plain']}
                isMultiple={false}
                onPick={(files, rejected) => void open(rejected.length > 0 ? [] : files)}
              />
            </div>
          </form>
        </div>
      </main>
    </>
  );
}
