// What the reply box would do, and what it still lacks (rule D1). Pure: the box draws what this says.

import type { CalendarDay } from '#domain/dates.ts';
import { hasText } from '#domain/rich-text.ts';

export type ReplyFields = {
  /** HTML of the editor. */
  readonly content: string;
  /** The date in the field; null when cleared. */
  readonly limitDate: CalendarDay | null;
  readonly responsibleId: number | null;
};

export type ReplyPlace = {
  readonly currentLimitDate: CalendarDay;
  /** Whether the date field is there at all (ability, and not overdue). */
  readonly canExtend: boolean;
};

export type ReplyAct = 'reply' | 'extend' | 'transfer';
export type ReplyLack = 'content' | 'limit_date';

export type ReplyEffect = {
  readonly act: ReplyAct;
  readonly canSend: boolean;
  readonly lacks: readonly ReplyLack[];
  /** What goes with the command: null when the date says nothing new. */
  readonly limitDate: CalendarDay | null;
};

/** Rule D1: text with the date as it was or later, or a responsible with anything. Files ride along and enable nothing. */
export function replyEffect(fields: ReplyFields, place: ReplyPlace): ReplyEffect {
  const isLater = fields.limitDate !== null && fields.limitDate > place.currentLimitDate;
  const limitDate = place.canExtend && isLater ? fields.limitDate : null;
  if (fields.responsibleId !== null) return { act: 'transfer', canSend: true, lacks: [], limitDate };
  const lacks: ReplyLack[] = [];
  if (!hasText(fields.content)) lacks.push('content');
  if (place.canExtend && fields.limitDate === null) lacks.push('limit_date');
  return { act: limitDate === null ? 'reply' : 'extend', canSend: lacks.length === 0, lacks, limitDate };
}
