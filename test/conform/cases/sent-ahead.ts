// Files that are sent in parts before their write (S101). This is optional: a server may accept
// files in the form only.

import { createHash, randomUUID } from 'node:crypto';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { UploadAnswer } from '#contract/uploads.ts';
import { answers, hasNoCall, keeps, NotOffered, read, said } from '../broken.ts';
import type { Call } from '../call.ts';
import type { Case } from '../case.ts';
import type { Person } from '../person.ts';
import { creation, documentOf, keyed, newTitle, pdf, receiptOf, type Town } from '../town.ts';

const PART_BYTES = 20_000;

type Ahead = {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly file: Blob;
  readonly bytes: Buffer;
};

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A file of three parts, and the names under which it is sent. */
async function newFile(): Promise<Ahead> {
  const file = new Blob([pdf(randomUUID()), new Uint8Array(50_000)], { type: 'application/pdf' });
  const bytes = Buffer.from(await file.arrayBuffer());
  return { key: randomUUID(), id: randomUUID(), title: newTitle(), file, bytes };
}

const beginning = ({ key, id, bytes }: Ahead): Call => ({
  method: 'PUT',
  path: PATHS.upload(key, id),
  body: { size: bytes.length, sha256: hashOf(bytes) },
});

const part = ({ key, id, bytes }: Ahead, { offset, sha256 }: { offset: number; sha256?: string }): Call => {
  const sent = bytes.subarray(offset, offset + PART_BYTES);
  return {
    method: 'PATCH',
    path: `${PATHS.upload(key, id)}?offset=${offset}&sha256=${sha256 ?? hashOf(sent)}`,
    body: new Uint8Array(sent),
    headers: { 'Content-Type': 'application/octet-stream' },
  };
};

/**
 * Begins the upload and returns the number of bytes that the server has. @throws NotOffered when it
 * has no such call.
 */
async function begun(person: Person, ahead: Ahead): Promise<number> {
  const reply = await person.call(beginning(ahead));
  if (hasNoCall(reply)) throw new NotOffered('no uploads');
  answers(reply, 200, 'the beginning of an upload');
  return read(reply, UploadAnswer).received;
}

/** Sends what is missing. */
async function send(person: Person, ahead: Ahead): Promise<void> {
  let received = await begun(person, ahead);
  while (received < ahead.bytes.length) {
    const reply = await person.call(part(ahead, { offset: received }));
    answers(reply, 200, 'a part');
    const next = read(reply, UploadAnswer).received;
    keeps(next > received, `a part was taken and ${next} bytes of ${received} are here`);
    received = next;
  }
}

/** The write that names the file. */
function naming(town: Town, { key, id, title, bytes }: Ahead): Call {
  const call = creation(town, { title, sha256: hashOf(bytes) });
  const body = call.body as FormData;
  body.delete('files[]');
  body.append('staged_files[0][id]', id);
  body.append('staged_files[0][name]', 'oficio.pdf');
  body.append('staged_files[0][sha256]', hashOf(bytes));
  return keyed(call, key);
}

export const SENT_AHEAD: readonly Case[] = [
  {
    promise: 'a file sent ahead goes on after a cut where it was, and becomes the file of its write, byte for byte',
    needs: ['receipts'],
    async run(town) {
      const ahead = await newFile();
      await begun(town.first, ahead);
      answers(await town.first.call(part(ahead, { offset: 0 })), 200, 'the first part');
      await town.first.callAndCut(part(ahead, { offset: PART_BYTES }), 0.5);
      const received = await begun(town.first, ahead);
      keeps(received === PART_BYTES, `after a cut part ${received} bytes are here instead of ${PART_BYTES}`);
      await send(town.first, ahead);
      const made = await town.first.call(naming(town, ahead));
      answers(made, 201, 'the write that names the file');
      const [file] = documentOf(made).files;
      const back = await town.second.call({ path: PATHS.documentFile(file?.id ?? 0) });
      keeps(ahead.bytes.equals(back.bytes), 'the file comes back with other bytes');
    },
  },
  {
    promise: 'a write has one effect by both ways: what was sent ahead is found again in the form',
    needs: ['receipts'],
    async run(town) {
      const ahead = await newFile();
      await send(town.first, ahead);
      const made = await town.first.call(naming(town, ahead));
      const again = await town.first.call(naming(town, ahead));
      const form = creation(town, { title: ahead.title, file: ahead.file, sha256: hashOf(ahead.bytes) });
      const byForm = await town.first.call(keyed(form, ahead.key));
      for (const reply of [again, byForm]) {
        keeps(reply.header(HEADERS.replayed) === 'true', () => `no replay, but ${said(reply)}`);
        keeps(receiptOf(reply).rev === receiptOf(made).rev, 'the receipts differ');
      }
      const asked = await town.first.call(beginning(ahead));
      keeps(read(asked, UploadAnswer).registered, 'the file of a registered write is asked for again');
    },
  },
  {
    promise: 'a write that names a file which is not there whole has no effect, and has one afterwards',
    needs: ['receipts'],
    async run(town) {
      const ahead = await newFile();
      await begun(town.first, ahead);
      const early = await town.first.call(naming(town, ahead));
      keeps(early.status === 409, `an early write is answered ${said(early)}`);
      answers(await town.first.call({ path: PATHS.receipt(ahead.key) }), 404, 'its receipt');
      await send(town.first, ahead);
      answers(await town.first.call(naming(town, ahead)), 201, 'the write afterwards');
    },
  },
  {
    promise: 'a part that arrived changed or begins elsewhere is refused, and nothing of it stays',
    needs: ['receipts'],
    async run(town) {
      const ahead = await newFile();
      await begun(town.first, ahead);
      const wrong = [
        { offset: 0, sha256: hashOf(Buffer.from('other')) },
        { offset: PART_BYTES },
        { offset: -1 },
        { offset: 2 ** 50 },
      ];
      for (const one of wrong) {
        const reply = await town.first.call(part(ahead, one));
        keeps(reply.status === 409 || reply.status === 422, () => `a wrong part is answered ${said(reply)}`);
      }
      keeps((await begun(town.first, ahead)) === 0, 'bytes of a refused part are here');
    },
  },
  {
    promise: 'what one person sends ahead is not there for another',
    needs: ['receipts'],
    async run(town) {
      const ahead = await newFile();
      await send(town.first, ahead);
      for (const other of [town.second, ...(town.outsider === null ? [] : [town.outsider])]) {
        answers(await other.call(part(ahead, { offset: ahead.bytes.length })), 404, "a part for another person's file");
        const named = await other.call(naming(town, ahead));
        keeps(named.status >= 400 && named.status < 500, () => `another person's file is answered ${said(named)}`);
      }
      answers(await town.first.call(naming(town, ahead)), 201, 'the write of its author');
    },
  },
];
