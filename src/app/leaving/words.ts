import { hasText } from '#domain/plain-text.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import type { OwnWork } from '#mirror/questions/own-work.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { isUnderstood } from '#mirror/store/upcast-command.ts';
import type { StorageTrouble } from '#mirror/store/storage.ts';
import { formatMoment, formatTime, type Here, joined } from '../text/words/format.ts';
import { countOf, draftsText, workText } from '../text/person/kept-work.ts';
import { documentHeading } from '../text/words/document.ts';

/** Words while a leaving runs or fails. The next person may read them, so they name no person. */
export const LEAVING = {
  underWay: 'Saindo…',
  underWayShared: 'Apagando os dados da última pessoa',
  failed: 'Ainda não foi possível sair',
  stays: 'Os documentos e o trabalho de quem está saindo continuam neste aparelho. Nada foi perdido.',
  goesOn: 'A tela fica fechada até dar certo. O Malote tenta de novo sozinho.',
  tryNow: 'Tentar de novo',
  trying: 'Tentando…',
} as const;

/** What the person can do after a failure, by the kind of trouble. */
export const TO_HELP = {
  silent: 'Se houver outras janelas ou abas do Malote abertas, feche-as.',
  quota: 'Falta espaço neste aparelho: apague algo que não seja do Malote.',
  lost: 'Se demorar, feche o navegador inteiro e abra o Malote de novo.',
  other: 'Se demorar, feche o navegador inteiro e abra o Malote de novo.',
} as const satisfies Record<StorageTrouble['kind'] | 'other', string>;

/**
 * Words for leaving with unsent or unfinished work, with a file that is not stored yet, and without
 * a network (rules C16, E4, src/app/experience.md, experience P5).
 */
export const LOGOUT = {
  title: 'Há trabalho seu só neste aparelho',
  titleOffline: 'Sair sem internet?',
  titleStoring: 'Um arquivo ainda não foi guardado',
  storing:
    'Um arquivo que você escolheu ainda está sendo guardado neste aparelho. Se você sair agora, ele pode se perder.',
  offline: 'Sem internet você não consegue entrar de novo.',
  notSent: 'Não foi possível enviar tudo agora.',
  noKey:
    'Este servidor não tem a chave que fecharia o seu trabalho neste aparelho. Por isso, antes de sair, envie tudo, ou descarte.',
  sendAndLeave: 'Enviar agora e sair',
  sending: 'Enviando…',
  stay: 'Continuar aqui',
  leave: 'Sair',
  leaveMeaning: 'Seus documentos são apagados deste aparelho e voltam quando você entrar de novo, com internet.',
  discard: 'Sair e descartar…',
  typeWord: 'Para apagar tudo sem enviar, escreva a palavra descartar',
  word: 'descartar',
  discardNow: 'Descartar e sair',
} as const;

/** One line of that question: the work of one kind, and when it was made. */
export type WorkLine = { readonly kind: 'unsent' | 'draft'; readonly text: string; readonly time: string };

/**
 * The unsent work as lines, one for each kind: `1 resposta não enviada · PMVI 037` with the time
 * `14:31`, `2 rascunhos` with `11:08 e 13:40`.
 */
export function workLines({ items, draftsAtMs }: OwnWork, here: Here): WorkLine[] {
  const nouns = [...new Set(items.map(({ command }) => nounOf(command)))];
  const unsent = nouns.map((noun): WorkLine => {
    const those = items.filter(({ command }) => nounOf(command) === noun);
    const [one, other] = NOUNS[noun];
    const text = those.length === 1 ? `1 ${one}${nameOf(those[0])}` : `${those.length} ${other}`;
    // The time of sealed work is unknown and stored as 0.
    const times = those.map(({ command }) => command.performedAtMs).filter((atMs) => atMs > 0);
    return { kind: 'unsent', text, time: timesText(times, here) };
  });
  if (draftsAtMs.length === 0) return unsent;
  return [...unsent, { kind: 'draft', text: draftsText(draftsAtMs.length), time: timesText(draftsAtMs, here) }];
}

/**
 * The name of an item, as it follows in a line: ` · PMVI 037` or ` · “Medição”`; empty without a
 * name.
 */
function nameOf(item: OutboxItem | undefined): string {
  if (item === undefined) return '';
  if (item.command.type !== 'create-document' && item.ticket !== null) return ` · ${documentHeading(item)}`;
  return item.title === '' ? '' : ` · “${item.title}”`;
}

type Noun =
  | 'document'
  | 'reply'
  | 'transfer'
  | 'extension'
  | 'completion'
  | 'reopening'
  | 'redistribution'
  | 'view'
  | 'row'
  | 'closed';

const NOUNS: Record<Noun, readonly [one: string, other: string]> = {
  document: ['documento novo não enviado', 'documentos novos não enviados'],
  reply: ['resposta não enviada', 'respostas não enviadas'],
  transfer: ['transferência não enviada', 'transferências não enviadas'],
  extension: ['prorrogação não enviada', 'prorrogações não enviadas'],
  completion: ['conclusão não enviada', 'conclusões não enviadas'],
  reopening: ['reabertura não enviada', 'reaberturas não enviadas'],
  redistribution: ['redistribuição não enviada', 'redistribuições não enviadas'],
  view: ['registro de leitura não aceito', 'registros de leitura não aceitos'],
  row: ['alteração de cadastro não enviada', 'alterações de cadastros não enviadas'],
  closed: ['item que este aparelho não abriu', 'itens que este aparelho não abriu'],
};

function nounOf(command: OutboxCommand): Noun {
  if (!isUnderstood(command)) return 'closed';
  switch (command.type) {
    case 'create-document':
      return 'document';
    case 'complete-document':
      return 'completion';
    case 'reopen-document':
      return 'reopening';
    case 'reassign-document':
      return 'redistribution';
    case 'record-view':
      return 'view';
    case 'respond': {
      const { responsible_ids: people, limit_date: day, content } = command.payload;
      if (people !== null) return 'transfer';
      return day === null || hasText(content) ? 'reply' : 'extension';
    }
    case 'create-row':
    case 'update-row':
    case 'switch-rows':
    case 'delete-rows':
      return 'row';
  }
}

/** The times of one line: `14:31`, `11:08 e 13:40`, `desde ontem às 16:05`. */
function timesText(timesAtMs: readonly number[], here: Here): string {
  const sorted = timesAtMs.toSorted((left, right) => left - right);
  const [first] = sorted;
  if (first === undefined) return '';
  const moment = formatMoment(first, here);
  const isToday = moment.startsWith('hoje');
  if (sorted.length <= 2 && isToday) return joined(sorted.map((at) => formatTime(at, here.zone)));
  const words = isToday ? `as ${formatTime(first, here.zone)}` : moment;
  return sorted.length === 1 ? moment : `desde ${words}`;
}

/** The label of the choice that keeps the work: `Sair e guardar tudo`. */
export function keepText(own: OwnWork): string {
  const { unsent, drafts } = countOf(own);
  return unsent + drafts === 1 ? 'Sair e guardar' : 'Sair e guardar tudo';
}

/** What keeping means: who can open the work, and when it is sent. */
export function keepMeaning(own: OwnWork): string {
  const { unsent, drafts } = countOf(own);
  const parts = [`${unsent + drafts === 1 ? 'Fica fechado' : 'Ficam fechados'} neste aparelho; só você abre.`];
  if (own.sendable > 0) {
    parts.push(`O que não foi enviado só sai depois que você entrar de novo, com internet.`);
  } else if (unsent > 0) {
    parts.push('O que precisa de você espera por você.');
  }
  if (drafts > 0)
    parts.push(drafts === 1 ? 'O rascunho continua de onde parou.' : 'Os rascunhos continuam de onde pararam.');
  return parts.join(' ');
}

/** What staying means. Commands that need their author are not sent by themselves. */
export function stayMeaning({ items, sendable }: OwnWork, isOffline: boolean): string {
  const waiting = items.length - sendable;
  const parts = ['Nada muda.'];
  if (sendable > 0) parts.push(isOffline ? 'O envio sai sozinho quando a internet voltar.' : 'O envio sai sozinho.');
  if (waiting > 0) {
    parts.push(
      waiting === 1
        ? 'O item que precisa de você não sai sozinho: espera a sua decisão.'
        : `Os ${waiting} itens que precisam de você não saem sozinhos: esperam a sua decisão.`,
    );
  }
  return parts.join(' ');
}

/**
 * What discarding means: `Apaga 1 envio e 2 rascunhos, para sempre. Antes, você escreve a palavra
 * descartar.`
 */
export function discardMeaning(own: OwnWork): string {
  return `Apaga ${workText(countOf(own))}, para sempre. Antes, você escreve a palavra ${LOGOUT.word}.`;
}
