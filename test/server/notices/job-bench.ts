// Jobs under a clock of the test; mail and push are collected in lists instead of sent.

import type { PushNotice } from '#contract/push-message.ts';
import { createJobs, type Jobs } from '#server/jobs/create-jobs.ts';
import type { JobParts } from '#server/jobs/job-parts.ts';
import type { Message } from '#server/mail/messages.ts';
import type { Services } from '#server/services/services.ts';

export type JobBench = {
  readonly jobs: Jobs;
  readonly mails: Message[];
  readonly pushes: (PushNotice & { readonly subscription: string })[];
  /** Thrown by the next sendings, one each. */
  readonly failures: Error[];
  /** What the push service answers to the next pushes, one each; then 'sent' again. */
  readonly answers: ('sent' | 'gone')[];
};

/** Jobs of `services`; every bench has boxes of its own unless `shared` gives them. */
export function createJobBench(services: Services, shared?: Partial<JobBench> & Partial<JobParts>): JobBench {
  const mails = shared?.mails ?? [];
  const pushes = shared?.pushes ?? [];
  const failures = shared?.failures ?? [];
  const answers = shared?.answers ?? [];
  const failMaybe = (): void => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  const jobs = createJobs({
    database: services.database,
    files: services.files,
    clock: shared?.clock ?? services.clock,
    log: services.log,
    publicUrl: 'https://malote.example',
    ...(shared?.isHalted === undefined ? {} : { isHalted: shared.isHalted }),
    mailPerMinute: shared?.mailPerMinute ?? null,
    mailer: shared?.mailer ?? {
      async send(message) {
        failMaybe();
        mails.push(message);
      },
      close: () => undefined,
    },
    push: shared?.push ?? {
      async send(subscription, message) {
        failMaybe();
        pushes.push({ ...message, subscription });
        return answers.shift() ?? 'sent';
      },
    },
  });
  return { jobs, mails, pushes, failures, answers };
}
