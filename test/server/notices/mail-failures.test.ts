// What a mail server refuses, and what happens to the message: only a recipient that does not exist
// is final. A password never goes over a connection that others can read.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailer, type Mailer } from '#server/mail/mailer.ts';
import { passwordResetMessage } from '#server/mail/messages.ts';
import { Hopeless } from '#server/reporting/errors.ts';
import { reasonOf } from '#server/config/reasons.ts';
import { startFakeSmtp, type FakeSmtp } from '../harness/fake-smtp.ts';

const message = passwordResetMessage(
  { name: 'Zé', email: 'ze@pmvi.example' },
  'https://malote.example/password-reset/x',
);
const DAY_MS = 86_400_000;

let smtp: FakeSmtp;
let mailer: Mailer;
beforeAll(async () => {
  smtp = await startFakeSmtp();
});
afterAll(() => smtp.close());
beforeEach(() => {
  smtp.answers.clear();
  smtp.heard.length = 0;
  smtp.received.length = 0;
});

const mailerAt = (smtpUrl: string): Mailer =>
  createMailer({ smtpUrl, folder: '', from: 'Malote <nao-responda@malote.example>', clock: () => DAY_MS });

async function failureWith(url = smtp.url): Promise<Error | null> {
  mailer = mailerAt(url);
  try {
    await mailer.send(message);
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    mailer.close();
  }
}

describe('a refusal', () => {
  it.each([
    ['RCPT', '550 no such mailbox'],
    ['RCPT', '551 not here'],
    ['RCPT', '553 no such name'],
    ['RCPT', '550 5.1.1 unknown'],
    ['RCPT', '554 5.1.10 null mx'],
    ['.', '550 5.1.1 unknown'],
  ])('of the recipient is final: to %s %s', async (line, answer) => {
    smtp.answers.set(line, answer);
    expect(await failureWith()).toBeInstanceOf(Hopeless);
  });

  it.each([
    ['220 ', '554 blocked, see https://list.example'],
    ['220 ', '550 5.7.1 blocked'],
    ['EHLO', '550 5.7.1 who are you'],
    ['MAIL', '530 5.7.0 Must issue a STARTTLS command first'],
    ['MAIL', '554 5.7.1 not logged in'],
    ['MAIL', '550 5.1.8 bad sender'],
    ['MAIL', '553 5.1.7 bad sender'],
    ['RCPT', '554 5.7.1 relay access denied'],
    ['RCPT', '550 5.7.1 policy'],
    ['RCPT', '552 5.2.2 mailbox full'],
    ['RCPT', '554 5.1.8 bad sender'],
    ['RCPT', '451 later'],
    ['DATA', '554 no'],
    ['.', '554 5.7.1 looks like spam'],
    ['.', '552 5.3.4 too big'],
  ])('of anything else is tried again: to %s %s', async (line, answer) => {
    // Some of these lines are said to both greetings, EHLO and HELO.
    smtp.answers.set(line, answer);
    if (line === 'EHLO') smtp.answers.set('HELO', answer);
    const failure = await failureWith();
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(Hopeless);
    expect(reasonOf(failure).reason).toEqual({
      host: new URL(smtp.url).host,
      code: expect.stringMatching(/^E[A-Z]+$/),
      status: Number(answer.slice(0, 3)),
      means: expect.stringMatching(/^o servidor de e-mail |^a caixa |^o destinatário /),
    });
    smtp.answers.clear();
    expect(await failureWith()).toBeNull();
  });

  it('has a reason without what was sent or answered', async () => {
    smtp.answers.set('RCPT', '550 5.1.1 ze@pmvi.example is unknown');
    const text = JSON.stringify(reasonOf(await failureWith()));
    expect(text).toContain('"status":550');
    expect(text).not.toContain('ze@');
    expect(reasonOf(await failureWith('smtp://127.0.0.1:1')).reason).toMatchObject({ host: '127.0.0.1:1' });
  });
});

describe('a password', () => {
  it.each(['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true'])(
    'never goes to a server that offers no TLS, whatever the address says: %s',
    async (settings) => {
      smtp.answers.set('STAR', '502 5.5.1 what');
      const failure = await failureWith(`${smtp.url.replace('//', '//user:password@')}/${settings}`);
      expect(failure?.message).toBe('the mail server offers no TLS, and a password is never sent without it');
      expect(failure).not.toBeInstanceOf(Hopeless);
      expect(smtp.heard.filter((line) => /^(AUTH|MAIL)/i.test(line))).toEqual([]);
      expect(smtp.received).toEqual([]);
    },
  );

  it('that there is none leaves a server of this machine as it was', async () => {
    expect(await failureWith()).toBeNull();
    expect(smtp.heard.some((line) => line.startsWith('STARTTLS'))).toBe(false);
  });
});
