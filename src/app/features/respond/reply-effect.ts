// What sending the reply box would do, and what is missing for it (rule D1). Pure; the box shows
// the result.

import type { CalendarDay } from '#domain/dates.ts';
import { hasText } from '#domain/plain-text.ts';

export type ReplyFields = {
  /** HTML of the editor. */
  readonly content: string;
  /** The date in the field; null when cleared. */
  readonly limitDate: CalendarDay | null;
  readonly responsibleId: number | null;
};

export type ReplyPlace = {
  readonly currentLimitDate: CalendarDay;
  /**
   * Whether the date field is shown: the person has the ability and the document is not overdue.
   */
  readonly canExtend: boolean;
  /** Photographs wait to be joined: sending would leave them behind. */
  readonly hasLoosePages: boolean;
};

export type ReplyAct = 'reply' | 'extend' | 'transfer';
export type ReplyLack = 'content' | 'limit_date' | 'pages';

export type ReplyEffect = {
  readonly act: ReplyAct;
  readonly canSend: boolean;
  readonly lacks: readonly ReplyLack[];
  /** The date in the command: null when it is unchanged. */
  readonly limitDate: CalendarDay | null;
};

/**
 * Rule D1: a text with an unchanged or later date, or a responsible with or without a text. Files
 * alone do not enable sending. Photographs that are not an attachment yet prevent it.
 */
export function replyEffect(fields: ReplyFields, place: ReplyPlace): ReplyEffect {
  const isLater = fields.limitDate !== null && fields.limitDate > place.currentLimitDate;
  const limitDate = place.canExtend && isLater ? fields.limitDate : null;
  const loose: ReplyLack[] = place.hasLoosePages ? ['pages'] : [];
  if (fields.responsibleId !== null) return { act: 'transfer', canSend: loose.length === 0, lacks: loose, limitDate };
  const lacks = [...loose];
  if (!hasText(fields.content)) lacks.push('content');
  if (place.canExtend && fields.limitDate === null) lacks.push('limit_date');
  return { act: limitDate === null ? 'reply' : 'extend', canSend: lacks.length === 0, lacks, limitDate };
}
