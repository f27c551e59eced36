// Keeps the server's last answers about reports (S236). They are one value of the person's
// database, so they leave this device with the rest of the person's data.

import type { ReportAnswer } from '#contract/reports.ts';
import { durably, readMeta, writeMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';

/** The most answers that are kept: five reports, each over two periods. */
const KEPT_MAX = 10;

/** Keeps an answer, in place of an earlier one to the same question. */
export async function keepReport(mirror: Mirror, kept: { question: string; answer: ReportAnswer }): Promise<void> {
  await durably(mirror, {
    tables: ['meta'],
    isSpare: true,
    work: async () => {
      const others = ((await readMeta(mirror, 'reports')) ?? []).filter(({ question }) => question !== kept.question);
      await writeMeta(mirror, { name: 'reports', value: [kept, ...others].slice(0, KEPT_MAX) });
    },
  });
}

/** The kept answer to a question; null when there is none. */
export async function keptReport(mirror: Mirror, question: string): Promise<ReportAnswer | null> {
  const all = (await readMeta(mirror, 'reports')) ?? [];
  return all.find((one) => one.question === question)?.answer ?? null;
}
