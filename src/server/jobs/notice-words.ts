// The words of notices: the document's number and the reason, and nothing of its content (rule
// G10). Pushes, e-mails and the digest share them.

import type { EffectNotice, NoticeKind, NoticeReason } from '#domain/notices.ts';

const HEADLINE: Readonly<Record<EffectNotice, readonly [one: (ticket: string) => string, many: string]>> = {
  arrival: [(ticket) => `Novo documento ${ticket}`, 'documentos novos'],
  mention: [(ticket) => `Você foi mencionado em ${ticket}`, 'documentos mencionam você'],
  reply: [(ticket) => `Nova resposta em ${ticket}`, 'documentos têm resposta nova'],
  transfer: [(ticket) => `${ticket} foi transferido`, 'documentos foram transferidos'],
  extension: [(ticket) => `${ticket} foi prorrogado`, 'documentos foram prorrogados'],
  completion: [(ticket) => `${ticket} foi finalizado`, 'documentos foram finalizados'],
  reopening: [(ticket) => `${ticket} foi reaberto`, 'documentos foram reabertos'],
};

/** The headline of a notice, such as `Novo documento PMVI042` or `30 documentos novos`. */
export function headlineOf(notice: EffectNotice, tickets: readonly [string, ...string[]]): string {
  const [one, many] = HEADLINE[notice];
  return tickets.length === 1 ? one(tickets[0]) : `${tickets.length} ${many}`;
}

/** The headline about a limit date, such as `PMVI042 vence em 3 dias`. */
export function deadlineHeadline(ticket: string, daysLeft: number): string {
  if (daysLeft < 0) return `${ticket} está em atraso`;
  if (daysLeft === 0) return `${ticket} vence hoje`;
  return daysLeft === 1 ? `${ticket} vence amanhã` : `${ticket} vence em ${daysLeft} dias`;
}

const REASON: Readonly<Record<NoticeReason, readonly [one: string, many: string]>> = {
  holds: ['o documento está com você', 'os documentos estão com você'],
  held: ['o documento estava com você', 'os documentos estavam com você'],
  wrote: ['você escreveu o documento', 'você escreveu os documentos'],
  replied: ['você respondeu no documento', 'você respondeu nos documentos'],
  mentioned: ['o documento menciona você', 'os documentos mencionam você'],
};

/** The sentence with the reasons of a notice: `Você recebeu porque o documento está com você.` */
export function reasonText(reasons: readonly NoticeReason[], documents: number): string {
  const clauses = [...new Set(reasons)].map((reason) => REASON[reason][documents === 1 ? 0 : 1]);
  return `Você recebeu porque ${clauses.join(' ou ')}.`;
}

/** The second line of a push, below the headline. */
export function pushBody(notice: NoticeKind, about: { reasons: readonly NoticeReason[]; documents: number }): string {
  if (notice === 'arrival') return about.documents === 1 ? 'Agora ele está com você.' : 'Agora eles estão com você.';
  if (notice === 'overdue') return `A data limite já passou. ${reasonText(about.reasons, 1)}`;
  if (notice === 'reminder') return `Responda ou conclua dentro do prazo. ${reasonText(about.reasons, 1)}`;
  return reasonText(about.reasons, about.documents);
}
