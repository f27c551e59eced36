import type { LoginInput } from '#contract/session-calls.ts';
import { hasPermission } from '#domain/permissions.ts';
import { eraseOthers } from '#mirror/opening/erase-mirror.ts';
import { rememberErasure, rememberShared } from '#mirror/store/person-facts.ts';
import { afterTouch, saveWarnAt } from '../device/idle-clock.ts';
import { refreshDeviceFacts } from '../device/use-device-facts.ts';
import type { CallRefused } from './client.ts';
import { dropPush } from './push.ts';
import { login } from './login.ts';

const NO_KEY =
  'Este servidor não tem a chave que fecha o trabalho de quem sai. Sem ela, este aparelho não pode ser compartilhado.';

/**
 * Makes this device a shared tablet, or one person's device again (S95). It logs a person in, who
 * must have the permission `manage_devices`; that session is not remembered. `shared`: the tablet's
 * name, which may be empty (S123); null for one person's device. Resolves to `done` or to a
 * refusal. Rejects when the device can't erase or store; its kind is then unchanged, and another
 * call continues.
 */
export async function shareDevice(
  input: Pick<LoginInput, 'email' | 'password' | 'token'>,
  { shared, clock }: { shared: { readonly name: string } | null; clock: () => number },
): Promise<{ readonly kind: 'done' } | CallRefused> {
  const result = await login({ ...input, remember: false }, { clock });
  if (result.kind !== 'in') return result;
  const { user } = result;
  if (!hasPermission(user.roles, 'manage_devices'))
    return { kind: 'refused', field: null, message: 'Seu papel não muda o tipo deste aparelho.' };
  if (shared !== null && !result.hasKey) return { kind: 'refused', field: null, message: NO_KEY };
  if (shared !== null) {
    await eraseOthers(user.id, rememberErasure);
    await dropPush(user.id).catch(reportError);
    saveWarnAt(afterTouch(null, clock()));
  }
  await rememberShared(shared && { tenantName: user.tenant.name, tenantId: user.tenant.id, name: shared.name });
  await refreshDeviceFacts();
  return { kind: 'done' };
}
