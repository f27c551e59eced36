// Words of a leaving that is under way, or did not work yet. Whoever reads them may be the next person.

import type { StorageTrouble } from '#mirror/store/storage.ts';

export const LEAVING = {
  underWay: 'Saindo…',
  underWayShared: 'Apagando os dados da última pessoa',
  failed: 'Ainda não foi possível sair',
  stays: 'Os documentos e o trabalho de quem está saindo continuam neste aparelho. Nada foi perdido.',
  goesOn: 'A tela fica fechada até dar certo. O Malote tenta de novo sozinho.',
  tryNow: 'Tentar de novo',
  trying: 'Tentando…',
} as const;

/** What a person can do about it, by why it did not work. */
export const TO_HELP = {
  silent: 'Se houver outras janelas ou abas do Malote abertas, feche-as.',
  quota: 'Falta espaço neste aparelho: apague algo que não seja do Malote.',
  lost: 'Se demorar, feche o navegador inteiro e abra o Malote de novo.',
  other: 'Se demorar, feche o navegador inteiro e abra o Malote de novo.',
} as const satisfies Record<StorageTrouble['kind'] | 'other', string>;
