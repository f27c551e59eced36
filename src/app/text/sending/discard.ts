// The question before unsent work is given up (src/ui/look.md, look 6).

import { hasText } from '#domain/plain-text.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { isRowCommand } from '#mirror/store/row-commands.ts';
import { plural } from '../words/grammar.ts';
import { rowDiscardQuestion } from './row-acts.ts';

export const DISCARD_TEXT = {
  confirm: 'Descartar',
  keep: 'Manter',
  done: 'Descartado deste aparelho',
  asking: 'Conferindo com o servidor se já foi registrado…',
  inDoubt:
    'Atenção: pode já ter sido registrado, e o servidor não respondeu agora. Se foi, continua registrado mesmo descartado aqui.',
  failed: 'Não foi possível descartar: o envio já começou.',
} as const;

function nounOf(command: OutboxCommand): { title: string; body: string } {
  if (isRowCommand(command)) return rowDiscardQuestion(command);
  switch (command.type) {
    case 'create-document':
      return {
        title: 'Descartar este documento?',
        body: 'O texto e os arquivos serão apagados deste aparelho.',
      };
    case 'respond':
      if (hasText(command.payload.content)) {
        return { title: 'Descartar esta resposta?', body: 'O texto será apagado deste aparelho.' };
      }
      return command.payload.responsible_ids === null
        ? { title: 'Descartar esta prorrogação?', body: 'O prazo continua como estava.' }
        : { title: 'Descartar esta transferência?', body: 'O documento continua com quem estava.' };
    case 'complete-document':
      return { title: 'Descartar esta conclusão?', body: 'O documento continua aberto.' };
    case 'reopen-document':
      return { title: 'Descartar esta reabertura?', body: 'O documento continua como estava.' };
    case 'reassign-document':
      return { title: 'Descartar esta redistribuição?', body: 'O documento continua com quem estava.' };
    case 'record-view':
      return { title: 'Descartar este registro?', body: 'O servidor não saberá que você viu o documento.' };
  }
}

/**
 * Title and body of the question. Commands that depend on this one are discarded with it, and the
 * body tells how many.
 */
export function discardQuestion(command: OutboxCommand, dependents: number): { title: string; body: string } {
  const { title, body } = nounOf(command);
  if (dependents === 0) return { title, body };
  const also = plural(dependents, {
    zero: '',
    one: 'Outro envio que depende dele também será descartado.',
    other: (n) => `Outros ${n} envios que dependem dele também serão descartados.`,
  });
  return { title, body: `${body} ${also}` };
}
