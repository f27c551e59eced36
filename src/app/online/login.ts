import { readListedSession } from '#contract/listed.ts';
import { PATHS } from '#contract/paths.ts';
import { readErrorBody } from '#contract/read-answers.ts';
import { readKnownDevice, readSealingKeys, readSessionUser } from '#contract/read-person.ts';
import type { SealingKeys } from '#contract/sealing.ts';
import type { SessionUser } from '#contract/session.ts';
import type { LoginInput } from '#contract/session-calls.ts';
import { keepReceiptKeys, readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { keepSealingKey } from '#mirror/keep/sealing-key.ts';
import { rememberOpening, rememberPerson, rememberReplaced } from '#mirror/store/person-facts.ts';
import { durably, type StorageTrouble, storageTroubleOf, writeMeta } from '#mirror/store/storage.ts';
import { openAnsweringMirror, othersHere } from '#mirror/opening/open-mirror.ts';
import { isSealed } from '#mirror/store/sealed-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { browserLocks } from '#sync/browser-runtime.ts';
import { createConnection } from '#sync/connection.ts';
import type { Reply } from '#sync/reading.ts';
import { browserSignals, changeSession } from '#sync/session-gate.ts';
import { nextTask } from '../device/next-task.ts';
import { markOpen } from '../device/open-mark.ts';
import { announceLeaving } from '../leaving/steps/mark.ts';
import { judgeLoss, type Loss, readWitness, shortenWitnesses } from '../leaving/steps/witness.ts';
import { eraseLeft } from '../leaving/steps/erase-left.ts';
import { findLostWork } from './lost-work.ts';
import { type CallRefused, client, serverReply } from './client.ts';

export type LoggedIn = {
  readonly kind: 'in';
  readonly user: SessionUser;
  /** Unsent work of this device is missing, or may be (S100, S118). */
  readonly hasLost: boolean;
  /** The server gave a key with which unsent work can be sealed on this device (S94). */
  readonly hasKey: boolean;
};

/**
 * Logs in while nothing is being sent, and keeps the session in that person's own mirror, so that
 * the next start needs no network. Resolves to the person, or to the reason in the server's words
 * (rule H3). `needsKey`: refuses a person whose work could not be sealed when they leave, as on a
 * shared tablet (S95).
 */
export async function login(
  input: LoginInput,
  { clock, needsKey = false }: { clock: () => number; needsKey?: boolean },
): Promise<LoggedIn | CallRefused> {
  try {
    // Before another person logs in, the data of those who have left is erased.
    await settleErasure();
  } catch (error) {
    return notKept(error);
  }
  shortenWitnesses();
  const answer = serverReply(
    await changeSession({ locks: browserLocks, signals: browserSignals }, () =>
      client.request({ method: 'POST', path: PATHS.login, body: { ...input } }),
    ),
  );
  if (answer === null) return { kind: 'offline' };
  if (answer.status >= 300) return refusalOf(answer);
  const said = answer.json as { user?: unknown; sealing?: unknown } | null | undefined;
  const user = readSessionUser(said?.user) ?? (await askWhoIsIn(input.email, clock()));
  if ('kind' in user) return user;
  const keys = readSealingKeys(said?.sealing);
  // A new task of the browser, so that reading the answer and opening the mirror are not one long
  // task.
  await nextTask();
  let loss: Loss;
  try {
    if (needsKey && keys === null) return await turnedAway();
    const kept = (await openAnsweringMirror(user.id)).session?.tenant;
    // An imported tenant keeps the numbers of its people, so two people of two tenants can have the
    // same one, and this mirror may be the other's (S239). A tenant that only moved has another id
    // and the same acronym.
    if (kept && kept.id !== user.tenant.id && kept.acronym !== user.tenant.acronym) return await turnedAway(kept.name);
    await replaceOthers(user.id);
    loss = await keepSession(user, {
      keys,
      isKnown: readKnownDevice(said),
      staysIn: input.remember === true,
      nowMs: clock(),
    });
  } catch (error) {
    return notKept(error);
  }
  const hasLost = loss === 'listed' ? await findsLost(user.id, clock()) : loss === 'may-be';
  return { kind: 'in', user, hasLost, hasKey: keys !== null };
}

/**
 * Asks who is logged in, on a server with the product's own calls alone: its POST /login does not
 * answer the session (S113). Refused when it names no person or another one, because such a server
 * may keep an earlier session.
 */
async function askWhoIsIn(email: string, nowMs: number): Promise<SessionUser | CallRefused> {
  const answer = serverReply(await client.request({ method: 'GET', path: PATHS.user }));
  if (answer === null) return { kind: 'offline' };
  const date = Date.parse(answer.header('Date') ?? '');
  const at = new Date(Number.isNaN(date) ? nowMs : date).toISOString();
  const user = answer.status < 300 ? readListedSession(answer.json, at) : null;
  const isOther = user !== null && user.email !== '' && user.email.toLowerCase() !== email.trim().toLowerCase();
  return user === null || isOther ? { kind: 'refused', field: null, message: UNREADABLE } : user;
}

/**
 * Ends the new session before anything of it is stored, and says why. `tenant`: the tenant of the
 * person whose data is in this mirror; absent when a sealing key is missing.
 */
async function turnedAway(tenant?: string): Promise<CallRefused> {
  await updateDeviceFacts({ logoutOwed: true });
  await client.settleLogout();
  const message =
    tenant === undefined ? NO_KEY : `Este navegador tem o trabalho de uma pessoa de ${tenant}. Use outro.`;
  return { kind: 'refused', field: null, message };
}

/**
 * Whether unsent work is missing. An error that prevents the answer counts as no, and the next
 * login asks again.
 */
async function findsLost(userId: number, nowMs: number): Promise<boolean> {
  try {
    const { mirror } = await openAnsweringMirror(userId);
    return (await findLostWork(mirror, { userId, nowMs })) !== null;
  } catch (error) {
    reportError(error);
    return false;
  }
}

/**
 * Stores a new session and judges whether work that waited here is lost. `keys`: null from a server
 * without sealing keys; a stored older key is then removed. Private keys are never stored.
 * `isKnown`: the server's cookie says that this browser held data of the person.
 */
async function keepSession(
  user: SessionUser,
  { keys, isKnown, staysIn, nowMs }: { keys: SealingKeys | null; isKnown: boolean; staysIn: boolean; nowMs: number },
): Promise<Loss> {
  const { mirror, session } = await openAnsweringMirror(user.id);
  const loss = judgeLoss({
    witness: readWitness(user.id),
    isKnown,
    isEmpty: session === undefined && (await mirror.commands.count()) + (await mirror.drafts.count()) === 0,
    isErased: (await readDeviceFacts()).erased.includes(user.id),
  });
  await keepSealingKey(mirror, keys?.current ?? null);
  if (keys !== null) await openWork(mirror, { user, keys });
  await durably(mirror, {
    tables: ['meta'],
    work: async () => {
      // In the transaction of the session, so that a login that fails here finds the loss again.
      if (loss === 'may-be')
        await writeMeta(mirror, { name: 'lostWork', value: { ...NOTHING_LISTED, notedAtMs: nowMs } });
      await writeMeta(mirror, { name: 'session', value: user });
      await writeMeta(mirror, { name: 'clockOffsetMs', value: Date.parse(user.server_time) - nowMs });
    },
  });
  await createConnection(mirror).loggedIn(nowMs);
  await keepReceiptKeys(user.receipt_keys ?? []);
  // Before the person counts as logged in. A start in between would otherwise take them for a
  // person whose browser was closed (S171).
  markOpen(user.id);
  await rememberPerson({
    userId: user.id,
    staysIn,
    name: user.name,
    lastName: user.last_name,
    tenantName: user.tenant.name,
  });
  return loss;
}

const NOTHING_LISTED = { unchecked: [], lost: 0, isUnlisted: true } as const;

/**
 * Unseals the work that the person left on this device, before any of it is shown or sent (S94).
 */
async function openWork(mirror: Mirror, { user, keys }: { user: SessionUser; keys: SealingKeys }): Promise<void> {
  if (!(await mirror.commands.toArray()).some(isSealed)) return;
  await rememberOpening(user.id);
  // Most logins have no sealed work, so the code that opens it is loaded only then. Without the
  // code the work stays sealed, and Pendências says so.
  const opening = await import('#mirror/opening/unseal-work.ts').catch(() => null);
  await opening?.unsealWork(mirror, { user, keys: keys.private_keys });
}

/**
 * When another person logs in, people whose sessions ended without "Sair" leave (S171). Throws
 * StorageTrouble.
 */
async function replaceOthers(userId: number): Promise<void> {
  const { keptWork } = await readDeviceFacts();
  // People whose sealed work is kept have left already.
  const others = (await othersHere(userId)).filter((other) => keptWork[other] === undefined);
  if (others.length === 0) return;
  await rememberReplaced(others);
  for (const other of others) announceLeaving(other);
  await settleErasure();
}

/** Erases the data of everyone who has left. Throws StorageTrouble. */
async function settleErasure(): Promise<void> {
  if ((await readDeviceFacts()).erasuresOwed.length > 0) await eraseLeft();
}

/** Turns trouble of a database into a refusal in words. Rethrows any other error. */
function notKept(error: unknown): CallRefused {
  const trouble = storageTroubleOf(error);
  if (trouble === null) throw error;
  return { kind: 'refused', field: null, message: NOT_KEPT[trouble.kind] };
}

const NOT_KEPT = {
  silent:
    'Os dados guardados neste aparelho não respondem. Nada foi perdido. Feche as outras janelas do Malote, recarregue a página e entre de novo.',
  lost: 'Este aparelho não conseguiu guardar a sua entrada. Recarregue a página e entre de novo.',
  quota: 'Não há espaço neste aparelho para guardar a sua entrada. Libere espaço e entre de novo.',
} as const satisfies Record<StorageTrouble['kind'], string>;

const UNREADABLE = 'O servidor respondeu de um jeito que esta versão não entende. Atualize a página e tente de novo.';

const NO_KEY =
  'Este servidor não tem a chave que fecha o trabalho de quem sai. Sem ela, ninguém entra em um aparelho compartilhado.';

function refusalOf(answer: Reply): CallRefused {
  if (answer.status === 429) {
    const seconds = Number(answer.header('Retry-After') ?? '60');
    return { kind: 'refused', field: null, message: `Muitas tentativas. Aguarde ${Math.max(1, seconds)} s.` };
  }
  const body = readErrorBody(answer.json);
  const [entry] = Object.entries(body?.errors ?? {});
  const sentences = Object.values(body?.errors ?? {}).flat();
  const message =
    sentences.length > 0 ? sentences.join(' ') : answer.status >= 500 ? TROUBLE : (body?.message ?? TROUBLE);
  return { kind: 'refused', field: entry?.[0] ?? null, message };
}

const TROUBLE = 'O servidor não conseguiu atender agora. Tente de novo em instantes.';
