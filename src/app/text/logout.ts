import { plural } from './grammar.ts';

/** The work that leaving concerns: gestures that are not registered, and forms with something written in them. */
export type OwnWork = { readonly unsent: number; readonly drafts: number };

/** Words for leaving with unsent or unfinished work (rules C16, E4, experience P5). */
export const LOGOUT = {
  title: ({ unsent, drafts }: OwnWork) => {
    const parts = [...(unsent === 0 ? [] : [unsentText(unsent)]), ...(drafts === 0 ? [] : [draftsText(drafts)])];
    return `Há ${parts.join(' e ')} neste aparelho`;
  },
  explanation: ({ unsent, drafts }: OwnWork) => {
    if (drafts === 0) return 'Eles não se perdem, mas só serão enviados quando você abrir o sistema de novo.';
    if (unsent === 0) return 'O que você escreveu ainda não foi enviado. Nada se perde se ficar neste aparelho.';
    return 'Nada se perde se ficar neste aparelho. Os envios seguem quando você abrir o sistema de novo.';
  },
  send: 'Enviar agora',
  sending: 'Enviando…',
  notSent: 'Não foi possível enviar tudo agora.',
  keep: 'Manter neste aparelho',
  keepMeaning: ({ unsent, drafts }: OwnWork) => {
    const parts = [
      ...(unsent === 0 ? [] : ['O que está pendente é enviado depois que você entrar de novo.']),
      ...(drafts === 0 ? [] : ['O que está em rascunho continua de onde parou.']),
    ];
    return `Fica guardado aqui. ${parts.join(' ')} O resto dos seus dados é apagado.`;
  },
  discard: 'Descartar',
  typeWord: 'Para apagar tudo sem enviar, escreva a palavra descartar',
  word: 'descartar',
  discardNow: 'Descartar e sair',
} as const;

function unsentText(unsent: number): string {
  return plural(unsent, { zero: '', one: '1 envio pendente', other: (count) => `${count} envios pendentes` });
}

function draftsText(drafts: number): string {
  return plural(drafts, { zero: '', one: '1 rascunho', other: (count) => `${count} rascunhos` });
}
