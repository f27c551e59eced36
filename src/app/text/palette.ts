import type { Status } from '#domain/status.ts';
import { STATUS_LABEL } from './status-labels.ts';

/** Words of the palette (src/app/experience.md, experience W7). */
export const PALETTE = {
  label: 'Ir para documento, pessoa, setor ou ação',
  placeholder: 'Número, título, pessoa, setor ou ação',
  documents: 'Documentos',
  people: 'Pessoas',
  sectors: 'Setores',
  actions: 'Ações',
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
