// `npm run corpus -- FOLDER`: sends each file of a folder, and of the folders in it, to a server of
// its own as the attachment of a document, opens what was taken as a PDF in the application's
// viewer beside poppler, and prints a table and totals.
//
// Exit code 0: each file was taken or refused in words, and each page is drawn as poppler draws it,
// or the viewer says that it is not. 1: for at least one file that is not so (FAILED or WRONG in
// the table). 2: nothing could be tried, and a sentence says why: no folder, no file in it, no
// poppler, no browser or no server.

import { stat } from 'node:fs/promises';
import { extensionOf } from '#domain/files.ts';
import { type ApiClient, logInOverHttp } from '../e2e/api-client.ts';
import buildOnce from '../e2e/build-once.ts';
import { popplerAtHand } from '../e2e/engines/find-engines.mjs';
import { browserAtHand, NO_BROWSER } from '../e2e/find-browser.mjs';
import { prepareServer } from '../e2e/real-server.ts';
import { type FoundFile, readFolder } from './read-folder.ts';
import { isWrong, type Row, tableOf, totalsOf } from './table.ts';
import { upload } from './upload.ts';
import { openViewer, type Viewer } from './view.ts';

const PERSON = 'gestor.semob@pmvi.example';
/** A folder may hold thousands of files, which are sent one after the other without a pause. */
const UNHURRIED = { RATE_LIMIT_PER_MINUTE: '1000000' };

type Ways = { readonly client: ApiClient; readonly viewer: Viewer };

/**
 * Tries one file. A failure is reported for this file alone, and the run continues with the next.
 */
async function rowOf(file: FoundFile & { place: number }, { client, viewer }: Ways): Promise<Row> {
  const { name, path } = file;
  let size = 0;
  try {
    ({ size } = await stat(path));
    const uploaded = await upload(client, { path, name, title: `Corpus ${file.place}` });
    if (uploaded.kind === 'refused') return { kind: 'refused', name, size, why: uploaded.why };
    const { taken } = uploaded;
    const viewed = extensionOf(taken.name) === 'pdf' ? await viewer.view(taken) : null;
    return { kind: 'taken', name, size, keptAs: taken.name, viewed };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return { kind: 'failed', name, size, why: `${String(error).split('\n')[0] ?? ''}${cause}` };
  }
}

/** Resolves to the exit code. */
async function main([folder]: readonly string[]): Promise<number> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const files = folder === undefined ? null : await readFolder(folder).catch(() => null);
  const [poppler, browser] = [popplerAtHand(), await browserAtHand()];
  if (files === null) say('A folder that can be read is needed: npm run corpus -- FOLDER');
  else if (files.length === 0) say('The folder has no file.');
  else if (poppler === null) say('pdftoppm is missing (Debian: apt-get install poppler-utils).');
  else if (browser === null) say(NO_BROWSER);
  else return await tryAll(files, say);
  return 2;
}

async function tryAll(files: readonly FoundFile[], say: (line: string) => void): Promise<number> {
  const rows: Row[] = [];
  const server = await prepareServer(UNHURRIED);
  try {
    buildOnce();
    await server.start();
    const client = await logInOverHttp(server.url, PERSON);
    const viewer = await openViewer(server, PERSON);
    try {
      for (const [place, file] of files.entries()) {
        rows.push(await rowOf({ ...file, place: place + 1 }, { client, viewer }));
        process.stderr.write(`${place + 1} of ${files.length}\r`);
      }
    } finally {
      await viewer.dispose();
    }
  } catch (error) {
    say(`The application could not be started: ${String(error)}`);
    return 2;
  } finally {
    await server.dispose();
  }
  say(`${tableOf(rows)}\n\n${totalsOf(rows)}`);
  return rows.some(isWrong) ? 1 : 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv.slice(2));
