// Words of "Exportar tudo" (S239).

import type { ExportState } from '#contract/exports.ts';
import { formatMoment, formatSize, type Here, plural } from '../words/format.ts';

export const EXPORT = {
  title: 'Exportar tudo',
  meta: 'Tudo o que o órgão tem no Malote, para guardar ou levar para outro sistema.',
  what: 'O que vai junto',
  contents: [
    'Documentos com respostas, histórico e arquivos, também os que nem todos veem.',
    'Pessoas, setores, assuntos, modelos, alertas, calendário, comprovantes e acessos.',
    'Um índice que abre em qualquer navegador, sem o Malote: indice.html.',
    'As mesmas informações em tabelas, para outros sistemas.',
  ],
  without: 'Senhas não vão junto. Quem baixa fica registrado na Auditoria.',
  make: 'Preparar exportação',
  makeAgain: 'Preparar outra',
  again: 'Tentar de novo',
  making: 'Preparando a exportação',
  waiting: 'Na fila do servidor…',
  writing: 'Escrevendo documentos e tabelas…',
  goesOn: 'Você pode sair desta tela: o servidor continua.',
  cancel: 'Cancelar',
  ready: 'A exportação está pronta',
  resumes: 'Se parar no meio, continue na lista de arquivos baixados do navegador: segue de onde parou.',
  remove: 'Remover do servidor',
  failed: 'A exportação não terminou',
  faults: {
    full: 'O servidor está sem espaço. Avise quem cuida dele e tente de novo.',
    broken: 'Algo falhou no servidor. Tente de novo; se repetir, avise quem cuida dele.',
  },
  offlineTitle: 'Sem conexão.',
  offline: 'A exportação é feita no servidor. Conecte-se à internet para pedir ou baixar.',
  needsLogin: 'A sua sessão terminou. Entre de novo para exportar.',
  unanswered: 'O servidor não respondeu. Tente de novo.',
  unreadable: 'Este servidor não exporta tudo.',
  asking: 'Consultando a exportação',
} as const;

/** `Baixar, 12,3 MB` */
export const downloadText = ({ size }: ExportState): string => `Baixar, ${formatSize(size)}`;

export function progressText({ state, files_done, files_all, bytes_done, bytes_all }: ExportState): string {
  if (state === 'waiting') return EXPORT.waiting;
  if (files_done >= files_all) return EXPORT.writing;
  return `${files_done} de ${plural(files_all, FILES)} (${formatSize(bytes_done)} de ${formatSize(bytes_all)})`;
}

/**
 * How many of the files' bytes are in the export, in per cent; undefined while the bytes tell
 * nothing of the progress.
 */
export function progressOf({ state, files_done, files_all, bytes_done, bytes_all }: ExportState): number | undefined {
  return state === 'waiting' || files_done >= files_all || bytes_all === 0 ? undefined : (bytes_done / bytes_all) * 100;
}

/** How many documents the export has, at whose request it was made, and until when it is kept. */
export function readyText({ documents, asked_by, ready_at, expires_at }: ExportState, here: Here): string {
  const made = ready_at === null ? '' : `, de ${formatMoment(ready_at, here)}`;
  const kept = expires_at === null ? '' : ` Fica no servidor até ${formatMoment(expires_at, here)}.`;
  return `${plural(documents, DOCUMENTS)}${made}, a pedido de ${asked_by}.${kept}`;
}

/** How many files the server had lost before the export. */
export const lostText = (count: number): string =>
  `${plural(count, FILES)} já ${count === 1 ? 'estava perdido' : 'estavam perdidos'} no servidor. O índice diz quais.`;

const FILES = { zero: 'nenhum arquivo', one: '1 arquivo', other: (count: number) => `${count} arquivos` };
const DOCUMENTS = { zero: 'Nenhum documento', one: '1 documento', other: (count: number) => `${count} documentos` };
