import { csvOf } from '#contract/csv.ts';
import { LINE_RESULTS, type ImportLine, type ImportReport, type LineResult } from '#contract/import.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextButton } from '#ui/actions/link.tsx';
import { ToggleChip } from '#ui/document-look/chip.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Check, Download } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { saveFile } from '../../device/save-file.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { applyText, errorSheetName, ignoredText, IMPORT, lineText, moreLinesText } from '../../text/manage/users.ts';
import { Lines, rowIdOf } from './import-lines.tsx';
import styles from './import-screen.module.css';
import { CountTiles } from './import-steps.tsx';
import { Invite, Missing } from './import-ticks.tsx';
import { SheetTable } from './sheet-table.tsx';
import type { AlongWithSheet } from './use-import.ts';

/** The results that each chip shows: what is refused or changed, one result, or all. */
const SHOWN = {
  changing: ['refused', 'changed'],
  new: ['new'],
  same: ['same'],
  all: LINE_RESULTS,
} as const satisfies Record<string, readonly LineResult[]>;
type Chip = keyof typeof SHOWN;
const CHIPS = Object.keys(SHOWN) as Chip[];

type Props = {
  readonly name: string;
  readonly report: ImportReport;
  readonly problem: string | null;
  readonly isOffline: boolean;
  readonly isSending: boolean;
  /** The button that chooses another sheet. */
  readonly another: ReactNode;
  readonly onApply: (along: AlongWithSheet) => Promise<void>;
};

/** What will happen with each line of a sheet, before anything is written. */
export function Conference({ name, report, problem, isOffline, isSending, another, onApply }: Props) {
  const { counts, ignored, columns, missing = [], invitable = 0 } = report;
  const isWide = useLayoutKind() === 'desktop';
  const countOf = (chip: Chip) => SHOWN[chip].reduce((sum, result) => sum + counts[result], 0);
  const [shown, setShown] = useState<Chip>(() => CHIPS.find((chip) => countOf(chip) > 0) ?? 'all');
  const [isInviting, setInviting] = useState(true);
  const [isTicked, setTicked] = useState(false);
  const invite = isInviting && invitable > 0;
  const deactivate = isTicked ? missing.map(({ id }) => id) : [];
  // After a lost answer the ticks are fixed, so that the same is sent again: the server may have
  // written it already.
  const areTicksFixed = isSending || problem !== null;
  const lines = linesOf(report.lines, SHOWN[shown]);
  return (
    <>
      <CountTiles counts={counts} />
      {ignored.length > 0 ? <p className={styles.hint}>{ignoredText(ignored)}</p> : null}
      {counts.new + counts.changed + counts.refused === 0 ? <p>{IMPORT.nothing}</p> : null}
      <div className={styles.bar}>
        <div role="group" aria-label={IMPORT.shown} className={styles.chips}>
          {CHIPS.filter((chip) => chip === 'changing' || countOf(chip) > 0).map((chip) => (
            <ToggleChip key={chip} isSelected={shown === chip} count={countOf(chip)} onChange={() => setShown(chip)}>
              {IMPORT.linesOf[chip]}
            </ToggleChip>
          ))}
        </div>
        <div className={styles.acts}>
          {counts.refused === 0 ? null : (
            <Button icon={Download} onPress={() => void saveErrors(report, name)}>
              {IMPORT.errors}
            </Button>
          )}
          {another}
        </div>
      </div>
      {lines.length === 0 ? (
        <p className={styles.hint}>{IMPORT.noLines}</p>
      ) : isWide && columns !== undefined ? (
        <SheetTable columns={columns} lines={lines} />
      ) : (
        <Lines lines={lines} />
      )}
      {counts.refused > 0 ? null : (
        <div className={styles.ticks}>
          {invitable === 0 ? null : (
            <Invite
              count={invitable}
              left={counts.new - invitable}
              isTicked={isInviting}
              isDisabled={areTicksFixed}
              onTick={setInviting}
            />
          )}
          {missing.length === 0 ? null : (
            <Missing missing={missing} isTicked={isTicked} isDisabled={areTicksFixed} onTick={setTicked} />
          )}
        </div>
      )}
      {problem === null ? null : (
        <Banner tone="danger" role="alert">
          {problem}
        </Banner>
      )}
      <Apply
        report={report}
        off={deactivate.length}
        isOffline={isOffline}
        isSending={isSending}
        onApply={() => void onApply({ deactivate, invite })}
        onLine={() => setShown('changing')}
      />
    </>
  );
}

function linesOf(lines: readonly ImportLine[], results: readonly LineResult[]): readonly ImportLine[] {
  const place = (line: ImportLine) => (line.result === 'refused' ? 0 : line.result === 'changed' ? 1 : 2);
  return lines
    .filter(({ result }) => results.includes(result))
    .toSorted((one, other) => place(one) - place(other) || one.line - other.line);
}

const APPLY_ID = 'importar';

/**
 * Removes what the library leaves in its live region. It announces a busy button by a picture that
 * has the button's name. Once the sheet is written the button is gone, and the picture would stay
 * for seconds without a name.
 */
function forgetBusy(): void {
  for (const said of document.querySelectorAll(`[role="img"][aria-labelledby="${APPLY_ID}"]`)) said.remove();
}

type ApplyProps = {
  readonly report: ImportReport;
  /** How many people are deactivated together with the sheet. */
  readonly off: number;
  readonly isOffline: boolean;
  readonly isSending: boolean;
  readonly onApply: () => void;
  readonly onLine: () => void;
};

/** The button that writes the sheet, or the lines that stand in the way. */
function Apply({ report, off, isOffline, isSending, onApply, onLine }: ApplyProps) {
  const { counts } = report;
  const isRefused = counts.refused > 0;
  useEffect(() => forgetBusy, []);
  if (!isRefused && counts.new + counts.changed + off === 0) return null;
  return (
    <div className={styles.foot}>
      <Button
        id={APPLY_ID}
        variant="primary"
        icon={Check}
        isDisabled={isOffline || isRefused}
        isPending={isSending}
        onPress={onApply}
      >
        {isRefused ? IMPORT.apply : applyText(counts, off)}
      </Button>
      {isRefused ? <ToCorrect lines={report.lines} onLine={onLine} /> : null}
      <p className={styles.hint}>{IMPORT.allOrNothing}</p>
    </div>
  );
}

/** How many refused lines the foot names. */
const NAMED_MAX = 3;

/** `Falta: corrigir linha 17 e linha 31`, each leading to its row. */
function ToCorrect({ lines, onLine }: { lines: readonly ImportLine[]; onLine: () => void }) {
  const refused = lines.filter(({ result }) => result === 'refused').map(({ line }) => line);
  const named = refused.slice(0, NAMED_MAX);
  const left = refused.length - named.length;
  function lead(line: number): void {
    onLine();
    // The line may be in a group that was not on screen. Its row can take the focus only once the
    // next frame has drawn that group.
    requestAnimationFrame(() => document.getElementById(rowIdOf(line))?.focus());
  }
  return (
    <p>
      <span>{IMPORT.fix}</span>
      {named.map((line, at) => (
        <Fragment key={line}>
          <span>{at === 0 ? '' : at + 1 === named.length && left === 0 ? ' e ' : ', '}</span>
          <TextButton onPress={() => lead(line)}>{lineText(line)}</TextButton>
        </Fragment>
      ))}
      <span>{moreLinesText(left)}</span>
    </p>
  );
}

/** Saves a sheet that lists the refused lines and what is wrong in each. */
async function saveErrors({ lines }: ImportReport, name: string): Promise<void> {
  const rows = lines.flatMap(({ line, label, errors }) =>
    errors.map(({ column, message }) => [String(line), label, column, message]),
  );
  const text = csvOf([[...IMPORT.errorTitles], ...rows]);
  await saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), errorSheetName(name));
}
