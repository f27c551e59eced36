import type { Status } from '#domain/status.ts';
import { STATUS_LABEL } from '../words/document.ts';

/** Words of the shortcuts (src/app/experience.md, experience W6). */
export const SHORTCUTS = {
  title: 'Atalhos de teclado',
  switch: 'Atalhos de teclado',
  switchMeaning: 'Desligue se uma tecla sozinha atrapalha. Ctrl K continua valendo.',
  open: 'Ver os atalhos',
  sendKeys: 'Ctrl + Enter',
  sendKeysOfMac: '⌘ + Enter',
  sends: 'envia',
} as const;

export type ActKey = { readonly id: string; readonly key: string; readonly words: string };

/**
 * The acts on the open document: each with its id, its key, and its words in the list of shortcuts.
 * The palette shows the key beside the act.
 */
export const ACT_KEYS: readonly ActKey[] = [
  { id: 'responder', key: 'r', words: 'Responder o documento aberto' },
  { id: 'transferir', key: 't', words: 'Transferir o documento aberto' },
  { id: 'prorrogar', key: 'p', words: 'Prorrogar o documento aberto' },
  { id: 'concluir', key: 'c', words: 'Concluir o documento aberto' },
  { id: 'reabrir', key: 'a', words: 'Reabrir o documento aberto' },
  { id: 'baixar', key: 'b', words: 'Baixar os anexos do documento aberto' },
  { id: 'copiar-link', key: 'l', words: 'Copiar o link do documento aberto' },
  { id: 'guardar', key: 's', words: 'Guardar o documento aberto neste aparelho' },
  { id: 'imprimir', key: 'Ctrl P', words: 'Imprimir o documento aberto' },
];

/**
 * What each key does. The keys of one entry are pressed one after the other, those of `Ctrl K`
 * together.
 */
export const SHORTCUT_LIST: readonly { readonly keys: readonly string[]; readonly words: string }[] = [
  { keys: ['/'], words: 'Buscar' },
  { keys: ['Ctrl K'], words: 'Ir para documento, pessoa, setor ou ação' },
  { keys: ['g', 'i'], words: 'Ir para o início' },
  { keys: ['g', 'd'], words: 'Ir para os documentos' },
  { keys: ['n'], words: 'Criar documento' },
  { keys: ['j'], words: 'Próxima linha da lista' },
  { keys: ['k'], words: 'Linha anterior' },
  { keys: ['Enter'], words: 'Abrir a linha' },
  { keys: ['x'], words: 'Marcar ou desmarcar a linha' },
  ...ACT_KEYS.map(({ key, words }) => ({ keys: [key], words })),
  { keys: ['Ctrl Z'], words: 'Desfazer o que acabou de ser feito' },
  { keys: ['Ctrl Enter'], words: 'Enviar o que está escrito' },
  { keys: ['↓'], words: 'Do campo de busca, ir para os resultados' },
  { keys: ['?'], words: 'Mostrar esta lista' },
];

/** Words of the palette (src/app/experience.md, experience W7). */
export const PALETTE = {
  label: 'Ir para documento, pessoa, setor ou ação',
  placeholder: 'Número, título, pessoa, setor ou ação',
  documents: 'Documentos',
  people: 'Pessoas',
  sectors: 'Setores',
  actions: 'Ações',
  /** Heading of the acts on the open document: `Neste documento: PMVI 042`. */
  here: 'Neste documento',
  saved: 'Buscas salvas',
  empty: 'Nada foi encontrado neste aparelho.',
  keys: '↑ ↓ escolhe · Enter abre · Ctrl K abre daqui',
  thisWeek: 'Ver o que vence esta semana',
  overdue: 'Ver o que está em atraso',
} as const;

/** `Ver situação: Tramitando`. */
export function statusAction(status: Status): string {
  return `Ver situação: ${STATUS_LABEL[status]}`;
}

/** `3 de 8`, and nothing where all are shown. */
export function shownOf(shown: number, total: number): string {
  return shown < total ? `${shown} de ${total}` : String(total);
}
