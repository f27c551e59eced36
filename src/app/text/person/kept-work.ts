import type { OwnWork } from '#mirror/questions/own-work.ts';
import { isSealed, type KeptWork, type SealedRow } from '#mirror/store/sealed-row.ts';
import { joined, plural } from '../words/format.ts';

/** How much unsent work and how many drafts a person has on a device. */
export type WorkCount = { readonly unsent: number; readonly drafts: number };

/** Counts a person's own work. A sealed row tells how much was sealed in it. */
export function countOf({ items, draftsAtMs }: OwnWork): WorkCount {
  const counts = items.map(({ command }): WorkCount => {
    const stored: Pick<SealedRow, 'payload'> | null = isSealed(command) ? (command as unknown as SealedRow) : null;
    return stored?.payload.counts ?? { unsent: 1, drafts: 0 };
  });
  return counts.reduce((sum, one) => ({ unsent: sum.unsent + one.unsent, drafts: sum.drafts + one.drafts }), {
    unsent: 0,
    drafts: draftsAtMs.length,
  });
}

/** `1 envio e 2 rascunhos`; empty for no work. */
export function workText({ unsent, drafts }: WorkCount): string {
  return joined([unsentText(unsent), draftsText(drafts)].filter((words) => words !== ''));
}

function unsentText(unsent: number): string {
  return plural(unsent, { zero: '', one: '1 envio', other: (count) => `${count} envios` });
}

/** `2 rascunhos`; empty for none. */
export function draftsText(drafts: number): string {
  return plural(drafts, { zero: '', one: '1 rascunho', other: (count) => `${count} rascunhos` });
}

/** How much work of people who left is on this device. `keptWork`: by user id. */
export function keptItems(keptWork: Readonly<Record<string, KeptWork>>): number {
  return Object.values(keptWork).reduce((sum, { unsent, drafts }) => sum + unsent + drafts, 0);
}

/**
 * What the login says of work that people who left have on this device: how much it is, without
 * names or contents (S94). Null where there is none. `keptWork`: by user id.
 */
export function keptNotice(
  keptWork: Readonly<Record<string, KeptWork>>,
): { readonly title: string; readonly body: string } | null {
  const all = Object.values(keptWork);
  const unsent = all.reduce((sum, one) => sum + one.unsent, 0);
  const total = keptItems(keptWork);
  if (total === 0) return null;
  const isClosed = all.every((one) => one.unsealed === undefined);
  const kept = total === 1 ? 'item está guardado' : 'itens estão guardados';
  const sendable = all.reduce((sum, one) => sum + (one.sendable ?? 0), 0);
  return {
    title: `${total} ${kept} neste aparelho`,
    body: `${total === 1 ? 'Se é seu' : 'Se são seus'}, entre e continue.${afterText({ unsent, sendable, total })}${isClosed ? ' Ninguém mais consegue abrir.' : ''}`,
  };
}

/**
 * What happens to unsent work after the login; empty where there is none. `sendable`: without
 * refused and conflicting commands, which wait for their author.
 */
function afterText({ unsent, sendable, total }: { unsent: number; sendable: number; total: number }): string {
  const goes =
    total === 1 ? 'É enviado' : sendable === unsent ? 'O que não foi enviado sai' : 'O que pode ser enviado sai';
  return [
    sendable > 0 ? ` ${goes} assim que você entrar, com o seu nome.` : '',
    unsent > sendable ? ' O que precisa de você espera por você.' : '',
  ].join('');
}
