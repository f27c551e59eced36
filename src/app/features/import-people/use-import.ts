import { type ImportReport, IMPORT_MAX_BYTES } from '#contract/import.ts';
import { useState } from 'react';
import { sendSheet } from '../../online/people.ts';
import { useProfile } from '../../profile/profile.tsx';
import { notKeptText } from '../../text/document/files.ts';
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
  | {
      readonly step: 'done';
      readonly counts: ImportReport['counts'];
      readonly off: number;
      readonly invited: number;
    };

/** What is done along with the writing: who is deactivated, and whether new people are invited. */
export type AlongWithSheet = { readonly deactivate: readonly number[]; readonly invite: boolean };

/**
 * The import of a sheet, from its choice to its writing. What was read is not stored on the device.
 */
export function useImport(kind: SheetKind) {
  const { session, sync, commandContext } = useProfile();
  const [state, setState] = useState<ImportState>({ step: 'start', problem: null });
  const actorId = session.id;

  async function choose(file: File) {
    if (file.size > IMPORT_MAX_BYTES) return setState({ step: 'start', problem: IMPORT.tooLarge });
    setState({ step: 'conferring', name: file.name });
    const text = await base64Of(file).catch(() => null);
    if (text === null) return setState({ step: 'start', problem: notKeptText(file.name, false) });
    const chosen = { name: file.name, file: text };
    const answer = await sendSheet({ kind, file: chosen.file }, { actorId, key: null });
    if (answer.kind === 'failed' || answer.report === null)
      return setState({ step: 'start', problem: answer.kind === 'failed' ? answer.message : IMPORT.unreadable });
    // One key for this judgement, so that a second press after a lost answer writes the sheet once.
    const key = commandContext.newId();
    return setState({ step: 'conferred', chosen, report: answer.report, key, isSending: false, problem: null });
  }

  async function apply({ deactivate, invite }: AlongWithSheet) {
    if (state.step !== 'conferred' || state.isSending) return;
    setState({ ...state, isSending: true, problem: null });
    const { chosen, report, key } = state;
    const off = deactivate.length === 0 ? {} : { deactivate };
    const inviting = invite ? { invite } : {};
    const sheet = { kind, file: chosen.file, conference: report.conference, ...off, ...inviting };
    const answer = await sendSheet(sheet, { actorId, key });
    if (answer.kind === 'failed') return setState({ ...state, isSending: false, problem: answer.message });
    sync.pullNow();
    // The answer to a replay lacks the number of invitations. The number of the judgement stands
    // in.
    const invited = answer.invited ?? (invite ? (report.invitable ?? 0) : 0);
    const counts = answer.report?.counts ?? report.counts;
    return setState({ step: 'done', counts, off: deactivate.length, invited });
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
