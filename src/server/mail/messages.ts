// The messages that the server writes to people: plain text and the same in simple HTML, without any content of a
// document.

import type { CalendarDay } from '#domain/dates.ts';

export type Message = {
  readonly to: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

type Recipient = Message['to'];

/** The message with the link for a new password (rule H3). */
export function passwordResetMessage(to: Recipient, link: string): Message {
  return compose(to, {
    subject: 'Redefinição de senha',
    paragraphs: [
      'Recebemos um pedido para criar uma nova senha para a sua conta no Malote.',
      'O link abaixo vale por 60 minutos e uma única vez.',
    ],
    link: { address: link, label: 'Criar nova senha' },
    closing: 'Se não foi você que pediu, ignore esta mensagem: a sua senha continua a mesma.',
  });
}

/**
 * The message about a limit date that is near or has passed. `headline` is worded as in a push message: `PMVI042 vence em
 * 3 dias`.
 */
export function deadlineMessage(
  to: Recipient,
  deadline: { headline: string; limitDate: CalendarDay; link: string },
): Message {
  return compose(to, {
    subject: deadline.headline,
    paragraphs: [`${deadline.headline}.`, `Data limite: ${deadline.limitDate.split('-').toReversed().join('/')}.`],
    link: { address: deadline.link, label: 'Ver documento' },
    closing: 'Você recebe este aviso porque o documento está sob sua responsabilidade ou foi criado por você.',
  });
}

type Parts = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly address: string; readonly label: string };
  readonly closing: string;
};

function compose(to: Recipient, { subject, paragraphs, link, closing }: Parts): Message {
  const greeting = `Olá, ${to.name}.`;
  const text = [greeting, ...paragraphs, `${link.label}: ${link.address}`, closing, 'Malote'].join('\n\n');
  const html = [
    '<!doctype html><html lang="pt-BR"><body style="font-family: Arial, sans-serif; font-size: 16px; color: #222">',
    ...[greeting, ...paragraphs].map((line) => `<p>${escapeHtml(line)}</p>`),
    `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`,
    ...[closing, 'Malote'].map((line) => `<p>${escapeHtml(line)}</p>`),
    '</body></html>',
  ].join('\n');
  return { to, subject, text: `${text}\n`, html };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
