import type { Notice } from '#mirror/questions/notices.ts';
import { formatDay, joined, plural, fullName } from '../words/format.ts';

export const NOTICES = {
  title: 'Avisos',
  none: 'Sem documentos recentes.',
  next: 'O que chegar para você, e as respostas ao que você enviou, aparecem aqui.',
  loading: 'Carregando avisos',
  markAll: 'Marcar tudo como lido',
  toOutbox: 'Ver pendências',
  unread: 'Novo',
  read: 'Já lidos',
  refused: 'Não foi aceito:',
  conflict: 'O documento mudou:',
  correct: 'Corrigir em Pendências',
  decide: 'Decidir em Pendências',
  choose: 'Escolher avisos',
} as const;

const REASON = {
  wrote: 'você escreveu',
  holds: 'está com você',
  held: 'estava com você',
  replied: 'você respondeu',
  mentioned: 'menciona você',
} as const;

/** Why `userId` gets the notice; empty where the notice's own sentence says it. */
export function noticeReason(notice: Notice, userId: number): string {
  const isSaid =
    notice.kind === 'arrival' ||
    (notice.kind === 'act' ? notice.isForMe : notice.document.responsibles.some(({ id }) => id === userId));
  return isSaid ? '' : REASON[notice.reason];
}

/** `4 novos`. */
export function newNoticesText(count: number): string {
  return plural(count, { zero: 'nenhum novo', one: '1 novo', other: (n) => `${n} novos` });
}

const VERB = {
  message: 'respondeu',
  creation: 'enviou',
  transfer: 'transferiu',
  extension: 'prorrogou',
  completion: 'finalizou',
  reopening: 'reabriu',
} as const;

const PART: Readonly<Record<keyof typeof VERB | 'arrival' | 'due', readonly [one: string, many: string]>> = {
  message: ['uma resposta', 'respostas'],
  creation: ['um envio', 'envios'],
  transfer: ['uma transferência', 'transferências'],
  extension: ['uma prorrogação', 'prorrogações'],
  completion: ['uma conclusão', 'conclusões'],
  reopening: ['uma reabertura', 'reaberturas'],
  arrival: ['uma chegada', 'chegadas'],
  due: ['um prazo', 'prazos'],
};

/**
 * The notices of a document beside its newest one: `e mais uma resposta`, `e mais 3: 2 respostas,
 * uma prorrogação`. Empty for none.
 */
export function andMoreText(others: readonly Notice[]): string {
  const kinds = others.map((notice) => (notice.kind === 'act' ? notice.act.kind : notice.kind));
  const parts = [...new Set(kinds)].map((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return count === 1 ? PART[kind][0] : `${count} ${PART[kind][1]}`;
  });
  if (others.length === 0) return '';
  return parts.length === 1 ? `e mais ${parts.join()}` : `e mais ${others.length}: ${parts.join(', ')}`;
}

/**
 * Introduces the quoted words of the newest of several replies: `3 respostas, a última:`; empty for
 * one.
 */
export function lastOfText(replies: number): string {
  return replies === 1 ? '' : `${replies} ${PART.message[1]}, a última:`;
}

/** How current "Avisos" is on a device without a connection: `Avisos até 13:58`. */
export function untilText(time: string): string {
  return `Avisos até ${time}`;
}

/** The parts of a notice's sentence around the document's number and title. */
type NoticeWords = {
  /** The author of the act; null where the notice is not about an act. */
  readonly who: string | null;
  /** Between the person and the number: `respondeu`. */
  readonly verb: string;
  /** After the number: `para você`, `até 30/11/2026`. */
  readonly tail: string;
  /** A second sentence; empty for none. */
  readonly end: string;
};

/** `Caio Rezende respondeu PMVI 042`, `PMVI 040 vence hoje … Está com Ícaro Vilela.` */
export function noticeWords(notice: Notice, userId: number): NoticeWords {
  if (notice.kind === 'arrival') return { who: null, verb: '', tail: 'chegou para você', end: '' };
  if (notice.kind === 'due') {
    const others = notice.document.responsibles.filter((person) => person.id !== userId).map(fullName);
    const tail = notice.day === 'today' ? 'vence hoje' : 'vence amanhã';
    return { who: null, verb: '', tail, end: others.length === 0 ? 'Está com você.' : `Está com ${joined(others)}.` };
  }
  const { act, isForMe } = notice;
  const to = isForMe ? 'você' : joined(act.responsibles.map(fullName));
  const tail =
    act.kind === 'transfer' || act.kind === 'creation'
      ? `para ${to}`
      : act.kind === 'extension' && act.limitDate !== null
        ? `até ${formatDay(act.limitDate)}`
        : '';
  return { who: fullName(act.author), verb: VERB[act.kind], tail, end: '' };
}

/** Words of the invitation to install (src/app/experience.md, experience P7, P8). */
export const INSTALL = {
  label: 'Instalar o aplicativo',
  invitation: 'Instale o app para abrir sem internet e receber avisos.',
  notNow: 'Agora não',
  install: 'instalar',
  stepsTitle: 'Instalar no iPhone ou iPad',
  steps: [
    'Toque em Compartilhar, o quadrado com uma seta. No iOS 26 ou mais novo ele pode estar em “···”.',
    'Escolha Adicionar à Tela de Início.',
    'Deixe “Abrir como App da Web” ligado e toque em Adicionar.',
  ],
  after: 'Depois, abra pelo ícone e entre de novo: o app instalado guarda dados separados do navegador.',
  sendFirst: 'Envie as pendências antes de instalar: elas estão só neste navegador.',
  seeOutbox: 'Ver pendências',
  close: 'Fechar',
} as const;
