// Sheets as tests send them.

import type { ImportAnswer, ImportReport } from '#contract/import.ts';
import type { TestClient } from '../harness/test-client.ts';

export const PEOPLE = '/api/users/import';
export const SECTORS = '/api/organizations/import';

export const base64 = (file: string | Buffer): string => Buffer.from(file).toString('base64');

export const send = (
  client: TestClient,
  url: string,
  body: { file: string | Buffer; conference?: string; invite?: true },
) => client.send('POST', url, { ...body, file: base64(body.file) });

/** What the server says of the sheet; throws when it does not take it as one. */
export async function confer(client: TestClient, url: string, file: string | Buffer): Promise<ImportReport> {
  const response = await send(client, url, { file });
  const { report } = response.json<ImportAnswer>();
  if (response.statusCode !== 200 || report === undefined) throw new Error(`${response.statusCode} ${response.body}`);
  return report;
}

/** Judges the sheet and writes it. */
export async function importSheet(
  client: TestClient,
  url: string,
  file: string | Buffer,
  more: { invite?: true } = {},
) {
  const { conference } = await confer(client, url, file);
  return send(client, url, { file, conference, ...more });
}

/** Each line as `17 refused E-mail: …` or `3 changed Nome: a → b`. */
export const told = (report: ImportReport): string[] =>
  report.lines.map(({ line, result, errors, changes }) =>
    [
      `${line} ${result}`,
      ...errors.map(({ column, message }) => `${column}: ${message}`),
      ...changes.map(({ column, from, to }) => `${column}: ${from} → ${to}`),
    ].join(' ; '),
  );
