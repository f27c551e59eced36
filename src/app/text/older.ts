// Words for what a bounded copy leaves out (S110).

import type { CalendarDay } from '#domain/dates.ts';
import { numberText } from '#ui/base/locale-text.ts';
import { formatDay } from './format.ts';

export const OLDER = {
  search: 'Buscar no servidor',
  searching: 'Buscando no servidor…',
  more: 'Buscar mais no servidor',
  needsNetwork: 'Os mais antigos estão no servidor: para buscar é preciso internet.',
  login: 'Entre de novo para buscar no servidor.',
  copying: 'A cópia deste aparelho ainda está sendo feita. Tente de novo quando ela terminar.',
  later: 'O servidor não respondeu. Tente de novo.',
} as const;

/** After a search of the server: how many of those created before the copy's first day have come. */
export function cameText({ came, total, since }: { came: number; total: number; since: CalendarDay }): string {
  const before = `antes de ${formatDay(since)}`;
  if (total === 0) return `O servidor não tem documentos criados ${before} que sirvam aqui.`;
  if (came < total) return `Vieram ${numberText(came, {})} de ${numberText(total, {})} documentos criados ${before}.`;
  if (total === 1) return `Veio o único documento criado ${before}. Ele fica aqui por 30 dias.`;
  return `Vieram os ${numberText(total, {})} documentos criados ${before}. Ficam aqui por 30 dias.`;
}
