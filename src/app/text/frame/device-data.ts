// Words of "Dados neste aparelho" (rule I).

import type { ShellState } from '#contract/worker-messages.ts';
import type { Cover } from '#mirror/questions/cover.ts';
import type { KeptEvent } from '#mirror/store/rows.ts';
import { plural } from '../words/format.ts';
import { coverText } from '../lists/home.ts';
import type { KeptWork } from '#mirror/store/sealed-row.ts';
import type { SharedDevice } from '#mirror/store/device-facts.ts';
import { keptItems, type WorkCount, workText } from '../person/kept-work.ts';

export const DEVICE = {
  title: 'Dados neste aparelho',
  loading: 'Somando o que está guardado',
  total: 'guardados neste aparelho',
  attachments: 'Anexos e modelos',
  clear: 'Limpar anexos',
  clearAsk: 'Limpar os anexos deste aparelho?',
  clearMeaning: 'Eles voltam quando houver internet. O que está na fila e os rascunhos não são tocados.',
  cleared: 'Anexos removidos deste aparelho',
  app: 'O aplicativo',
  appWhy: 'Telas, letras e ícones. Para abrir na hora, mesmo sem conexão.',
  documents: 'Documentos e trâmites',
  reference: 'Cadastros',
  referenceWhy: 'Pessoas, setores, assuntos e modelos, para os formulários.',
  own: 'Só neste aparelho',
  see: 'Ver pendências',
  erase: 'Sair e apagar os dados deste aparelho',
  eraseBack: 'Documentos, anexos e cadastros voltam quando você entrar de novo, com internet.',
  eraseUntil: 'Até lá, o Malote não abre sem conexão aqui.',
  eraseChoice: 'Antes de apagar, você escolhe o que acontece com isso.',
  eraseNow: 'Sair e apagar…',
  record: 'Registro para o suporte',
  recordWhat:
    'O que está na fila e como foi enviado: horas, tentativas e erros. Também as falhas do aplicativo. Sem textos, nomes, números nem arquivos. Só sai daqui se você compartilhar.',
  read: 'Ler antes',
  share: 'Compartilhar',
  close: 'Fechar',
  facts: 'Este aparelho em resumo',
  contact: 'Última conversa com o servidor',
  noContact: 'ainda nenhuma',
  copy: 'Cópia dos documentos',
  copyDone: 'Tudo o que você pode ver está aqui.',
  copyOn: 'em andamento',
  copyOnMeaning: 'Continua sozinha enquanto houver conexão.',
  opens: 'Abre sem internet',
  copyRead: 'em leitura',
  copyReadMeaning: 'Este servidor é lido por inteiro, de tempos em tempos. O que já veio está aqui.',
  receipts: 'Confirmação dos envios',
  receiptsNone: 'pela leitura',
  receiptsNoneMeaning:
    'Este servidor não confirma cada envio. O Malote olha se o envio está lá, e não há comprovante. Um envio que demora mais de 30 segundos no caminho pode ser registrado duas vezes.',
  protection: 'Proteção contra limpeza',
  persisted: {
    yes: { word: 'ativada', meaning: 'O navegador não apaga sozinho, mesmo com pouco espaço.' },
    no: {
      word: 'desativada',
      meaning: 'Com pouco espaço, o navegador pode apagar esta cópia. Instalar o aplicativo ajuda.',
    },
    unknown: {
      word: 'não informada',
      meaning: 'Este navegador não diz se protege os dados. Instalar o aplicativo ajuda.',
    },
  },
  protect: 'Ativar proteção',
  free: 'Espaço livre para o Malote',
  freeMeaning: 'Abaixo de 80 MB, um aviso aparece no menu.',
  unknown: 'não informado',
  clock: 'Hora do aparelho',
  clockRight: 'certa',
  clockUnknown: 'ainda não comparada',
  version: 'Versão',
} as const;

/**
 * The least difference from the server's clock with which the device's clock is shown as wrong.
 * Limit dates and times are read by the device's clock.
 */
const CLOCK_TOLERANCE_MS = 60_000;

/** Says what a complete bounded copy has, and that the server has the other documents. */
export function copyDoneText(cover: Cover): string {
  const others = cover.older === 0 ? 'Os mais antigos' : 'Os outros';
  return `${coverText(cover)} ${others} ficam no servidor: Buscar no servidor, na lista, traz os que você pedir.`;
}

export function attachmentsWhy(count: number, pinnedDocuments = 0): string {
  const files = plural(count, { zero: 'Nenhum arquivo', one: '1 arquivo', other: (many) => `${many} arquivos` });
  const pinned = plural(pinnedDocuments, {
    zero: '',
    one: ' Os de 1 documento guardado por você ficam.',
    other: (many) => ` Os de ${many} documentos guardados por você ficam.`,
  });
  return `${files}: abertos, do que está com você ou com o seu setor, e modelos. Os mais antigos saem primeiro.${pinned}`;
}

/**
 * `isBounded`: this device has a bounded copy, so the person may see more documents than the copy
 * has.
 */
export function documentsWhy(count: number, { isBounded }: { isBounded: boolean }): string {
  const documents = plural(count, {
    zero: 'Nenhum documento',
    one: '1 documento',
    other: (many) => `${many} documentos`,
  });
  return `${documents}${isBounded ? ', dos' : ''} que você pode ver, com respostas e histórico.`;
}

/** `3 envios e 1 rascunho`; null where there is neither. */
function ownText({ unsent, drafts }: { unsent: number; drafts: number }): string | null {
  const parts = [
    ...(unsent === 0 ? [] : [plural(unsent, { zero: '', one: '1 envio', other: (many) => `${many} envios` })]),
    ...(drafts === 0 ? [] : [plural(drafts, { zero: '', one: '1 rascunho', other: (many) => `${many} rascunhos` })]),
  ];
  return parts.length === 0 ? null : parts.join(' e ');
}

export function ownWhy(own: { unsent: number; drafts: number }): string {
  const text = ownText(own);
  if (text === null) return 'Nada à espera.';
  return own.unsent + own.drafts === 1 ? `${text}. Nunca é apagado sozinho.` : `${text}. Nunca são apagados sozinhos.`;
}

export function onlyHere(own: { unsent: number; drafts: number }): string {
  return own.unsent + own.drafts === 1 ? `${ownText(own)} só existe aqui.` : `${ownText(own)} só existem aqui.`;
}

export function sendNow(unsent: number): string {
  return unsent === 1 ? 'Enviar agora' : `Enviar os ${unsent} agora`;
}

/** The device's clock beside the server's: `certa`, or by how much it is wrong. */
export function clockText(offsetMs: number | null): { readonly word: string; readonly meaning: string | null } {
  if (offsetMs === null) return { word: DEVICE.clockUnknown, meaning: null };
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  if (Math.abs(offsetMs) < CLOCK_TOLERANCE_MS) {
    const unit = seconds === 1 ? 'segundo' : 'segundos';
    return { word: DEVICE.clockRight, meaning: `Diferença de ${seconds} ${unit} para o servidor.` };
  }
  const minutes = Math.round(seconds / 60);
  const by = minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  return {
    word: offsetMs > 0 ? `${by} atrasada` : `${by} adiantada`,
    meaning: 'Acerte a hora nas configurações do aparelho.',
  };
}

/**
 * Whether the application opens on this device without a network. `state`: null where no service
 * worker answered, `asked` before its answer.
 */
export function opensText(state: ShellState | null | 'asked'): { word: string; meaning: string | null } {
  if (state === 'asked') return { word: 'verificando…', meaning: null };
  if (state === null)
    return { word: 'não', meaning: 'O navegador não guarda o aplicativo aqui. Recarregue a página com internet.' };
  if (state.missing === 0) return { word: 'sim', meaning: 'O aplicativo inteiro está neste aparelho.' };
  const files = state.missing === 1 ? 'Falta 1 arquivo' : `Faltam ${state.missing} arquivos`;
  return { word: 'não por inteiro', meaning: `${files} do aplicativo. O que falta é buscado quando há conexão.` };
}

/** `Há 2 minutos.` */
export function agoText(sinceMs: number): string {
  const minutes = Math.floor(sinceMs / 60_000);
  if (minutes < 1) return 'Agora mesmo.';
  if (minutes < 60) return minutes === 1 ? 'Há 1 minuto.' : `Há ${minutes} minutos.`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? 'Há 1 hora.' : `Há ${hours} horas.`;
  const days = Math.floor(hours / 24);
  return days === 1 ? 'Há 1 dia.' : `Há ${days} dias.`;
}

// Words of the log of sync, which a person switches on to look for a fault.

export const SYNC_LOG = {
  title: 'Diário das conversas com o servidor',
  what: 'Enquanto estiver ligado, anota as 100 últimas conversas, sem textos, nomes nem arquivos. As 30 mais novas aparecem aqui, e todas vão no registro para o suporte.',
  isOn: 'Anotar as conversas',
  empty: 'Nada anotado ainda. A próxima conversa com o servidor aparece aqui.',
  faults: 'Falhas do aplicativo',
  events: 'Conversas',
} as const;

type Words = Readonly<Record<string, string>>;

const DRAIN: Words = {
  empty: 'nada mais a enviar agora',
  busy: 'outra aba já envia',
  login: 'espera você entrar de novo',
  network: 'o servidor não respondeu',
  stopped: 'interrompido por uma entrada ou saída',
  storage: 'o aparelho não conseguiu gravar',
  fault: 'falha do aplicativo',
};
const PULL: Words = {
  pulled: 'tudo recebido',
  busy: 'outra aba já recebe',
  login: 'espera você entrar de novo',
  later: 'o servidor não respondeu',
};
const COMMAND: Words = {
  done: 'registrado',
  again: 'será enviado de novo',
  refused: 'não aceito',
  conflict: 'o documento mudou',
  held: 'parado até o motivo passar',
  login: 'espera você entrar de novo',
};
const TROUBLE: Words = {
  quota: 'falta espaço',
  lost: 'o navegador fechou o banco de dados',
  silent: 'o banco de dados não respondeu',
};

/** The sentence for an event of the log. An event of a newer version is shown by its name. */
export function eventText({ event, facts }: KeptEvent): string {
  const of = (words: Words, fact: string): string => words[String(facts[fact])] ?? String(facts[fact]);
  switch (event) {
    case 'drain':
      return `Envio: ${of(DRAIN, 'ended')}`;
    case 'pull':
      return `Recebimento: ${of(PULL, 'result')}`;
    case 'command':
      return `Item ${shortId(facts.command)}: ${of(COMMAND, 'outcome')}`;
    case 'storage-trouble':
      return `Armazenamento: ${of(TROUBLE, 'kind')}`;
    case 'pull-not-answered':
    case 'list-not-read':
      return facts.status === null
        ? 'Recebimento: sem resposta'
        : `Recebimento: resposta ${facts.status} não entendida`;
    case 'fault':
      return `${facts.error} em ${facts.line ?? facts.where}`;
    default:
      return event;
  }
}

function shortId(id: unknown): string {
  return String(id).slice(0, 8);
}

// Words of the shared tablet (S95).

export const SHARED_DEVICE = {
  title: 'Tablet compartilhado',
  begin: 'Toque para começar',
  who: 'Quem está usando?',
  whoHint: 'Toque no seu nome. A senha vem em seguida.',
  other: 'Outra pessoa',
  otherHint: 'Entrar com e-mail e senha',
  whoNote: 'Aqui só aparece quem escolheu aparecer neste tablet. Ao sair, os documentos são apagados daqui.',
  back: 'Voltar',
  notMe: 'Não sou eu',
  offline: 'Sem conexão',
  erases: 'Ao sair, ou após 3 minutos parado, os seus documentos são apagados daqui.',
  stillThere: 'Ainda está aí?',
  locksSoon: 'Se ninguém tocar, este tablet bloqueia e fecha a sua sessão.',
  erased: 'Os documentos abertos são apagados deste tablet',
  erasedMeaning: 'No servidor continuam como estão.',
  keptMeaning: 'Você continua quando entrar de novo.',
  goOn: 'Continuar',
  extend: 'Mais 10 minutos',
  leaveNow: 'Sair agora',
  kind: 'Tipo de aparelho',
  kinds: {
    own: { word: 'pessoal', meaning: 'Usado por uma pessoa só.' },
    shared: { word: 'tablet compartilhado', meaning: 'Várias pessoas usam, uma de cada vez.' },
  },
  card: 'Uso compartilhado',
  cardOwn:
    'Este aparelho é de uma pessoa. Como tablet compartilhado, ele pergunta quem está usando e apaga os documentos de quem sai.',
  cardShared: 'Este aparelho é um tablet compartilhado.',
  consequences: [
    'Ninguém fica logado, e não há avisos nem instalação.',
    'Após 3 minutos parado, ele pergunta e fecha a sessão.',
    'Ao sair, documentos, anexos e cadastros são apagados. Envios e rascunhos ficam fechados até a pessoa entrar de novo.',
  ],
  set: 'Usar como tablet compartilhado…',
  leave: 'Deixar de compartilhar…',
  setNow: 'Compartilhar este aparelho',
  leaveNowShared: 'Tornar pessoal',
  confirm: 'Confirme com a sua senha. É preciso internet.',
  cancel: 'Cancelar',
  wasSet: 'Este aparelho agora é compartilhado',
  wasLeft: 'Este aparelho agora é pessoal',
  notChanged:
    'O tipo deste aparelho não mudou: ele não conseguiu apagar ou guardar os dados. Nada foi perdido. Confira o espaço livre e tente de novo.',
  name: 'Nome deste tablet',
  nameMeaning: 'Aparece no início do tablet e em “Entrar”, para todos. Em branco, o início diz “Tablet compartilhado”.',
  nameExample: 'Ex.: Balcão do Protocolo Geral',
  keepName: 'Guardar o nome',
  nameKept: 'O nome do tablet foi guardado',
  showMe: 'Mostrar meu nome quando o tablet pergunta quem está usando',
  showMeMeaning: 'Seu nome, papel, setor e e-mail ficam neste tablet. A senha é sempre pedida.',
} as const;

/** What a shared tablet is called: by its own name, if it has one (S123). */
export function tabletName({ name }: SharedDevice): string {
  return name ?? SHARED_DEVICE.title;
}

/**
 * What happens to work that is sealed when its person leaves (S94). `sendable`: how many of its
 * commands are sent when the person logs in again.
 */
export function closedText(sendable: number): string {
  const sent = ['', ' O envio sai nessa hora.'][sendable] ?? ' Os envios saem nessa hora.';
  return `Só você abre, ao entrar de novo.${sent}`;
}

/** `3 itens guardados neste tablet, à espera de quem os fez`; null for none. */
export function keptHere(keptWork: Readonly<Record<string, KeptWork>>): string | null {
  const items = keptItems(keptWork);
  if (items === 0) return null;
  return items === 1
    ? '1 item guardado neste tablet, à espera de quem o fez'
    : `${items} itens guardados neste tablet, à espera de quem os fez`;
}

/**
 * `1 envio e 1 rascunho ficam guardados e fechados`. Without a key nothing can seal the work (S94),
 * so `e fechados` is left out.
 */
export function staysText(work: WorkCount, { hasKey }: { hasKey: boolean }): string {
  const one = work.unsent + work.drafts === 1;
  const closed = hasKey ? (one ? ' e fechado' : ' e fechados') : '';
  return `${workText(work)} ${one ? 'fica guardado' : 'ficam guardados'}${closed}`;
}

/** `30 segundos`, as a screen reader says it. */
export function secondsText(seconds: number): string {
  return seconds === 1 ? '1 segundo' : `${seconds} segundos`;
}
