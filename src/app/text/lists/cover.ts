// Words for what the copy on this device has where it is bounded (S110).

import type { CopyBound } from '#contract/copy-bound.ts';
import type { Cover } from '#mirror/questions/cover.ts';
import { numberText } from '#ui/base/locale-text.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { formatDay, formatMoment, type Here } from '../words/format.ts';
import { joined } from '../words/grammar.ts';
import { STATUS_LABEL } from '../words/status-labels.ts';

/**
 * `documentos em aberto e os de 24/11/2024 em diante`, or `documentos em aberto, os de 24/11/2024
 * em diante e 44 mais antigos`.
 */
function coveredText({ since, older }: Cover): string {
  const more = older === 1 ? ['1 mais antigo'] : older > 1 ? [`${numberText(older, {})} mais antigos`] : [];
  return joined(['documentos em aberto', `os de ${formatDay(since)} em diante`, ...more]);
}

/** `Neste aparelho: documentos em aberto e os de 24/11/2024 em diante.` */
export function coverText(cover: Cover): string {
  return `Neste aparelho: ${coveredText(cover)}.`;
}

/** Beneath the numbers of the home: what the two count that older documents belong to. */
export function countedText({ total, counted_at }: CopyBound, { cover, here }: { cover: Cover; here: Here }): string {
  const what = `Os números ${STATUS_LABEL.sent} e ${STATUS_LABEL.completed} contam o que está neste aparelho: ${coveredText(cover)}.`;
  return `${what} No servidor, você vê ${numberText(total, {})} documentos (contados ${formatMoment(counted_at, here)}).`;
}

// Words for what a bounded copy leaves out (S110).

export const OLDER = {
  search: 'Buscar no servidor',
  searching: 'Buscando no servidor…',
  more: 'Buscar mais no servidor',
  needsNetwork: 'Os mais antigos estão no servidor: para buscar é preciso internet.',
  login: 'Entre de novo para buscar no servidor.',
  copying: 'A cópia deste aparelho ainda está sendo feita. Tente de novo quando ela terminar.',
  later: 'O servidor não respondeu. Tente de novo.',
} as const;

/**
 * After a search of the server: how many of those created before the copy's first day have come.
 */
export function cameText({ came, total, since }: { came: number; total: number; since: CalendarDay }): string {
  const before = `antes de ${formatDay(since)}`;
  if (total === 0) return `O servidor não tem documentos criados ${before} que sirvam aqui.`;
  if (came < total) return `Vieram ${numberText(came, {})} de ${numberText(total, {})} documentos criados ${before}.`;
  if (total === 1) return `Veio o único documento criado ${before}. Ele fica aqui por 30 dias.`;
  return `Vieram os ${numberText(total, {})} documentos criados ${before}. Ficam aqui por 30 dias.`;
}
