// The pill that shows the state of sending (src/ui/look.md, look 7): its state, computed from the
// outbox and the connection, its words, and how a change is announced.

import type { Network } from '#mirror/questions/connection.ts';
import { plural } from '../words/format.ts';

/** The facts of outbox and connection that the pill needs. */
export type SyncFacts = {
  readonly pending: number;
  readonly sending: { readonly current: number; readonly total: number } | null;
  readonly needsAuthor: number;
  readonly needsLogin: boolean;
  readonly network: Network;
  readonly storageLow: boolean;
  /** Data from the server did not fit on this device. */
  readonly storageFull: boolean;
};

export type SyncKind =
  | 'synced'
  | 'queued'
  | 'syncing'
  | 'offline'
  | 'unstable'
  | 'portal'
  | 'needs-login'
  | 'needs-author'
  | 'storage-low'
  | 'storage-full';

export type SyncState = {
  readonly kind: SyncKind;
  readonly text: string;
  /** For the head of a phone's screen: `3 na fila`. */
  readonly short: string;
  /** For the menu of a tablet, under the icon: one word or two. */
  readonly rail: string;
  readonly pending: number;
  /**
   * The state of the network that holds the queue back, where `kind` is about something more
   * urgent.
   */
  readonly alsoTells: Exclude<Network, 'ok'> | null;
};

/** Words for a network that does not reach the server. */
const NO_NETWORK: Readonly<Record<Exclude<Network, 'ok'>, { readonly text: string; readonly rail: string }>> = {
  offline: { text: 'Sem conexão', rail: 'Sem rede' },
  portal: { text: 'A rede pede para entrar', rail: 'Sem rede' },
  unstable: { text: 'Conexão instável', rail: 'Instável' },
};

/**
 * Chooses the most urgent state: first what needs the person, then what stops the sending, then its
 * progress.
 */
export function syncStateOf(facts: SyncFacts): SyncState {
  const { pending } = facts;
  const queue = pending > 0 ? `${pending} na fila` : '';
  const state = (kind: SyncKind, words: { text: string; short?: string; rail?: string }): SyncState => {
    const short = words.short ?? (queue === '' ? words.text : queue);
    return { kind, text: words.text, short, rail: words.rail ?? short, pending, alsoTells: null };
  };
  const joined = (text: string) => (queue === '' ? text : `${text} · ${queue}`);

  if (facts.needsLogin) return state('needs-login', loginWords(pending));
  if (facts.storageFull) {
    const text = 'Sem espaço: libere espaço neste aparelho';
    return state('storage-full', { text, short: 'Sem espaço', rail: 'Sem espaço' });
  }
  const network = facts.network === 'ok' ? null : facts.network;
  if (facts.needsAuthor > 0) {
    const words = authorWords(facts.needsAuthor);
    if (network === null) return state('needs-author', words);
    // An item that needs its author must not hide that the network holds back all others.
    const { text, rail } = NO_NETWORK[network];
    const told = state('needs-author', { text: joined(`${text} · ${words.short}`), short: `${rail} · ${words.short}` });
    return { ...told, alsoTells: network };
  }
  if (facts.storageLow) {
    return state('storage-low', { text: 'Pouco espaço neste aparelho', short: 'Pouco espaço', rail: 'Sem espaço' });
  }
  if (network !== null) {
    const { text, rail } = NO_NETWORK[network];
    return state(network, { text: joined(text), rail: queue === '' ? rail : queue });
  }
  if (facts.sending !== null) {
    const { current, total } = facts.sending;
    return state('syncing', {
      text: `Enviando ${current} de ${total}`,
      short: `${current} de ${total}`,
      rail: 'Enviando',
    });
  }
  if (pending > 0) return state('queued', { text: queue });
  return state('synced', { text: 'Tudo enviado', rail: 'Enviado' });
}

function loginWords(pending: number) {
  const text = plural(pending, {
    zero: 'Entre de novo',
    one: 'Entre de novo para enviar 1 item',
    other: (count) => `Entre de novo para enviar ${count} itens`,
  });
  return { text, short: 'Entre de novo', rail: 'Entrar' };
}

function authorWords(count: number) {
  const text = count === 1 ? '1 item precisa de você' : `${count} itens precisam de você`;
  return { text, short: `${count} a resolver`, rail: `${count} a resolver` };
}

/**
 * How a screen reader announces a change into this state; null: not at all (src/ui/look.md, look
 * 7).
 */
export function announcementOf(kind: SyncKind): 'polite' | 'assertive' | null {
  switch (kind) {
    case 'needs-login':
    case 'needs-author':
    case 'storage-full':
      return 'assertive';
    case 'synced':
    case 'offline':
    case 'portal':
    case 'storage-low':
      return 'polite';
    case 'queued':
    case 'syncing':
    case 'unstable':
      return null;
  }
}

/** The sentence in the pill's popover, under the numbers. */
export const SYNC_EXPLANATION: Record<SyncKind, string> = {
  synced: 'Tudo o que você fez já chegou ao servidor.',
  queued: 'O que você fez está guardado neste aparelho e vai ser enviado.',
  syncing: 'Pode continuar trabalhando enquanto o envio acontece.',
  offline: 'Você pode continuar. O que fizer fica a lápis neste aparelho e é enviado quando houver conexão.',
  unstable: 'A conexão cai e volta. O que você fizer fica guardado neste aparelho até ser enviado.',
  portal: 'A rede Wi-Fi pede para entrar antes de dar internet. Abra o navegador e entre nela.',
  'needs-login': 'Sua sessão terminou. O que você fez continua guardado neste aparelho.',
  'needs-author': 'Um envio não foi aceito como está. Veja em Pendências o que decidir.',
  'storage-full':
    'Não há mais espaço neste aparelho para o que chega do servidor. Libere espaço: o Malote tenta de novo sozinho.',
  'storage-low': 'Libere espaço no aparelho para continuar guardando documentos e anexos.',
};

// Words for a database that was emptied under an open page (S172).

export const EMPTIED = {
  title: 'Os dados do Malote neste aparelho foram apagados',
  body: 'O navegador, ou alguém, apagou os dados deste site com a página aberta. O que está no servidor volta quando você entrar.',
  lost: 'Isto aguardava aqui e pode ter se perdido. Ao entrar, Pendências diz o que não chegou ao servidor:',
  nothing: 'Nada aguardava envio aqui.',
  unknown: 'Se algo aguardava envio aqui, Pendências diz ao entrar o que não chegou ao servidor.',
  enter: 'Entrar de novo',
} as const;
