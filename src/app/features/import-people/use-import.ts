import { type ImportReport, IMPORT_MAX_BYTES } from '#contract/import.ts';
import { useState } from 'react';
import { sendSheet } from '../../online/people.ts';
import { useProfile } from '../../profile/profile.tsx';
import { IMPORT, type SheetKind } from '../../text/manage/users.ts';

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
export function useImport(kind: SheetKind) {
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
