// A mail server on loopback that accepts every e-mail, or refuses as a test sets.

import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export type FakeSmtp = {
  readonly url: string;
  /** Whole messages, headers included, as they arrived. */
  readonly received: { readonly to: readonly string[]; readonly data: string }[];
  /** Answers to the next RCPT TO instead of 250, each used once. */
  readonly refusals: string[];
  /**
   * Answers to other lines, by their first four letters (`MAIL`, `EHLO`); `220 ` is the greeting,
   * `.` the end of a message.
   */
  readonly answers: Map<string, string>;
  /** Every line that clients sent, except those of messages. */
  readonly heard: string[];
  readonly close: () => Promise<void>;
};

/** `messageMs`: how long it takes over each message. Default: no time at all. */
export async function startFakeSmtp({ messageMs = () => 0 }: { messageMs?: () => number } = {}): Promise<FakeSmtp> {
  const received: FakeSmtp['received'] = [];
  const refusals: string[] = [];
  const answers = new Map<string, string>();
  const heard: string[] = [];
  const server = createServer((socket) => converse(socket, { received, refusals, answers, heard, messageMs }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refusals,
    answers,
    heard,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

type Box = Omit<FakeSmtp, 'url' | 'close'> & { readonly messageMs: () => number };

function converse(socket: Socket, box: Box): void {
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  let to: string[] = [];
  let data: string[] | null = null;
  let rest = '';
  const hear = (line: string): void => {
    if (data !== null) {
      if (line !== '.') return void data.push(line.replace(/^\.\./, '.'));
      const refusal = box.answers.get('.');
      if (refusal !== undefined) {
        [to, data] = [[], null];
        return say(refusal);
      }
      const message = { to, data: data.join('\r\n') };
      [to, data] = [[], null];
      const keep = (): void => {
        box.received.push(message);
        say('250 kept');
      };
      const ms = box.messageMs();
      return ms === 0 ? keep() : void setTimeout(keep, ms);
    }
    const verb = line.slice(0, 4).toUpperCase();
    box.heard.push(line);
    const given = box.answers.get(verb);
    if (given !== undefined) return say(given);
    if (verb === 'RCPT') {
      const refusal = box.refusals.shift();
      if (refusal !== undefined) return say(refusal);
      to.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
    }
    if (verb === 'DATA') {
      data = [];
      return say('354 go on');
    }
    if (verb === 'QUIT') {
      say('221 bye');
      return void socket.end();
    }
    return say('250 ok');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n');
    rest = lines.pop() ?? '';
    lines.forEach(hear);
  });
  say(box.answers.get('220 ') ?? '220 fake');
}
