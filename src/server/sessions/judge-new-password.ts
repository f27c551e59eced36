// What a new password must be (rule H6; default 5). The list is judged on the server alone: a
// device would have to load it.

import { judgePassword } from '#domain/passwords.ts';
import type { Refusal } from '#domain/refusals.ts';
import { opaquePassword } from '#domain/text.ts';
import { MOST_USED_PASSWORDS } from './most-used-passwords.ts';

const mostUsed: ReadonlySet<string> = new Set(MOST_USED_PASSWORDS.trim().split(/\s+/));

/**
 * Words of this product and of public bodies, with which an attacker of one of them begins; alone
 * or before a few digits.
 */
const OF_THE_PLACE =
  /^(?:senha|senhas|mudar|acesso|brasil|malote|prefeitura|camara|municipio|municipal|governo|secretaria|gabinete|protocolo|oficio|portaria|servidor|gestor|usuario|admin|administrador)[\d\s!@#*._-]{0,6}$/;

/** What is wrong with a new password, or null. `email` is empty when it is not known yet. */
export function judgeNewPassword(password: string, email: string): Refusal | null {
  const refusal = judgePassword(password, email);
  if (refusal !== null) return refusal;
  const plain = opaquePassword(password).trim().toLowerCase();
  const folded = plain.normalize('NFD').replace(/\p{M}/gu, '');
  const isGuessed = mostUsed.has(plain) || mostUsed.has(folded) || OF_THE_PLACE.test(folded);
  return isGuessed ? { code: 'password_common', field: 'password' } : null;
}
