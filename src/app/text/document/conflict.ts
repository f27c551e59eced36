// Words of the dialog that settles a conflict: facts and consequences, no jargon (src/ui/look.md,
// look 6).

import type { ConflictCode } from '#domain/refusals.ts';
import { formatDay, joined } from '../words/format.ts';

export const CONFLICT_WORDS = {
  field: 'O que difere',
  now: 'Como está agora',
  yours: 'O que você fez',
  status: 'Situação',
  limitDate: 'Data limite',
  responsible: 'Responsável',
  reply: 'Resposta',
  files: 'Arquivos',
  readAll: 'ler tudo',
  readLess: 'ler menos',
  choices: 'O que fazer com o que você fez',
  confirm: 'Confirmar',
  later: 'Decidir depois',
  noReply: 'nenhuma',
  noneAfter: 'nenhuma depois de',
  noneAfterTime: 'nenhuma depois das',
  unchanged: 'sem mudança',
  failed: 'Não foi possível decidir agora: o envio já mudou. Veja as pendências.',
} as const;

/** Words of the row of stamps that shows the document's status now and after the chosen act. */
export const PATH_WORDS = {
  label: 'Situação do documento depois de confirmar',
  reply: 'com a resposta',
  date: 'com a nova data',
  you: 'você',
} as const;

/** What the author of a conflict can choose. */
type Choice = 'then-complete' | 'text-only' | 'on-top' | 'give-up';

type Fact = { name: string; by: string | null; at: string | null; to: string | null };

/**
 * The title says what happened: `PMVI 042 foi finalizado por Caio Rezende Porto às 14:20, enquanto
 * você estava sem internet.`
 */
export function conflictTitle(code: ConflictCode, { name, by, at, to }: Fact): string {
  const who = by === null ? '' : ` por ${by}`;
  const when = at === null ? '' : ` ${at}`;
  const act = {
    completed_meanwhile: 'foi finalizado',
    reopened_meanwhile: 'foi reaberto',
    responsible_changed: to === null ? 'foi transferido' : `foi transferido para ${to}`,
  }[code];
  return `${name} ${act}${who}${when}, enquanto você estava sem internet.`;
}

type Consequence = {
  readonly reopens: boolean;
  readonly currentLimitDate: string;
  readonly newLimitDate: string | null;
  readonly to: string | null;
  readonly hasWords: boolean;
  readonly isCompleted: boolean;
  readonly statusLabel: string;
  /** Whether the author's gesture was a completion and nothing else. */
  readonly completes: boolean;
  /** The present responsibles, as words. */
  readonly currentlyWith: string;
  /**
   * When the author completed the document after the reply: `15:17`. That completion waits behind
   * the reply in the outbox. Null: there is none.
   */
  readonly completedAt: string | null;
};

/** The name of a choice and its consequence. */
export function choiceWords(choice: Choice, facts: Consequence): { text: string; detail: string } {
  const { completedAt } = facts;
  const leaves = completedAt === null || !facts.isCompleted ? '' : ` A sua conclusão das ${completedAt} sai da fila.`;
  if (choice === 'then-complete') {
    const then = completedAt === null ? 'conclui de novo' : `envia a sua conclusão das ${completedAt}`;
    return {
      text: 'Enviar minha resposta e depois concluir',
      detail: `Reabre o documento, registra o seu texto e, em seguida, ${then}.`,
    };
  }
  if (choice === 'text-only') {
    // A sentence about the completion is enough: an unchanged date is then not told as well.
    const isSaid = leaves === '' || facts.newLimitDate !== null;
    const date = isSaid ? ` A data limite continua ${formatDay(facts.currentLimitDate)}.` : '';
    return facts.reopens
      ? {
          text: 'Enviar só minha resposta (reabre o documento)',
          detail: `Volta a Tramitando com o seu texto.${date}${leaves}`,
        }
      : { text: 'Enviar só minha resposta', detail: `O seu texto vai, e o resto fica como está.${date}` };
  }
  if (facts.completes) return completionWords(choice, facts);
  if (choice === 'on-top') {
    return { text: 'Aplicar minha mudança por cima', detail: `${onTopDetail(facts)}.` };
  }
  const kept = facts.hasWords ? ' O seu texto é guardado em Rascunhos.' : '';
  const state = facts.isCompleted ? 'Fica finalizado.' : `Fica como está: ${facts.statusLabel}.`;
  return { text: 'Desistir da minha mudança', detail: state + kept + leaves };
}

/** The choices for a completion of a document that was transferred meanwhile. */
function completionWords(choice: Choice, facts: Consequence): { text: string; detail: string } {
  if (choice === 'on-top') {
    return {
      text: 'Concluir assim mesmo',
      detail: `O documento está com ${facts.currentlyWith} e fica finalizado por você.`,
    };
  }
  const state = facts.isCompleted
    ? 'Fica finalizado.'
    : `Fica como está: ${facts.statusLabel}, com ${facts.currentlyWith}.`;
  return { text: 'Desistir de concluir', detail: state };
}

function onTopDetail(facts: Consequence): string {
  const sentence = onTopActs(facts);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** What the choice `on-top` does, as a part of a sentence. */
function onTopActs(facts: Consequence): string {
  const parts = [
    ...(facts.reopens ? ['reabre'] : []),
    ...(facts.hasWords ? ['registra a resposta'] : []),
    ...(facts.newLimitDate === null ? [] : [`muda a data limite para ${formatDay(facts.newLimitDate)}`]),
    ...(facts.to === null ? [] : [`transfere para ${facts.to}`]),
  ];
  return joined(parts);
}

type ConflictPreview = Consequence & {
  readonly name: string;
  readonly filesCount: number;
  /** The author's acts that wait for this decision and are sent after it, in order. */
  readonly follows: readonly string[];
};

/** The line above Confirmar: what happens on pressing it, and what is sent afterwards. */
export function previewText(choice: Choice, facts: ConflictPreview): string {
  const { follows, completedAt } = facts;
  const then = follows.length === 0 ? '' : ` Em seguida vai o que você já tinha feito: ${follows.join('; ')}.`;
  if (choice !== 'then-complete') return `${outcomeText(choice, facts)}.${then}`;
  const ends = completedAt === null ? 'você conclui de novo' : `a sua conclusão (${completedAt}) é enviada`;
  const sent = outcomeText('text-only', facts);
  const both = then === '' ? `${sent}, e depois ${ends}.` : `${sent}.${then} Depois ${ends}.`;
  return `${both} Termina Finalizado por você.`;
}

function outcomeText(choice: Choice, facts: ConflictPreview): string {
  const { name, filesCount } = facts;
  if (facts.completes && choice === 'on-top') return `Ao confirmar: você conclui ${name}`;
  const files = filesCount === 0 ? '' : filesCount === 1 ? ' e 1 arquivo' : ` e ${filesCount} arquivos`;
  if (choice === 'give-up') {
    return `Ao confirmar: ${name} fica como está${facts.hasWords ? ', e o seu texto vira rascunho' : ''}`;
  }
  if (choice === 'text-only') {
    const back = facts.reopens ? 'volta a Tramitando' : 'continua como está';
    return `Ao confirmar: ${name} ${back} com a sua resposta${files}`;
  }
  return `Ao confirmar: ${onTopActs(facts)} em ${name}${files === '' ? '' : `, com${files.slice(2)}`}`;
}

/** The message after Confirmar: what happens to the author's work. */
export function decidedText(
  choice: Choice,
  { hasWords, follows }: { hasWords: boolean; follows: number },
): { readonly title: string; readonly detail: string | undefined } {
  const then = follows === 0 ? undefined : 'O que você fez depois segue junto, na ordem.';
  if (choice === 'then-complete')
    return { title: 'Decidido: vai a sua resposta, e depois a conclusão', detail: undefined };
  if (choice === 'text-only') return { title: 'Decidido: vai só a sua resposta', detail: then };
  if (choice === 'on-top') return { title: 'Decidido: a sua mudança vai por cima', detail: then };
  const kept = hasWords ? 'O seu texto está guardado como rascunho de resposta.' : then;
  return { title: 'Decidido: fica como está', detail: kept };
}

/** `Falta: escolher uma das três`. */
export function chooseOneText(count: number): string {
  const words: Record<number, string> = {
    1: 'escolher',
    2: 'escolher uma das duas',
    3: 'escolher uma das três',
    4: 'escolher uma das quatro',
  };
  return `Falta: ${words[count] ?? 'escolher uma'}`;
}
