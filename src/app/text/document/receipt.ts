// Words about receipts (S98): of the screen on which anybody checks one, and of the screens on
// which an author gets their own.

import type { SaidReceipt } from '#contract/signed-receipt.ts';
import type { ReceiptCheck } from '#mirror/store/rows.ts';
import { ticketOf } from '#domain/ticket.ts';
import { printedMoment } from './view-document.ts';

/**
 * The zone in which a receipt tells times. It is fixed, because a reader anywhere must see the
 * times that others see.
 */
const RECEIPT_ZONE = 'America/Sao_Paulo';

export const RECEIPT = {
  title: 'Conferir comprovante',
  lead: 'Cole o comprovante que você recebeu, ou abra o arquivo. Ele é conferido neste aparelho: o texto não é enviado a ninguém.',
  field: 'Comprovante',
  fieldHint: 'O código começa com malote1. O texto em volta pode vir junto.',
  open: 'Abrir arquivo',
  check: 'Conferir',
  checking: 'Conferindo',
  nothing: 'Falta o comprovante: cole o texto aqui ou abra o arquivo.',
  unreadable: 'Não foi possível abrir o arquivo. Escolha o arquivo .txt do comprovante.',
  notChecked: 'Não foi possível conferir agora. Nada se sabe ainda deste comprovante. Tente de novo.',
  own: 'Comprovante',
  toDocument: 'Voltar ao documento',
  elsewhere: 'O comprovante de um ato fica no aparelho em que você o fez. Alguns dos seus não estão neste.',
  otherName: 'O nome do órgão é outro hoje.',
  paper: 'Comprovante de registro',
  waiting: 'Conferindo…',
  another: 'Outro comprovante',
  qr: 'Para conferir em outro aparelho',
  codeAndFingerprint: 'Código e impressão digital',
  fingerprint: 'Conteúdo (SHA-256)',
  codeRead: 'Código lido',
  proves: 'O que isto prova',
  provesAct: 'O órgão registrou este ato, desta pessoa, nesta data e hora.',
  provesContent: 'O conteúdo registrado é o da impressão digital.',
  provesNoText: 'Não mostra o título nem o texto do documento.',
  beforeDoubt: 'Antes de desconfiar',
  copyAgain: 'Copie o comprovante de novo, inteiro: do malote1 até o último sinal.',
  seeBody: 'Veja o órgão. O código diz quem o assinou, e só a chave desse órgão o confere.',
  tellBody: 'Ainda não confere? Não aceite o comprovante e avise o órgão.',
  copy: 'Copiar',
  copied: 'Comprovante copiado',
  save: 'Salvar',
  print: 'Imprimir',
  badSignature: 'Registrado, mas a assinatura do comprovante não confere. Avise quem administra o Malote.',
} as const;

export type Verdict = Exclude<ReceiptCheck, 'unsigned'> | 'unknown-key-offline' | 'damaged' | 'newer' | 'none';

type VerdictWords = { readonly tone: 'ok' | 'danger' | 'warn'; readonly title: string; readonly detail: string };

/** What a check found, in plain words. The detail follows the title on its line. */
export const VERDICT: Record<Verdict, VerdictWords> = {
  valid: {
    tone: 'ok',
    title: 'Comprovante válido.',
    detail: 'O órgão assinou o que está abaixo, e nada foi mudado desde então.',
  },
  invalid: {
    tone: 'danger',
    title: 'Comprovante inválido.',
    detail: 'A assinatura não confere: o comprovante foi mudado, ou não foi este órgão que o deu.',
  },
  damaged: {
    tone: 'danger',
    title: 'Comprovante inválido.',
    detail: 'O código está incompleto ou foi mudado. Peça o comprovante de novo e copie o código inteiro.',
  },
  'unknown-key': {
    tone: 'warn',
    title: 'Chave desconhecida.',
    detail:
      'Este servidor não tem a chave que assinou o comprovante. Confira no endereço do Malote do órgão que o deu: até lá, não confie nele.',
  },
  'unknown-key-offline': {
    tone: 'warn',
    title: 'Chave desconhecida neste aparelho.',
    detail:
      'Sem conexão, só dá para conferir comprovantes de chaves que este aparelho já viu. Conecte-se e confira de novo.',
  },
  unsupported: {
    tone: 'warn',
    title: 'Este navegador não confere assinaturas.',
    detail: 'Abra esta página em um navegador atualizado, por https. O comprovante não foi conferido.',
  },
  newer: {
    tone: 'warn',
    title: 'Comprovante de uma versão mais nova.',
    detail: 'Recarregue a página para atualizar o Malote e confira de novo.',
  },
  none: {
    tone: 'warn',
    title: 'Não há comprovante neste texto.',
    detail: 'Procure o código que começa com malote1 e cole de novo.',
  },
};

/** The verdict on a good signature under an act that changed nothing. */
export const WITHOUT_EFFECT: VerdictWords = {
  tone: 'warn',
  title: 'Comprovante válido, mas sem efeito.',
  detail: 'O órgão assinou o que está abaixo. O ato chegou e nada mudou: veja em Resultado.',
};

const VOID_RESULTS: ReadonlySet<string> = new Set(['already_completed', 'already_open']);

/** Whether the act that a receipt names left the document as it was. */
export function isWithoutEffect({ result }: SaidReceipt): boolean {
  return VOID_RESULTS.has(result);
}

const ACTS: Readonly<Record<string, string>> = {
  'create-document': 'Envio do documento',
  respond: 'Resposta, transferência ou prorrogação',
  'complete-document': 'Conclusão',
  'reopen-document': 'Reabertura',
  'reassign-document': 'Redistribuição',
  'record-view': 'Visualização',
};

const NOTES: Readonly<Record<string, string>> = {
  already_completed: 'Sem efeito: o documento já estava finalizado',
  already_open: 'Sem efeito: o documento já estava aberto',
  later_date_kept: 'Registrado em parte: ficou uma data limite posterior',
};

type Body = SaidReceipt['tenant'];

/** Whether the name of the public body in a receipt is the present name of the key's owner. */
export function isSameBody(said: Body, owner: Body): boolean {
  return said.name === owner.name && said.acronym === owner.acronym;
}

/**
 * Stands beside a good signature where the receipt gives the public body another name than the
 * server does. A name can be changed, a key can't.
 */
export function otherNameText(owner: Body): string {
  return `Quem assinou se chama ${owner.name} (${owner.acronym}). Antes de confiar no comprovante, confirme que é o órgão que você espera.`;
}

/**
 * The contents of a receipt as lines of a name and a value. The fingerprint of the content is not
 * among them, because it is shown beside the receipt's code.
 */
export function receiptLines(said: SaidReceipt): readonly (readonly [string, string])[] {
  const { tenant, documentNumber: number } = said;
  const note = NOTES[said.result];
  return [
    ['Órgão', `${tenant.name} (${tenant.acronym})`],
    ...(number === null ? [] : [['Documento', ticketOf(tenant.acronym, number)] as const]),
    ['Ato', ACTS[said.type] ?? 'Cadastro'],
    ['Por', said.authorName],
    ['Conta', said.authorEmail === null ? `nº ${said.authorId}` : `nº ${said.authorId}, ${said.authorEmail}`],
    ['Registrado em', `${printedMoment(said.at, RECEIPT_ZONE)} (horário de Brasília)`],
    ...(note === undefined ? [] : [['Resultado', note] as const]),
  ];
}

/**
 * A receipt as a text for people, with its code at the end. `origin`: the address of the server on
 * which it can be checked.
 */
export function receiptAsText(said: SaidReceipt, { code, origin }: { code: string; origin: string }): string {
  const all = [...receiptLines(said), [RECEIPT.fingerprint, said.contentSha256] as const];
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  return [RECEIPT.paper, ...lines, '', `Para conferir: ${origin}/conferir`, '', code, ''].join('\r\n');
}

/** `comprovante-PMVI042-0b8e1c52.txt` */
export function receiptFileName({ tenant, documentNumber: number, commandId }: SaidReceipt): string {
  const about = number === null ? tenant.acronym : ticketOf(tenant.acronym, number);
  return `comprovante-${about}-${commandId.slice(0, 8)}.txt`;
}
