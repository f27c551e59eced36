import { plural } from './plural.ts';

/** Leaving with work that was not sent (decisions E4, experience P5). */
export const LOGOUT = {
  title: (unsent: number) =>
    plural(unsent, {
      zero: 'Sair',
      one: 'Há 1 envio pendente neste aparelho',
      other: (count) => `Há ${count} envios pendentes neste aparelho`,
    }),
  explanation: 'Eles não se perdem, mas só serão enviados quando você abrir o sistema de novo.',
  send: 'Enviar agora',
  sending: 'Enviando…',
  notSent: 'Não foi possível enviar tudo agora.',
  keep: 'Manter neste aparelho',
  keepMeaning: 'Ficam guardados aqui e são enviados depois que você entrar de novo. O resto dos seus dados é apagado.',
  discard: 'Descartar',
  typeWord: 'Para apagar tudo sem enviar, escreva a palavra descartar',
  word: 'descartar',
  discardNow: 'Descartar e sair',
} as const;
