// Runs inside the page (enqueue.ts bundles it): one durable gesture after another on the person's
// real mirror, timed from the call until its promise resolves, which is when it is durable (I6).

import type { CommandContext } from '#commands/frame/context.ts';
import { respond } from '#commands/documents/respond.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { readMeta } from '#mirror/store/storage.ts';
import { openMirror } from '#mirror/opening/open-mirror.ts';

export type EnqueueTimes = { readonly text: number[]; readonly file: number[] };

export async function measureEnqueue(options: {
  userId: number;
  rounds: number;
  fileBytes: number;
}): Promise<EnqueueTimes> {
  const mirror = openMirror(options.userId);
  const session = await readMeta(mirror, 'session');
  if (session === undefined) throw new Error('nobody is logged in');
  const context: CommandContext = {
    mirror,
    session,
    clock: () => Date.now(),
    newId: () => crypto.randomUUID(),
    wake: () => undefined,
    offsetMs: () => Promise.resolve(0),
  };
  const document = (await mirror.documents.toArray()).find((row) => row.stored_status !== 'completed');
  if (document === undefined) throw new Error('no document to reply to');
  const reply = async (fileIds: string[]) => {
    const outcome = await respond(context, {
      documentKey: document.key,
      content: `<p>${'Recebido. Equipe em campo amanhã cedo. '.repeat(5)}</p>`,
      limitDate: null,
      responsibleIds: null,
      organizationIds: [],
      fileIds,
    });
    if (outcome.kind !== 'stored') throw new Error(JSON.stringify(outcome));
  };

  await reply([]);
  const text: number[] = [];
  const file: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    let started = performance.now();
    await reply([]);
    text.push(performance.now() - started);
    const picked = new File([new Uint8Array(options.fileBytes)], 'anexo.pdf', { type: 'application/pdf' });
    started = performance.now();
    const id = crypto.randomUUID();
    await keepFile(mirror, { id, owner: `draft:${id}`, file: picked, nowMs: Date.now() });
    await reply([id]);
    file.push(performance.now() - started);
  }
  return { text, file };
}
