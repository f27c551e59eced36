// The sentence of an item names the act, never the request (src/ui/look.md, look 6). Pure.

import { hasText } from '#domain/plain-text.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import { isSealed } from '#mirror/store/sealed-row.ts';
import { isUnderstood } from '#mirror/store/upcast-command.ts';
import { formatDay } from '../words/format.ts';
import { joined } from '../words/grammar.ts';
import { rowActSentence } from './row-acts.ts';
import { documentName } from '../words/ticket-text.ts';

/** Names of people and sectors by id, as the mirror knows them. */
export type Names = {
  readonly person: (id: number) => string;
  readonly sector: (id: number) => string;
};

/**
 * `Transferir PMVI 042 para Obras`, `Prorrogar PMVI 042 até 30/11/2026`, `Responder o documento
 * novo L-7F3A`.
 */
export function actSentenceOf(item: OutboxItem, names: Names): string {
  const { command, title } = item;
  if (!isUnderstood(command)) return isSealed(command) ? 'Trabalho que você guardou ao sair' : 'Item de outra versão';
  const document = documentName(item);
  switch (command.type) {
    case 'create-document':
      return `Criar “${command.payload.title}”`;
    case 'complete-document':
      return `Concluir ${document}`;
    case 'reopen-document': {
      const day = command.payload.limit_date;
      return day === null ? `Reabrir ${document}` : `Reabrir ${document} até ${formatDay(day)}`;
    }
    case 'reassign-document': {
      const { responsible_ids: people } = command.payload;
      return `Redistribuir ${document} para ${joined(people.map(names.person))}`;
    }
    case 'record-view':
      return `Registrar que você viu ${item.ticket === null ? `“${title}”` : document}`;
    case 'respond': {
      const { responsible_ids: people, organization_ids: sectors, limit_date: day, content } = command.payload;
      if (people !== null) {
        const to = sectors.length > 0 ? sectors.map(names.sector) : people.map(names.person);
        return `Transferir ${document} para ${joined(to)}`;
      }
      if (day !== null) return `Prorrogar ${document} até ${formatDay(day)}`;
      return hasText(content) ? `Responder ${document}` : `Anexar arquivos a ${document}`;
    }
    case 'create-row':
    case 'update-row':
    case 'switch-rows':
    case 'delete-rows':
      return rowActSentence(command);
  }
}

const SMALLEST_BYTES = 1000;

/**
 * The approximate size of what goes over the network: text and files; never shown as less than `1
 * KB`.
 */
export function sizeOf({ command }: OutboxItem): number {
  const text = JSON.stringify(command.payload).length;
  return Math.max(
    SMALLEST_BYTES,
    command.files.reduce((sum, file) => sum + file.size, text),
  );
}
