// When the transfer dialog of the document's screen enables Enviar, and what sending will have done
// (rule D2).

import type { CalendarDay } from '#domain/dates.ts';

export type TransferFields = {
  readonly responsibleId: number | null;
  readonly filesCount: number;
  readonly limitDate: CalendarDay | null;
};

export type TransferEffect = {
  readonly canSend: boolean;
  readonly act: 'transfer' | 'reply' | 'extend';
  /** The later date that is requested; null when the date is the same as before. */
  readonly limitDate: CalendarDay | null;
};

/**
 * True as rule D2 words it: with a responsible, a file or a limit date. The message names what
 * happened.
 */
export function transferEffect(fields: TransferFields, currentLimitDate: CalendarDay): TransferEffect {
  const limitDate = fields.limitDate !== null && fields.limitDate > currentLimitDate ? fields.limitDate : null;
  if (fields.responsibleId !== null) return { canSend: true, act: 'transfer', limitDate };
  if (fields.filesCount > 0) return { canSend: true, act: 'reply', limitDate };
  return { canSend: limitDate !== null, act: 'extend', limitDate };
}
