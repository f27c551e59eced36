import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { SkipLinks } from '#ui/frame/skip-links.tsx';
import { Copy, Download, FileText, Printer } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Banner } from '#ui/feedback/banner.tsx';
import { encode } from 'uqr';
import type { SaidReceipt } from '#contract/signed-receipt.ts';
import type { ReceiptKey } from '#contract/receipt-key.ts';
import { checkSigned, readReceiptCode } from '#mirror/keep/receipts.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import {
  isSameBody,
  otherNameText,
  RECEIPT,
  receiptAsText,
  receiptFileName,
  receiptLines,
  VERDICT,
  type Verdict,
} from '../../text/document/receipt.ts';
import { copyText, saveFile } from '../../device/save-file.ts';
import { fetchReceiptKey } from '../../online/receipt-keys.ts';
import styles from './check-receipt.module.css';

/** What a check found, and what the receipt says where it can be read at all. */
type CheckResult = {
  readonly verdict: Verdict;
  readonly said: SaidReceipt | null;
  /** The public body whose key signed it, as it is called now; null where its key is not known. */
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
 * The part that only paper has: the code, and a QR code that leads to its check. The code is behind
 * `#`, which no server sees.
 */
function ReceiptPaper({ code }: { code: string }) {
  const address = `${window.location.origin}/conferir#${code}`;
  const { data, size } = encode(address, { ecc: 'L', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div className={styles.paper}>
      <svg viewBox={`0 0 ${size} ${size}`} className={styles.qr} aria-hidden shapeRendering="crispEdges">
        <path d={squares.join('')} />
      </svg>
      <p>{`Para conferir: ${window.location.origin}/conferir`}</p>
      <p className={styles.code}>{code}</p>
    </div>
  );
}

/**
 * The result of a check. The contents of the receipt are shown only where its signature is valid,
 * or could not be checked yet.
 */
function ReceiptVerdict({ verdict, said, owner, code }: CheckResult) {
  const { tone, title, detail } = VERDICT[verdict];
  return (
    <div className={styles.verdict}>
      {verdict === 'valid' ? <p className={styles.paperTitle}>{RECEIPT.paper}</p> : null}
      <Banner tone={tone} title={title} role="status">
        {detail}
      </Banner>
      {said === null || owner === null || verdict !== 'valid' || isSameBody(said.tenant, owner) ? null : (
        <Banner tone="warn" title={RECEIPT.otherName} role="status">
          {otherNameText(owner)}
        </Banner>
      )}
      {said === null || verdict === 'invalid' ? null : (
        <dl className={styles.facts}>
          {receiptLines(said).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {said === null || code === null || verdict !== 'valid' ? null : (
        <>
          <ReceiptActions said={said} code={code} />
          <ReceiptPaper code={code} />
        </>
      )}
    </div>
  );
}

const SKIPS = [{ href: '#conteudo', label: 'Ir para o conteúdo', accessKey: '1' }];
const FIELD = 'comprovante';
/** Far more than a receipt with a letter around it. */
const FILE_MAX_BYTES = 200_000;

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
    // `check` is another function at each render; a code is checked once.
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

  return (
    <>
      <SkipLinks links={SKIPS} />
      <main className={styles.page} id="conteudo" tabIndex={-1}>
        <Link href={back ?? '/admin/home'} tone="action">
          {back === null ? RECEIPT.toHome : RECEIPT.toDocument}
        </Link>
        <ScreenHeading windowTitle={RECEIPT.title}>{RECEIPT.title}</ScreenHeading>
        <p className={styles.lead}>{RECEIPT.lead}</p>
        <form className={styles.form} onSubmit={submit}>
          <TextField
            id={FIELD}
            label={RECEIPT.field}
            description={RECEIPT.fieldHint}
            error={error ?? undefined}
            value={text}
            onChange={setText}
            rows={5}
            spellCheck="false"
            autoComplete="off"
          />
          <div className={styles.actions}>
            <Button type="submit" variant="primary" isPending={isBusy}>
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
        <div ref={result} tabIndex={-1} className={styles.result}>
          {checked === null ? null : <ReceiptVerdict {...checked} />}
        </div>
      </main>
    </>
  );
}
