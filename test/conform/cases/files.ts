// Files arrive whole and are served unchanged.

import { createHash } from 'node:crypto';
import { PATHS } from '#contract/paths.ts';
import { answers, keeps, said } from '../broken.ts';
import type { Case } from '../case.ts';
import { creation, documentOf, keyed, newDocument, pdf, type Town } from '../town.ts';

/** @throws Broken unless the other person receives exactly these bytes. */
async function comesBack(town: Town, { files, file }: { files: readonly { id: number }[]; file: Blob }): Promise<void> {
  keeps(files.length === 1, `one file expected, found ${files.length}`);
  const back = await town.second.call({ path: PATHS.documentFile(files[0]?.id ?? 0) });
  keeps(back.status === 200, `the file is answered ${back.status}`);
  keeps(Buffer.from(await file.arrayBuffer()).equals(back.bytes), 'the file comes back with other bytes');
}

export const FILES: readonly Case[] = [
  {
    promise: 'the bytes of a file come back as they were sent',
    async run(town) {
      const file = pdf('Bytes inteiros.');
      await comesBack(town, { files: (await newDocument(town, { file })).files, file });
    },
  },
  {
    promise: 'a file arrives whole: another hash is refused, a replay adds no file',
    needs: ['receipts'],
    async run(town) {
      const file = pdf('Bytes conferidos.');
      const sha256 = createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex');
      const damaged = creation(town, { file, sha256: sha256.replace(/^./, (one) => (one === '0' ? '1' : '0')) });
      const refused = await town.first.call(keyed(damaged));
      keeps(refused.status === 422 || refused.status === 400, `a file with another hash is answered ${said(refused)}`);
      const write = keyed(creation(town, { file, sha256 }));
      const made = await town.first.call(write);
      answers(made, 201, 'the document with its file');
      const { id, files } = documentOf(await town.first.call(write));
      keeps(id === documentOf(made).id, 'the replay made another document');
      await comesBack(town, { files, file });
    },
  },
];
