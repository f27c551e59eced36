// Words of undoing an act within its undo time (S221).

import type { Undoing } from '#commands/outbox/undo-commands.ts';

export const UNDO = {
  act: 'Desfazer',
  /** A screen reader says this after the message, because its user may not see the button. */
  hint: 'Para desfazer agora: Ctrl Z, ou F6 até a mensagem.',
  undone: 'Desfeito: nada foi enviado',
  replyBack: 'Envio desfeito: o texto voltou para a sua resposta',
  open: 'Abrir',
  failed: 'Não foi possível desfazer. Veja em Pendências.',
  title: 'Desfazer o que acabou de fazer',
  switch: 'Esperar 6 segundos antes de enviar',
  meaning:
    'Nesse tempo a mensagem depois de transferir, concluir, prorrogar ou responder tem “Desfazer”. O que você fez fica guardado neste aparelho desde o início e é enviado mesmo que você o feche.',
} as const;

const NOT_UNDONE: Record<Exclude<Undoing, 'undone'>, string> = {
  gone: 'Já está a caminho: não dá mais para desfazer',
  followed: 'Não foi desfeito: você já fez outra coisa neste documento',
};

/** Why not all acts could be undone; null where all were. */
export function notUndoneText(undoings: readonly Undoing[]): string | null {
  const left = undoings.filter((one) => one !== 'undone');
  const [first] = left;
  if (first === undefined) return null;
  const back = undoings.length - left.length;
  return back === 0 ? NOT_UNDONE[first] : `Desfeito em ${back} de ${undoings.length}. O resto já está a caminho`;
}
