import type { LostWork } from '#mirror/store/rows.ts';
import { formatMoment, type Here, plural } from '../words/format.ts';

export const LOST_WORK = {
  check: 'Verificar agora',
  read: 'Já conferi',
  stillUnknown: 'Não foi possível perguntar ao servidor. Tente quando houver conexão.',
} as const;

/**
 * `3 envios se perderam neste aparelho`. Where the server has not confirmed any loss, or no list of
 * the lost commands exists, it says `pode ter se perdido`.
 */
export function lostTitle({ lost, unchecked, isUnlisted }: LostWork): string {
  if (isUnlisted) return 'O que aguardava envio neste aparelho pode ter se perdido';
  return lost > 0
    ? plural(lost, {
        zero: '',
        one: '1 envio se perdeu neste aparelho',
        other: (count) => `${count} envios se perderam neste aparelho`,
      })
    : plural(unchecked.length, {
        zero: '',
        one: '1 envio pode ter se perdido neste aparelho',
        other: (count) => `${count} envios podem ter se perdido neste aparelho`,
      });
}

/** What happened to the lost work, and what its author can do (S100). */
export function lostBody({ lost, unchecked, notedAtMs, isUnlisted }: LostWork, here: Here): string {
  if (isUnlisted) return UNLISTED;
  return [
    `O navegador apagou os dados do Malote neste aparelho, com o que aguardava envio (último registro: ${formatMoment(notedAtMs, here)}).`,
    lost > 0 ? LOST : '',
    unknownText(unchecked.length),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const UNLISTED =
  'Este aparelho já guardou trabalho seu, e o navegador apagou os dados do Malote nele. O que você ainda não tinha enviado pode ter se perdido, rascunhos também. Confira os documentos em que você trabalhou e faça de novo o que falta.';

const LOST =
  'Não chegou ao servidor. Confira os documentos em que você trabalhou e faça de novo o que falta: nada será registrado duas vezes.';

function unknownText(count: number): string {
  return plural(count, {
    zero: '',
    one: 'De 1 envio ainda não se sabe se chegou ao servidor.',
    other: (many) => `De ${many} envios ainda não se sabe se chegaram ao servidor.`,
  });
}
