// The messages that the server writes to people: plain text and the same in simple HTML, without
// any content of a document.

import type { CalendarDay } from '#domain/dates.ts';
import type { ToldChange } from '../db/tell-person.ts';

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

/** The message with the link for a first password. `tenant` is the public body's name. */
export function invitationMessage(to: Recipient, invitation: { link: string; tenant: string; days: number }): Message {
  return compose(to, {
    subject: `Convite para usar o Malote: ${invitation.tenant}`,
    paragraphs: [
      `${invitation.tenant} criou uma conta para você no Malote.`,
      `Você entra com este e-mail, ${to.email}, e com uma senha que só você conhece. O link abaixo serve para criá-la: vale por ${invitation.days} dias e uma única vez.`,
    ],
    link: { address: invitation.link, label: 'Criar a minha senha' },
    closing: 'Se você não trabalha neste órgão, ignore esta mensagem.',
  });
}

/**
 * The message about a limit date that is near or has passed. `headline` is worded as in a push
 * message: `PMVI042 vence em 3 dias`. `tenant` is the public body's name; the title is content.
 */
export function deadlineMessage(
  to: Recipient,
  deadline: { headline: string; tenant: string; limitDate: CalendarDay; link: string },
): Message {
  return compose(to, {
    subject: deadline.headline,
    paragraphs: [
      `${deadline.headline}.`,
      `Data limite: ${dayText(deadline.limitDate)}.`,
      `Órgão: ${deadline.tenant}. O título e o texto não vão por e-mail: estão no Malote.`,
    ],
    link: { address: deadline.link, label: 'Ver documento' },
    closing: 'Você recebe este aviso porque o documento está sob sua responsabilidade ou foi criado por você.',
  });
}

const dayText = (day: CalendarDay): string => day.split('-').toReversed().join('/');

const CHANGED: Readonly<Record<ToldChange, string>> = {
  password: 'A senha da sua conta no Malote foi trocada.',
  email: 'O e-mail da sua conta no Malote foi trocado.',
  roles: 'O papel da sua conta no Malote foi trocado.',
};

/**
 * The message about a change of the account, to its person. `clock` is what the clock showed:
 * `14:33`.
 */
export function accountMessage(
  to: Recipient,
  change: { changed: readonly ToldChange[]; by: 'oneself' | 'another'; day: CalendarDay; clock: string; link: string },
): Message {
  const isOwn = change.by === 'oneself';
  const when = `${dayText(change.day)}, às ${change.clock}`;
  return compose(to, {
    subject: 'A sua conta no Malote mudou',
    paragraphs: [
      ...change.changed.map((one) => CHANGED[one]),
      isOwn
        ? `A mudança foi feita pela própria conta em ${when}.`
        : `A mudança foi feita por quem administra as contas do seu órgão em ${when}.`,
    ],
    link: { address: change.link, label: 'Abrir o Malote' },
    closing: isOwn
      ? 'Se não foi você, avise agora o administrador do seu órgão.'
      : 'Se você não esperava esta mudança, procure o administrador do seu órgão.',
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
