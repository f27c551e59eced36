// Words for what the copy on this device has where it is bounded (S110).

import type { CopyBound } from '#contract/copy-bound.ts';
import type { Cover } from '#mirror/questions/cover.ts';
import { numberText } from '#ui/base/locale-text.ts';
import { formatDay, formatMoment, type Here } from './format.ts';
import { joined } from './grammar.ts';
import { STATUS_LABEL } from './status-labels.ts';

/** `documentos em aberto e os de 24/11/2024 em diante`, or `documentos em aberto, os de 24/11/2024 em diante e 44 mais antigos`. */
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
