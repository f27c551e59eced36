// The second line of a message after a gesture (rule D3): why the change is only on this device so
// far.

export const STORED_HERE = 'Guardado neste aparelho. Será enviado quando houver conexão.';
export const STORED_UNTIL_LOGIN = 'Guardado neste aparelho. Será enviado quando você entrar de novo.';
export const STORED_BEHIND = 'Guardado neste aparelho. Um envio anterior deste documento precisa de você.';

export type StoredFacts = {
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
