import type { NoticeFacts } from './read-notice.ts';

/** The one line of a message: which document and why, and nothing of its content (rule G10). */
export function noticeText({ notice, ticket, daysLeft }: Pick<NoticeFacts, 'notice' | 'ticket' | 'daysLeft'>): string {
  switch (notice) {
    case 'arrival':
      return `Novo documento ${ticket}`;
    case 'mention':
      return `Você foi mencionado em ${ticket}`;
    case 'reply':
      return `Nova resposta em ${ticket}`;
    case 'overdue':
      return `${ticket} está em atraso`;
    case 'reminder':
      return reminderText(ticket, daysLeft);
  }
}

function reminderText(ticket: string, daysLeft: number): string {
  if (daysLeft === 0) return `${ticket} vence hoje`;
  return daysLeft === 1 ? `${ticket} vence amanhã` : `${ticket} vence em ${daysLeft} dias`;
}

/** What the person should do, without any content of the document. */
export function noticeBody({ notice }: Pick<NoticeFacts, 'notice'>): string {
  switch (notice) {
    case 'arrival':
      return 'Agora ele está com você.';
    case 'mention':
      return 'Abra o documento para ler.';
    case 'reply':
      return 'Abra o documento para ler a resposta.';
    case 'overdue':
      return 'A data limite já passou.';
    case 'reminder':
      return 'Responda ou conclua dentro do prazo.';
  }
}
