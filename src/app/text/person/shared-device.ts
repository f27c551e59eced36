// Words of the shared tablet (S95).

import type { KeptWork } from '#mirror/store/sealed-row.ts';
import type { SharedDevice } from '#mirror/store/device-facts.ts';
import { keptItems, type WorkCount, workText } from './kept-work.ts';

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
 * What becomes of work that is closed with a person's key, of which `sendable` commands can be
 * sent.
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
 * `1 envio e 1 rascunho ficam guardados e fechados`; without a key to close them they stay as they
 * are (S94).
 */
export function staysText(work: WorkCount, { hasKey }: { hasKey: boolean }): string {
  const one = work.unsent + work.drafts === 1;
  const closed = hasKey ? (one ? ' e fechado' : ' e fechados') : '';
  return `${workText(work)} ${one ? 'fica guardado' : 'ficam guardados'}${closed}`;
}

/** `30 segundos`, for who hears it. */
export function secondsText(seconds: number): string {
  return seconds === 1 ? '1 segundo' : `${seconds} segundos`;
}
