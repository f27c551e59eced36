// What sending the reply box would do, and what it still lacks (rule D1). Pure.

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
  /** Photographs wait to be joined into a PDF. Sending now would leave them out. */
  readonly hasLoosePages: boolean;
};

export type ReplyAct = 'reply' | 'extend' | 'transfer';
export type ReplyLack = 'content' | 'limit_date' | 'pages';

export type ReplyEffect = {
  readonly act: ReplyAct;
  readonly canSend: boolean;
  readonly lacks: readonly ReplyLack[];
  /** The date for the command; null when the reply does not extend. */
  readonly limitDate: CalendarDay | null;
};

/**
 * Judges a reply by rule D1. It needs a text or a responsible; files alone are not enough. A
 * cleared date and photographs that are not joined yet block it.
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
