// Decides when the transfer dialog of a document's screen enables Enviar, and which act sending is
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
 * What sending the dialog does. `canSend` is true with a responsible, a file or a later date (rule
 * D2). `act` decides which words the message has.
 */
export function transferEffect(fields: TransferFields, currentLimitDate: CalendarDay): TransferEffect {
  const limitDate = fields.limitDate !== null && fields.limitDate > currentLimitDate ? fields.limitDate : null;
  if (fields.responsibleId !== null) return { canSend: true, act: 'transfer', limitDate };
  if (fields.filesCount > 0) return { canSend: true, act: 'reply', limitDate };
  return { canSend: limitDate !== null, act: 'extend', limitDate };
}
