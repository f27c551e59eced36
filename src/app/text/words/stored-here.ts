// The second line of a message after a gesture (rule D3): why the change is only on this device so
// far.

import type { StorageTrouble } from '#mirror/store/storage.ts';

export const STORED_HERE = 'Guardado neste aparelho. Será enviado quando houver conexão.';
const STORED_UNTIL_LOGIN = 'Guardado neste aparelho. Será enviado quando você entrar de novo.';
const STORED_BEHIND = 'Guardado neste aparelho. Um envio anterior deste documento precisa de você.';

type StoredFacts = {
  readonly needsLogin: boolean;
  readonly isOffline: boolean;
  /** An earlier command of the document waits for its author, and this command waits for it. */
  readonly isBehind: boolean;
};

/** Null when the command is being sent: then the specified words are enough. */
export function storedDetail({ needsLogin, isOffline, isBehind }: StoredFacts): string | null {
  if (needsLogin) return STORED_UNTIL_LOGIN;
  if (isBehind) return STORED_BEHIND;
  return isOffline ? STORED_HERE : null;
}

const NOTHING = 'Não foi possível guardar neste aparelho. Nada foi enviado.';

/**
 * What a form says that this device could not store, and what to do next, by why. What was written
 * is still in the form.
 */
export const NOT_STORED = {
  quota: `${NOTHING} Libere espaço e tente de novo.`,
  silent: `${NOTHING} Feche as outras janelas e abas do Malote e tente de novo.`,
  lost: `${NOTHING} Tente de novo.`,
  other: `${NOTHING} Tente de novo.`,
} as const satisfies Record<StorageTrouble['kind'] | 'other', string>;

/** The form's files were sent or erased in another tab. */
export const FILES_TAKEN =
  'Nada foi enviado por esta aba: os anexos dela já saíram em outra. Tire os anexos daqui, ou recarregue a página.';

/** The server did not get the cookie of the session back from the browser. */
export const COOKIE_FORBIDDEN =
  'O navegador não guardou o cookie da sessão. Nas configurações dele, permita cookies deste site, recarregue a página e tente de novo.';
