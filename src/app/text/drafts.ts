import type { KeptDraft } from '#mirror/questions/kept-drafts.ts';
import { formatMoment, type Here } from './format.ts';
import { draftSentence } from './outbox.ts';

/** Words of a draft where its author finds it again (rule C16). */
export const DRAFT_TEXT = {
  one: 'Rascunho',
  many: 'Rascunhos',
  onlyHere: 'só neste aparelho',
  continue: 'Continuar rascunho',
  options: 'Opções do rascunho',
  startOver: 'Começar do zero',
  discard: 'Descartar',
} as const;

/** `Medição de novembro`; what the draft is about when it has no title: `Responder PMVI 042`. */
export function draftTitle(draft: KeptDraft): string {
  if (draft.reply !== null) return draft.reply.title || draftSentence(draft);
  return draft.title.trim() === '' ? draftSentence(draft) : draft.title.trim();
}

/** `Documento novo · salvo hoje às 11:08`, `Responder PMVI 042 · salvo ontem às 16:05`. */
export function draftMeta(draft: KeptDraft, here: Here): string {
  const about = draft.reply === null && draft.form === null ? 'Documento novo' : draftSentence(draft);
  return `${about} · salvo ${formatMoment(draft.savedAtMs, here)}`;
}

/** `Medição de novembro · salvo hoje às 11:08`: the draft in one line. */
export function draftLine(draft: KeptDraft, here: Here): string {
  const title = draft.reply === null ? draftTitle(draft) : draftSentence(draft);
  return `${title} · salvo ${formatMoment(draft.savedAtMs, here)}`;
}

/** `+2`: how many more drafts there are; its accessible name says `Mais 2 rascunhos`. */
export function moreDrafts(count: number): { readonly text: string; readonly name: string } {
  return { text: `+${count}`, name: count === 1 ? 'Mais 1 rascunho' : `Mais ${count} rascunhos` };
}
