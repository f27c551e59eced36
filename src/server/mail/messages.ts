// The messages that the server writes to people: plain text and the same in simple HTML, without
// any content of a document.

import type { CalendarDay } from '#domain/dates.ts';
import type { ToldChange } from '../db/tell-person.ts';

export type Message = {
  readonly to: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address at which the recipient stops messages of this kind. */
  readonly stopAt?: string;
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
 * The words of every message about documents, beside the documents. `tenant` is the public body's
 * name.
 */
type Notice = {
  /**
   * Worded as in a push: `PMVI042 vence em 3 dias`. The document's title is content, and stays out
   * (rule G10).
   */
  readonly headline: string;
  readonly tenant: string;
  /** `Você recebeu porque o documento está com você.` */
  readonly why: string;
  /** The address where the person chooses which notices are sent. */
  readonly choices: string;
};

/** The message about a limit date that is near or has passed. */
export function deadlineMessage(
  to: Recipient,
  deadline: Notice & { readonly limitDate: CalendarDay; readonly link: string },
): Message {
  const { headline, tenant, why, choices } = deadline;
  return compose(to, {
    subject: headline,
    paragraphs: [`${headline}.`, `Data limite: ${dayText(deadline.limitDate)}.`, withoutContent(tenant)],
    link: { address: deadline.link, label: 'Ver documento' },
    closing: why,
    choices: { address: choices, label: STOP },
  });
}

/** `sector`: the acronym of the sector that sent it; null for none. */
export type ListedDocument = { readonly ticket: string; readonly sector: string | null; readonly link: string };

/** A message lists no more documents than this, and counts the others. */
const LISTED_MAX = 50;

/** The message about what others did with documents. `isAlways`: the person can't stop it. */
export function noticeMessage(
  to: Recipient,
  notice: Notice & { readonly documents: readonly ListedDocument[]; readonly isAlways: boolean },
): Message {
  const { headline, tenant, why, choices, documents, isAlways } = notice;
  return compose(to, {
    subject: headline,
    paragraphs: [`${headline}.`, withoutContent(tenant)],
    sections: [{ title: null, documents }],
    closing: isAlways ? `${why} A chegada de documentos é sempre avisada.` : why,
    choices: { address: choices, label: isAlways ? 'Escolher os outros avisos' : STOP },
  });
}

/** The digest: one message a morning, with the notices that were not sent one by one. */
export function digestMessage(
  to: Recipient,
  digest: Pick<Notice, 'tenant' | 'choices'> & {
    readonly day: CalendarDay;
    readonly sections: readonly { readonly title: string; readonly documents: readonly ListedDocument[] }[];
  },
): Message {
  return compose(to, {
    subject: `Resumo de ${dayText(digest.day)}`,
    paragraphs: [withoutContent(digest.tenant)],
    sections: digest.sections,
    closing:
      'Você recebeu porque escolheu o resumo diário para avisos de documentos que você escreveu, que estão com você ou em que você respondeu.',
    choices: { address: digest.choices, label: STOP },
  });
}

const STOP = 'Deixar de receber ou escolher os avisos';

function withoutContent(tenant: string): string {
  return `Órgão: ${tenant}. O título e o texto não vão por e-mail: estão no Malote.`;
}

/** A document that is late, and for how many working days. */
type LateDocument = { readonly ticket: string; readonly limitDate: CalendarDay; readonly working: number };

type LateInSector = {
  readonly sector: string;
  readonly tenant: string;
  /** Whether the message is the weekly list. */
  readonly isList: boolean;
  /** How many documents are late; `documents` has the first of them. */
  readonly all: number;
  readonly documents: readonly LateDocument[];
  readonly link: string;
};

/** The message to the chief of a sector about what stays late there. */
export function chiefMessage(to: Recipient, late: LateInSector): Message {
  const count = late.all === 1 ? '1 documento' : `${late.all} documentos`;
  const more = late.all - late.documents.length;
  const days = (count: number): string => (count === 1 ? '1 dia útil' : `${count} dias úteis`);
  return compose(to, {
    subject: `${late.sector}: ${count} em atraso`,
    paragraphs: [
      late.isList ? `Nesta semana, ${late.sector} tem ${count} em atraso.` : `${late.sector} tem ${count} em atraso.`,
      ...late.documents.map(
        ({ ticket, limitDate, working }) => `${ticket}: venceu em ${dayText(limitDate)}, há ${days(working)}.`,
      ),
      ...(more > 0 ? [`E mais ${more}, no Malote.`] : []),
      `Órgão: ${late.tenant}. Os títulos e os textos não vão por e-mail: estão no Malote. Nada foi transferido.`,
    ],
    link: { address: late.link, label: 'Ver os documentos em atraso' },
    closing: `Você recebe este aviso porque é a chefia de ${late.sector}.`,
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

/** What `npm run admin -- mail test` sends. */
export function testMessage(email: string, address: string): Message {
  return compose(
    { name: email, email },
    {
      subject: 'Teste de e-mail do Malote',
      paragraphs: ['Esta mensagem foi pedida por quem cuida do servidor. Se ela chegou, os e-mails do Malote saem.'],
      link: { address, label: 'Abrir o Malote' },
      closing: 'Não é preciso responder.',
    },
  );
}

type Link = { readonly address: string; readonly label: string };

type Parts = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: Link;
  /** Documents, each with its link, under a title; null for a section without one. */
  readonly sections?: readonly { readonly title: string | null; readonly documents: readonly ListedDocument[] }[];
  readonly closing: string;
  /** Where the person stops messages of this kind. */
  readonly choices?: Link;
};

/** A part of a message: words, and the address that they lead to. */
type Line = { readonly words: string; readonly address?: string };

function compose(to: Recipient, parts: Parts): Message {
  const { subject, link, sections = [], choices } = parts;
  const linkLine = (one: Link | undefined): Line[][] =>
    one === undefined ? [] : [[{ words: one.label, address: one.address }]];
  const blocks: Line[][] = [
    [{ words: `Olá, ${to.name}.` }],
    ...parts.paragraphs.map((words) => [{ words }]),
    ...linkLine(link),
    ...sections.map(sectionLines),
    [{ words: parts.closing }],
    ...linkLine(choices),
    [{ words: 'Malote' }],
  ];
  const text = blocks.map((lines) => lines.map(textOf).join('\n')).join('\n\n');
  const html = [
    '<!doctype html><html lang="pt-BR"><body style="font-family: Arial, sans-serif; font-size: 16px; color: #222">',
    ...blocks.map((lines) => `<p>${lines.map(htmlOf).join('<br>')}</p>`),
    '</body></html>',
  ].join('\n');
  return { to, subject, text: `${text}\n`, html, ...(choices === undefined ? {} : { stopAt: choices.address }) };
}

function sectionLines({ title, documents }: NonNullable<Parts['sections']>[number]): Line[] {
  const more = documents.length - LISTED_MAX;
  return [
    ...(title === null ? [] : [{ words: `${title}:` }]),
    ...documents.slice(0, LISTED_MAX).map(({ ticket, sector, link }) => {
      return { words: sector === null ? ticket : `${ticket}, de ${sector}`, address: link };
    }),
    ...(more > 0 ? [{ words: `E mais ${more}, no Malote.` }] : []),
  ];
}

const textOf = ({ words, address }: Line): string => (address === undefined ? words : `${words}: ${address}`);

function htmlOf({ words, address }: Line): string {
  return address === undefined ? escapeHtml(words) : `<a href="${escapeHtml(address)}">${escapeHtml(words)}</a>`;
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
