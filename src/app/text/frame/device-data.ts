// Words of "Dados neste aparelho" (rule I).

import type { ShellState } from '#contract/worker-messages.ts';
import type { Cover } from '#mirror/questions/cover.ts';
import type { KeptEvent } from '#mirror/store/rows.ts';
import { plural } from '../words/grammar.ts';
import { coverText } from '../lists/cover.ts';

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

export const APP_VERSION = '1.0';

/** Larger differences are told, because limit dates and times are read by this clock. */
const CLOCK_TOLERANCE_MS = 60_000;

/** A bounded copy that is complete: what it has, and that the server has the others. */
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

/** `isBounded`: the person may see others, which are on the server alone. */
export function documentsWhy(count: number, { isBounded }: { isBounded: boolean }): string {
  const documents = plural(count, {
    zero: 'Nenhum documento',
    one: '1 documento',
    other: (many) => `${many} documentos`,
  });
  return `${documents}${isBounded ? ', dos' : ''} que você pode ver, com respostas e histórico.`;
}

/** `3 envios e 1 rascunho`; null without own work. */
export function ownText({ unsent, drafts }: { unsent: number; drafts: number }): string | null {
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
 * Whether the application opens here without a network; null: no worker answered, `asked`: it has
 * not answered yet.
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

/** What an event of the log says on screen. An event of a newer version is told by its name. */
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
