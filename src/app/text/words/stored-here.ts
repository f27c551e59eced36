// The second line of the message after a gesture (rule D3): why its change is still on this device
// only.

import type { StorageTrouble } from '#mirror/store/storage.ts';

export const STORED_HERE = 'Guardado neste aparelho. Será enviado quando houver conexão.';
const STORED_UNTIL_LOGIN = 'Guardado neste aparelho. Será enviado quando você entrar de novo.';
const STORED_BEHIND = 'Guardado neste aparelho. Um envio anterior deste documento precisa de você.';

type StoredFacts = {
  readonly needsLogin: boolean;
  readonly isOffline: boolean;
  /** Whether the command waits behind an earlier one of the document that needs its author. */
  readonly isBehind: boolean;
};

/**
 * The second line of the message after a gesture. Null while the command is being sent: the first
 * line is then enough.
 */
export function storedDetail({ needsLogin, isOffline, isBehind }: StoredFacts): string | null {
  if (needsLogin) return STORED_UNTIL_LOGIN;
  if (isBehind) return STORED_BEHIND;
  return isOffline ? STORED_HERE : null;
}

const NOTHING = 'Não foi possível guardar neste aparelho. Nada foi enviado.';

/**
 * Shown by a form whose contents this device could not store, by the trouble: what happened, and
 * what to do. The form still shows what was written.
 */
export const NOT_STORED = {
  quota: `${NOTHING} Libere espaço e tente de novo.`,
  silent: `${NOTHING} Feche as outras janelas e abas do Malote e tente de novo.`,
  lost: `${NOTHING} Tente de novo.`,
  other: `${NOTHING} Tente de novo.`,
} as const satisfies Record<StorageTrouble['kind'] | 'other', string>;

/** Shown when the files of a form were sent or erased in another tab. */
export const FILES_TAKEN =
  'Nada foi enviado por esta aba: os anexos dela já saíram em outra. Tire os anexos daqui, ou recarregue a página.';

/** Shown after a login whose session cookie the browser does not send back. */
export const COOKIE_FORBIDDEN =
  'O navegador não guardou o cookie da sessão. Nas configurações dele, permita cookies deste site, recarregue a página e tente de novo.';
