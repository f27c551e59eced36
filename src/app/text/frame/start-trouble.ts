import type { StorageTrouble } from '#mirror/store/storage.ts';

type Words = { readonly what: string; readonly next: readonly string[] };

/**
 * Why the application could not start. `refused`: the browser stores nothing at all, as in some
 * private windows.
 */
export const START_TROUBLE = {
  silent: {
    what: 'Os dados guardados neste aparelho não respondem.',
    next: [
      'Nada foi perdido: o que você escreveu e o que está na fila continuam guardados aqui.',
      'Feche as outras janelas e abas do Malote e tente de novo. Se não adiantar, feche o navegador inteiro e abra de novo.',
      'Com pressa? Entre com internet por outro navegador ou aparelho: tudo o que já foi registrado está lá.',
    ],
  },
  lost: {
    what: 'O navegador fechou os dados guardados neste aparelho.',
    next: ['Nada foi perdido. Tente de novo; se não adiantar, feche o navegador inteiro e abra de novo.'],
  },
  quota: {
    what: 'Não há espaço neste aparelho.',
    next: ['O que já está guardado continua aqui. Libere espaço no aparelho e tente de novo.'],
  },
  refused: {
    what: 'Este navegador não deixa guardar dados.',
    next: [
      'Nas configurações do navegador, permita cookies e dados deste site, e tente de novo.',
      'Em uma janela anônima isso pode não ser possível: abra o Malote em uma janela comum ou em outro navegador.',
    ],
  },
} as const satisfies Record<StorageTrouble['kind'] | 'refused', Words>;
