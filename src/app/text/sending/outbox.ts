// Words of "Pendências de envio". An item's sentence names its act, not its request; an item's
// state tells how far it is (src/ui/look.md, look 6).

import type { CommandError, CommandState, DoubtAnswer } from '#mirror/store/outbox-row.ts';
import type { KeptDraft } from '#mirror/questions/drafts.ts';
import { formatMoment, type Here, plural } from '../words/format.ts';
import { formSentence } from './row-acts.ts';
import { documentName } from '../words/document.ts';

export const OUTBOX_TEXT = {
  title: 'Pendências de envio',
  sendAll: 'Enviar tudo agora',
  retry: 'Tentar agora',
  resolve: 'Resolver',
  fix: 'Corrigir',
  edit: 'Editar',
  discard: 'Descartar',
  redone: 'Refeito sem os que ficaram de fora',
  see: 'Ver',
  seeDocument: 'Ver documento',
  login: 'Entrar',
  preview: 'Ver o que será enviado',
  copy: 'Copiar texto',
  copied: 'Texto copiado',
  drafts: 'Rascunhos',
  draft: 'Rascunho',
  continue: 'Continuar',
  lostReply: 'Resposta a um documento que não está mais neste aparelho',
  discardDraft: 'Descartar este rascunho?',
  discardDraftBody: 'O que você escreveu nele será apagado deste aparelho.',
  draftDiscarded: 'Rascunho descartado',
  draftNotDiscarded: 'Não foi possível descartar o rascunho. Tente de novo.',
  copyFailed: 'Não foi possível copiar o texto',
  export: 'Exportar pendência',
  exportFailed: 'Não foi possível exportar a pendência. Tente de novo.',
  options: 'Mais opções',
  nothing: 'Nada para enviar',
  nothingDetail: 'Tudo o que você fez neste aparelho já foi enviado. O que fizer sem conexão espera aqui.',
  loading: 'Carregando pendências',
  waitsForCreation: 'Aguarda a criação do documento',
  waitsForOther: 'Aguarda outro envio',
  waitsForYou: 'Aguarda a sua decisão no envio acima',
  waitsForNetwork: 'Na fila: aguarda a conexão',
  cantSend: {
    nothing: 'Nada para enviar.',
    offline: 'Sem conexão: a fila é enviada sozinha quando a internet voltar.',
    login: 'Sua sessão terminou: entre para enviar.',
    author: 'O que está aqui precisa de você antes.',
  },
  notSent: 'Não enviado:',
  noEffect: 'Sem efeito:',
  partly: 'Registrado em parte:',
  conflictNotice: 'O documento mudou enquanto você estava sem internet. Decida o que fazer.',
  noContent: 'Sem texto: só o pedido vai.',
  sending: 'Agora está sendo enviado. Espere um instante.',
  found: 'A resposta se perdeu, e o envio foi encontrado no servidor.',
  sendAgain: 'Enviar de novo',
  alreadySent: 'O servidor já recebeu este envio. Veja o resultado em Pendências.',
  gone: 'Este envio não está mais neste aparelho.',
  inDoubt:
    'Pode já ter sido registrado: a resposta do servidor se perdeu. Espere a conexão voltar para saber e editar.',
  hasDependents: 'Outros envios dependem deste: espere o resultado ou descarte-os antes de editar.',
  cantEdit: 'Não pode ser editado agora.',
  mayBeRefused: 'O documento mudou desde então: pode não ser aceito.',
} as const;

type BusyReason = 'sending' | 'done' | 'missing' | 'not-author' | 'dependents' | 'in-doubt';

/** Why a gesture on an item can't be made now, by the reason of `OutboxBusy`. */
export function busyText({ reason }: { reason: BusyReason }): string {
  return {
    sending: OUTBOX_TEXT.sending,
    done: OUTBOX_TEXT.alreadySent,
    missing: OUTBOX_TEXT.gone,
    'not-author': BACKOFF_REASON.identity,
    dependents: OUTBOX_TEXT.hasDependents,
    'in-doubt': OUTBOX_TEXT.inDoubt,
  }[reason];
}

/**
 * Shown in place of an act on an item whose answer was lost: what the server, when asked, says of
 * it.
 */
export const DOUBT_TEXT: Record<Exclude<DoubtAnswer, 'absent'>, string> = {
  registered: 'O servidor já recebeu este envio. Veja o resultado em Pendências.',
  sending: OUTBOX_TEXT.sending,
  unreachable: 'Pode já ter sido registrado, e o servidor não respondeu. Tente de novo quando houver conexão.',
};

export const GROUP_LABEL = {
  'needs-you': 'Precisa de você',
  sending: 'Enviando agora',
  queued: 'Na fila',
  sent: 'Enviados hoje',
} as const;

export const STATE_TEXT: Record<Exclude<CommandState, 'refused' | 'done' | 'backoff' | 'held'>, string> = {
  queued: 'Na fila',
  unknown: 'Na fila',
  sending: 'Enviando…',
  conflict: 'O documento mudou. Decida',
};

/** `7 itens neste aparelho`: everything unsent. */
export function itemsText(count: number): string {
  return plural(count, {
    zero: 'Nenhum item neste aparelho',
    one: '1 item neste aparelho',
    other: (n) => `${n} itens neste aparelho`,
  });
}

/**
 * `3 na fila`; when something needs its author, the whole and its parts: `3 itens neste aparelho: 1
 * precisa de você, 2 na fila`.
 */
export function unsentText({ unsent, pending, needsAuthor }: OutboxCounts): string {
  const queue = pending === 0 ? 'nada na fila' : `${pending} na fila`;
  if (needsAuthor === 0) return pending === 0 ? 'Nada na fila' : queue;
  return `${itemsText(unsent)}: ${needsAuthor === 1 ? '1 precisa' : `${needsAuthor} precisam`} de você, ${queue}`;
}

export function andMoreText(count: number): string {
  return `e mais ${count}`;
}

type OutboxCounts = { readonly unsent: number; readonly pending: number; readonly needsAuthor: number };

export function lastTalkText(time: string): string {
  return `Última conversa com o servidor às ${time}`;
}

/** `Responder PMVI 042`, `Criar “Medição de novembro”`, `Editar o setor “Obras”`. */
export function draftSentence(draft: Pick<KeptDraft, 'title' | 'reply' | 'form'>): string {
  if (draft.reply !== null) {
    return draft.reply.address === null ? OUTBOX_TEXT.lostReply : `Responder ${documentName(draft.reply)}`;
  }
  if (draft.form !== null) return formSentence(draft.form, draft.title.trim());
  return draft.title.trim() === '' ? 'Criar documento' : `Criar “${draft.title.trim()}”`;
}

/** `2 arquivos`; null without any. */
export function filesText(count: number): string | null {
  return count === 0 ? null : count === 1 ? '1 arquivo' : `${count} arquivos`;
}

/** `Registrar que você viu 3 documentos`. */
export function viewsText(count: number): string {
  return `Registrar que você viu ${count === 1 ? '1 documento' : `${count} documentos`}`;
}

/** Why the sending of a command is delayed, by the class of its last error. */
const BACKOFF_REASON: Record<CommandError['class'], string> = {
  transient: 'Sem resposta',
  unknown: 'Sem resposta',
  intercepted: 'A rede pede para entrar',
  interrupted: 'O envio foi interrompido',
  blocked: 'Algo na rede responde no lugar do servidor',
  malformed: 'O envio não foi entendido no caminho',
  throttle: 'O servidor pediu para esperar',
  storage: 'O servidor não tem onde guardar agora. O envio continua salvo neste aparelho',
  auth: 'Entre para enviar',
  csrf: 'Sem resposta',
  identity: 'Pertence a outra pessoa',
  permission: 'Sem permissão',
  gone: 'O documento não está mais disponível',
  in_progress: 'O servidor ainda está registrando',
  conflict: 'O documento mudou',
  invalid: 'O servidor recusou sem dizer por quê. Está guardado neste aparelho: confira e corrija',
  too_large:
    'O envio é grande demais para chegar ao servidor. Está guardado neste aparelho: divida os anexos em mais de um envio',
  poison: 'O servidor falha neste item. Está guardado neste aparelho, e os outros seguem',
  unsupported: 'O servidor ainda não aceita este envio',
  unverified: 'O servidor não mostra se recebeu. Confira lá: se não está, envie de novo; se está, descarte este',
  sealed:
    'Está fechado, e este aparelho ainda não abriu. Nada foi perdido. Confira o espaço livre, saia e entre de novo',
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `em 20 s`, `em 2 min`, `em 1 h`, `agora`. */
function waitText(ms: number): string {
  if (ms <= 1000) return 'agora';
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `em ${seconds} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes < 60 ? `em ${minutes} min` : `em ${Math.round(ms / HOUR_MS)} h`;
}

/** `Sem resposta. Nova tentativa em 2 min`. */
export function backoffText(error: CommandError | null, waitMs: number): string {
  return `${error === null ? 'Sem resposta' : troubleText(error)}. Nova tentativa ${waitText(waitMs)}`;
}

/**
 * A server that does not confirm commands was searched, and does not show this one: `… O Malote
 * olha de novo em 20 s` (S106).
 */
export function notSeenText(waitMs: number): string {
  return `O servidor ainda não mostra este envio. O Malote olha de novo ${waitText(waitMs)}`;
}

function troubleText(error: CommandError): string {
  // The server's own sentence says whose share of the storage is full, and who can help.
  if (error.type === 'quota_full' && error.message !== '') return error.message.replace(/\.$/, '');
  if (error.class === 'transient' && error.status !== null) return 'O servidor não conseguiu registrar agora';
  if (error.class !== 'poison') return BACKOFF_REASON[error.class];
  return (error.cause === undefined ? undefined : POISON_REASON[error.cause]) ?? BACKOFF_REASON.poison;
}

/**
 * For a command that keeps failing while others pass, by the cause: what is safe, and what its
 * author can do.
 */
const POISON_REASON: Partial<Record<CommandError['class'], string>> = {
  interrupted:
    'O servidor interrompe o envio deste item. Está guardado neste aparelho: tente em outra rede ou, se tem anexos, divida-os em mais de um envio',
  blocked: 'Algo na rede impede o envio deste item. Está guardado neste aparelho: tente em outra rede',
};

/**
 * Why a command is held. It belongs to another person, the application is too old, or the server
 * lacks the function, for example.
 */
export function heldText(error: CommandError | null): string {
  return error === null ? 'Aguarda outro envio' : BACKOFF_REASON[error.class];
}

/**
 * The server's reason, which stands after `Não aceito:`. Its sentences about single fields are
 * preferred to the general one.
 */
export function refusalReason(error: CommandError | null): string {
  if (error === null) return 'o servidor recusou';
  const sentences = Object.values(error.errors).flat();
  const sentence = sentences.length === 0 ? error.message : sentences.join(' ');
  return sentence === '' ? lowerFirst(BACKOFF_REASON[error.class]) : lowerFirst(sentence.replace(/\.$/, ''));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function registeredText(time: string): string {
  return `Registrado às ${time}`;
}

/**
 * Stands before the note of a command that had no effect, or not all of it. Only what the server's
 * history holds is called registered (I9).
 */
export function notedText(registered: 'whole' | 'part' | 'none', time: string): string {
  return registered === 'none' ? `Sem efeito, às ${time}.` : `Registrado em parte às ${time}.`;
}

/** Words of a draft in the places that list drafts (rule C16). */
export const DRAFT_TEXT = {
  one: 'Rascunho',
  many: 'Rascunhos',
  onlyHere: 'só neste aparelho',
  continue: 'Continuar rascunho',
  options: 'Opções do rascunho',
  startOver: 'Começar do zero',
  discard: 'Descartar',
} as const;

/**
 * The title of a draft, `Medição de novembro`; without one, what the draft is about: `Responder
 * PMVI 042`.
 */
export function draftTitle(draft: KeptDraft): string {
  if (draft.reply !== null) return draft.reply.title || draftSentence(draft);
  return draft.title.trim() === '' ? draftSentence(draft) : draft.title.trim();
}

/** `Documento novo · salvo hoje às 11:08`, `Responder PMVI 042 · salvo ontem às 16:05`. */
export function draftMeta(draft: KeptDraft, here: Here): string {
  const about = draft.reply === null && draft.form === null ? 'Documento novo' : draftSentence(draft);
  return `${about} · salvo ${formatMoment(draft.savedAtMs, here)}`;
}

/** A draft in one line: `Medição de novembro · salvo hoje às 11:08`. */
export function draftLine(draft: KeptDraft, here: Here): string {
  const title = draft.reply === null ? draftTitle(draft) : draftSentence(draft);
  return `${title} · salvo ${formatMoment(draft.savedAtMs, here)}`;
}

/** How many more drafts there are: `+2`, with the accessible name `Mais 2 rascunhos`. */
export function moreDrafts(count: number): { readonly text: string; readonly name: string } {
  return { text: `+${count}`, name: count === 1 ? 'Mais 1 rascunho' : `Mais ${count} rascunhos` };
}
