import { csvOf } from '#contract/csv.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Select } from '#ui/fields/select.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { Download, FileUp } from 'lucide-react';
import { saveFile } from '../../device/save-file.ts';
import { EXPORT_AT, sendSheet } from '../../online/people.ts';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../../shared/connection/use-connection.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import {
  applyText,
  errorSheetName,
  withCount,
  IMPORT,
  importedText,
  type SheetKind,
  countsText,
  missingCountText,
  ignoredText,
} from '../../text/manage/users.ts';
import styles from './import-screen.module.css';
import { Card } from '#ui/document-look/surface.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Disclosure } from '#ui/actions/disclosure.tsx';
import { Invitations } from './invitations.tsx';
import { Lines } from './import-lines.tsx';
import { PastImports } from './past-imports.tsx';
import { LINE_RESULTS, type LineResult, type ImportReport, IMPORT_MAX_BYTES } from '#contract/import.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * A sheet of people or sectors: chosen, conferred, imported; and invitations for people without a
 * password.
 */
export function ImportScreen({ asked, onKind }: { asked: SheetKind; onKind: (kind: SheetKind) => void }) {
  const { may } = useProfile();
  const { isOffline } = useConnection();
  const [mayPeople, maySectors] = [may('create_users'), may('create_organizations')];
  const kind = maySectors && (asked === 'sectors' || !mayPeople) ? 'sectors' : 'people';
  const { state, choose, apply, refuse } = useImport(kind);
  const isBusy = state.step === 'conferring' || (state.step === 'conferred' && state.isSending);
  return (
    <div className={styles.screen}>
      <ScreenHeader title={IMPORT.title} backHref={IMPORT.back[kind]} />
      {isOffline ? (
        <Banner tone="pencil" title={IMPORT.offlineTitle}>
          {IMPORT.offline}
        </Banner>
      ) : null}
      {mayPeople && maySectors ? (
        <RadioGroup
          label={IMPORT.what}
          appearance="segments"
          orientation="horizontal"
          value={kind}
          isDisabled={isBusy}
          onChange={(value) => onKind(value === 'sectors' ? 'sectors' : 'people')}
          options={[
            { value: 'sectors', text: IMPORT.kinds.sectors },
            { value: 'people', text: IMPORT.kinds.people },
          ]}
        />
      ) : null}
      <section className={styles.step} aria-labelledby="planilha">
        <SectionLabel id="planilha">{IMPORT.stepOne}</SectionLabel>
        <p id="colunas">{IMPORT.columns[kind]}</p>
        <p className={styles.hint}>{IMPORT.howTo}</p>
        <div className={styles.acts}>
          <FilePicker
            label={state.step === 'start' ? IMPORT.choose : IMPORT.chooseOther}
            icon={FileUp}
            extensions={['.csv', '.txt']}
            isMultiple={false}
            isDisabled={isOffline || isBusy}
            describedBy="colunas"
            onPick={([file]) => (file === undefined ? refuse(IMPORT.notCsv) : void choose(file))}
          />
          {isOffline ? null : (
            <LinkButton href={EXPORT_AT[kind]} download icon={Download} variant="quiet">
              {IMPORT.download[kind]}
            </LinkButton>
          )}
        </div>
      </section>
      {state.step === 'start' && state.problem !== null ? (
        <Banner tone="danger" role="alert">
          {state.problem}
        </Banner>
      ) : null}
      {state.step === 'conferring' ? <SkeletonRows label={IMPORT.conferring} count={4} /> : null}
      {state.step === 'conferred' ? (
        <Conference name={state.chosen.name} report={state.report}>
          {state.problem === null ? null : (
            <Banner tone="danger" role="alert">
              {state.problem}
            </Banner>
          )}
          <Apply report={state.report} isOffline={isOffline} isSending={state.isSending} onApply={apply} />
        </Conference>
      ) : null}
      {state.step === 'done' ? <Imported words={importedText(state.counts, state.off)} /> : null}
      {kind === 'people' && !isOffline ? <Invitations key={`invitations ${state.step === 'done'}`} /> : null}
      {isOffline ? null : <PastImports key={`past ${state.step === 'done'}`} />}
    </div>
  );
}

/** What was done has the focus, because the button that did it is gone. */
function Imported({ words }: { words: string }) {
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <div ref={said} tabIndex={-1}>
      <Banner tone="ok" role="status">
        {words}
      </Banner>
    </div>
  );
}

const APPLY_ID = 'importar';

/**
 * The library says that the button is busy by a picture in its live region, which has the button's
 * name. The button goes when the sheet is written, so the picture, which would stay for seconds
 * without a name, goes too.
 */
function forgetBusy(): void {
  for (const said of document.querySelectorAll(`[role="img"][aria-labelledby="${APPLY_ID}"]`)) said.remove();
}

/** The people whom the sheet does not name, with a tick of their own, and the writing. */
function Apply(props: {
  report: ImportReport;
  isOffline: boolean;
  isSending: boolean;
  onApply: (deactivate: readonly number[]) => Promise<void>;
}) {
  const { report, isOffline, isSending, onApply } = props;
  const { counts, missing = [] } = report;
  const [isTicked, setTicked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const off = isTicked ? missing.map(({ id }) => id) : [];
  useEffect(() => forgetBusy, []);
  if (counts.refused > 0) return null;
  return (
    <>
      {missing.length === 0 ? null : (
        <Card>
          <Checkbox isSelected={isTicked} isDisabled={isSending} onChange={setTicked}>
            <b>{IMPORT.missing}</b>
          </Checkbox>
          <p>{`${missingCountText(missing.length)} ${IMPORT.missingMeans}`}</p>
          <Disclosure level={3} title={IMPORT.seeMissing} isOpen={isOpen} onOpenChange={setOpen}>
            <ul className={styles.said} translate="no">
              {missing.map(({ id, label }) => (
                <li key={id}>{label}</li>
              ))}
            </ul>
          </Disclosure>
        </Card>
      )}
      {counts.new + counts.changed + off.length === 0 ? null : (
        <div className={styles.acts}>
          <Button
            id={APPLY_ID}
            variant="primary"
            isDisabled={isOffline}
            isPending={isSending}
            onPress={() => void onApply(off)}
          >
            {applyText(counts, off.length)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Lines that change something or are refused, or those of one result. */
type LinesShown = LineResult | 'changing';

/**
 * What the server says of a sheet: counts, then its lines, refused ones first. Lines that change
 * nothing are shown where the person asks for them.
 */
function Conference({ name, report, children }: { name: string; report: ImportReport; children: ReactNode }) {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), [report]);
  const { counts, ignored } = report;
  const [shown, setShown] = useState<LinesShown>('changing');
  const kinds = LINE_RESULTS.filter((result) => counts[result] > 0);
  const changing = report.lines.filter((line) => line.result !== 'same');
  const lines = shown === 'changing' ? changing : report.lines.filter((line) => line.result === shown);
  return (
    <section className={styles.step} aria-labelledby="conferir">
      <SectionLabel id="conferir">{IMPORT.stepTwo}</SectionLabel>
      <p ref={heading} tabIndex={-1} className={styles.counts}>
        <b translate="no">{name}</b>: {countsText(counts)}.
      </p>
      {ignored.length > 0 ? <p className={styles.hint}>{ignoredText(ignored)}</p> : null}
      {counts.refused > 0 ? <Banner tone="warn">{IMPORT.fix}</Banner> : null}
      {changing.length === 0 ? <p>{IMPORT.nothing}</p> : null}
      {children}
      <div className={styles.acts}>
        {kinds.length < 2 ? null : (
          <Select
            label={IMPORT.shown}
            prefix={IMPORT.shown}
            appearance="toolbar"
            value={shown}
            options={[
              ...(changing.length === 0 ? [] : [{ id: 'changing', text: withCount(IMPORT.changing, changing.length) }]),
              ...kinds.map((result) => ({ id: result, text: withCount(IMPORT.linesOf[result], counts[result]) })),
            ]}
            onChange={(chosen) => setShown(LINE_RESULTS.find((result) => result === chosen) ?? 'changing')}
          />
        )}
        {counts.refused === 0 ? null : (
          <Button icon={Download} onPress={() => void saveErrors(report, name)}>
            {IMPORT.errors}
          </Button>
        )}
      </div>
      <Lines
        lines={lines.toSorted((one, other) => LINE_RESULTS.indexOf(one.result) - LINE_RESULTS.indexOf(other.result))}
      />
    </section>
  );
}

/** The refused lines and what is wrong in each, as a sheet to correct the other one by. */
async function saveErrors({ lines }: ImportReport, name: string): Promise<void> {
  const rows = lines.flatMap(({ line, label, errors }) =>
    errors.map(({ column, message }) => [String(line), label, column, message]),
  );
  const text = csvOf([[...IMPORT.errorTitles], ...rows]);
  await saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), errorSheetName(name));
}

type ChosenFile = { readonly name: string; readonly file: string };

type ImportState =
  | { readonly step: 'start'; readonly problem: string | null }
  | { readonly step: 'conferring'; readonly name: string }
  | {
      readonly step: 'conferred';
      readonly chosen: ChosenFile;
      readonly report: ImportReport;
      readonly key: string;
      readonly isSending: boolean;
      readonly problem: string | null;
    }
  | { readonly step: 'done'; readonly counts: ImportReport['counts'] | null; readonly off: number };

/** A sheet from its choice to its writing. What was read stays in this screen alone. */
function useImport(kind: SheetKind) {
  const { session, sync, commandContext } = useProfile();
  const [state, setState] = useState<ImportState>({ step: 'start', problem: null });
  const actorId = session.id;

  async function choose(file: File) {
    if (file.size > IMPORT_MAX_BYTES) return setState({ step: 'start', problem: IMPORT.tooLarge });
    setState({ step: 'conferring', name: file.name });
    const chosen = { name: file.name, file: await base64Of(file) };
    const answer = await sendSheet({ kind, file: chosen.file }, { actorId, key: null });
    if (answer.kind === 'failed' || answer.report === null)
      return setState({ step: 'start', problem: answer.kind === 'failed' ? answer.message : IMPORT.unreadable });
    // One key for this judgement: pressed again after a lost answer, the sheet is written once.
    const key = commandContext.newId();
    return setState({ step: 'conferred', chosen, report: answer.report, key, isSending: false, problem: null });
  }

  async function apply(deactivate: readonly number[]) {
    if (state.step !== 'conferred' || state.isSending) return;
    setState({ ...state, isSending: true, problem: null });
    const { chosen, report, key } = state;
    const off = deactivate.length === 0 ? {} : { deactivate };
    const sheet = { kind, file: chosen.file, conference: report.conference, ...off };
    const answer = await sendSheet(sheet, { actorId, key });
    if (answer.kind === 'failed') return setState({ ...state, isSending: false, problem: answer.message });
    sync.pullNow();
    return setState({ step: 'done', counts: answer.report?.counts ?? report.counts, off: deactivate.length });
  }

  return { state, choose, apply, refuse: (problem: string) => setState({ step: 'start', problem }) };
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x80_00)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x80_00)));
  return btoa(parts.join(''));
}
