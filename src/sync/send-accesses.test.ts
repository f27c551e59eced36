import { beforeEach, describe, expect, it } from 'vitest';
import { buildReply } from '../../test/builders/build-reply.ts';
import { changeAccesses, hasAccesses } from '#mirror/store/device-facts.ts';
import type { DeviceAccessEvent } from '#contract/accesses.ts';
import type { Answer } from './reading.ts';
import type { Call, SyncRuntime } from './runtime.ts';
import { sendAccesses } from './send-accesses.ts';

const USER = 7;
const LOST: Answer = { kind: 'failure', sent: true, reason: 'timeout' };
const DONE = buildReply(201, { receipt: null });
const event = (id: number): DeviceAccessEvent => ({
  kind: 'print',
  document_id: id,
  performed_at: '2026-11-27T12:00:00.000Z',
});
const keep = (count: number) =>
  changeAccesses(USER, (kept) => ({ ...kept, events: Array.from({ length: count }, (_one, at) => event(at + 1)) }));

let sent: { readonly key: string; readonly ids: readonly number[] }[];
let made = 0;
beforeEach(async () => {
  sent = [];
  await changeAccesses(USER, () => ({ batch: null, events: [] }));
});

/** Sends to a server that gives these answers, and the last one to every later request. */
async function sending(...answers: Answer[]): Promise<void> {
  const request = async ({ headers, body }: Call): Promise<Answer> => {
    const { events } = body as unknown as { events: DeviceAccessEvent[] };
    sent.push({ key: headers?.['Idempotency-Key'] ?? '', ids: events.map((one) => one.document_id ?? 0) });
    return answers[Math.min(sent.length, answers.length) - 1] ?? LOST;
  };
  const newId = (): string => `key-${(made += 1)}`;
  await sendAccesses({ userId: USER, newId } as unknown as SyncRuntime, { request, probe: async () => 'ok' });
}

describe('accesses that were noted on a device', () => {
  it('go in batches, each with a key of its own', async () => {
    await keep(230);
    await sending(DONE);
    expect(sent.map(({ ids }) => ids.length)).toEqual([100, 100, 30]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
    expect(await hasAccesses(USER)).toBe(false);
  });

  it.each<[string, Answer]>([
    ['no answer', LOST],
    ['a server in trouble', buildReply(503, { message: 'Ocupado.' })],
    ['an ended session', buildReply(401, { message: 'Unauthenticated.' })],
    ['a copy that is at work', buildReply(409, { message: 'Em processamento.', type: 'in_progress' })],
    ['a portal', { ...buildReply(200, undefined), json: undefined }],
  ])('after %s the same batch goes again under the same key, and new ones after it', async (_name, answer) => {
    await keep(2);
    await sending(answer);
    await changeAccesses(USER, (kept) => ({ ...kept, events: [...kept.events, event(3)] }));
    await sending(answer);
    expect(sent[1]).toEqual(sent[0]);
    sent = [];
    await sending(DONE);
    expect(sent.map(({ ids }) => ids)).toEqual([[1, 2], [3]]);
    expect(await hasAccesses(USER)).toBe(false);
  });

  it('that the server refuses, or has no call for, do not come again', async () => {
    for (const answer of [
      buildReply(422, { message: 'Inválido.', type: 'invalid' }),
      buildReply(404, { message: 'Não encontrado.' }),
    ]) {
      await keep(1);
      await sending(answer);
      expect(await hasAccesses(USER)).toBe(false);
    }
  });

  it('of another person stay where they are', async () => {
    await changeAccesses(8, () => ({ batch: null, events: [event(1)] }));
    await sending(DONE);
    expect(sent).toEqual([]);
    expect(await hasAccesses(8)).toBe(true);
  });
});
