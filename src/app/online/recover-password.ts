import { PATHS } from '#contract/paths.ts';
import { readErrorBody } from '#contract/read-answers.ts';
import { type CallRefused, client, serverReply } from './client.ts';

type Done = { readonly kind: 'done' };

/**
 * Asks for an e-mail with a recovery link. The answer does not tell whether the account exists
 * (rule H3). `token`: the solved human check; null where the server has none.
 */
export function forgotPassword(asked: { email: string; token: string | null }): Promise<Done | CallRefused> {
  const { email, token } = asked;
  return call(PATHS.forgotPassword, token === null ? { email } : { email, token });
}

/** Sets a new password. `token`: from the link, valid once and for 60 minutes. */
export function resetPassword(fields: { email: string; token: string; password: string }): Promise<Done | CallRefused> {
  return call(PATHS.resetPassword, { ...fields, password_confirmation: fields.password });
}

async function call(path: string, body: Record<string, string>): Promise<Done | CallRefused> {
  const answer = serverReply(await client.request({ method: 'POST', path, body }));
  if (answer === null) return { kind: 'offline' };
  if (answer.status < 300) return { kind: 'done' };
  const said = readErrorBody(answer.json);
  const errors = said?.errors ?? {};
  const [entry] = Object.entries(errors);
  const sentences = Object.values(errors).flat();
  const message =
    sentences.length > 0
      ? sentences.join(' ')
      : answer.status === 419 && said?.message !== undefined
        ? said.message
        : 'Não foi possível atender o pedido agora. Tente de novo em instantes.';
  return { kind: 'refused', field: entry?.[0] ?? null, message };
}
