import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { SkipLinks } from '#ui/frame/skip-links.tsx';
import { FileText } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Checked, checkText } from './check-text.ts';
import { ReceiptVerdict } from './receipt-verdict.tsx';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import { RECEIPT } from '../../text/receipt.ts';
import styles from './check-receipt.module.css';

const SKIPS = [{ href: '#conteudo', label: 'Ir para o conteúdo', accessKey: '1' }];
const FIELD = 'comprovante';
/** Far more than a receipt with a letter around it. */
const FILE_MAX_BYTES = 200_000;

/**
 * "Conferir comprovante": anybody pastes or opens a receipt and is told whether the public body signed it. The code may also
 * stand behind `#` in the address (`code`), where a QR code and "Comprovante" put it and no server sees it.
 */
export function CheckReceiptScreen({ code }: { code: string }) {
  const isGiven = code.startsWith('malote');
  const [text, setText] = useState(isGiven ? code : '');
  const [error, setError] = useState<string | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isBusy, setBusy] = useState(false);
  const result = useRef<HTMLDivElement>(null);

  const round = useRef(0);

  /** Nothing that was said of another receipt stays. Answers whether a later check or pick has begun since. */
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
        <Link href="/admin/home" tone="action">
          Voltar ao Malote
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
