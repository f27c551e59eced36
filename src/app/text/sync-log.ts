// Words of the log of sync, which a person switches on to look for a fault.

import type { KeptEvent } from '#mirror/store/rows.ts';

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
