// Of each document one message is shown, and the newer takes the place of the older (S72). So every
// call that shows a message says what it is about, unless its file stands in the table below.

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const APP = fileURLToPath(new URL('../src/app/', import.meta.url));
const SHOWS = ['notify', 'notifyRefused', 'runGesture', 'copyText'];

/** Files whose messages are about no document, and why. */
const ABOUT_NO_DOCUMENT: Readonly<Record<string, string>> = {
  'acts/model/download-model.ts': 'a model',
  'acts/rows/corrected-row.tsx': 'a row (S72)',
  'acts/rows/use-row-gestures.ts': 'a row (S72)',
  'acts/take-back/discard-dialog.tsx': 'a row that was never sent; a document has its own message there',
  'acts/take-back/undo-act.ts': 'an act that could not be taken back, of one document or of many',
  'acts/take-back/undo-removal.ts': 'a row (S72)',
  'features/calendar/calendar-screen.tsx': 'a day of the calendar',
  'features/check-receipt/check-receipt-screen.tsx': 'a receipt, of whoever it is',
  'features/device-data/kinds-card.tsx': 'the device',
  'features/device-data/shared-card.tsx': 'the device',
  'features/create-document/create-document-screen.tsx': 'a draft',
  'features/home/newest-draft.tsx': 'a draft',
  'features/list-documents/calendar-dialog.tsx': 'the address of the calendar',
  'features/login/reset-screen.tsx': 'a password',
  'features/manage-users/user-form-screens.tsx': 'a person',
  'features/manage-users/edit-user-form.tsx': 'a person',
  'features/outbox/outbox-screen.tsx': 'a draft, or work that is gone (S100)',
  'features/outbox/item-actions.tsx': 'a row (S72)',
  'features/profile/notices-form.tsx': 'what a person chose to hear of',
  'features/profile/tenant-form.tsx': 'the tenant',
  'features/shell/frame/no-permission.tsx': 'a permission',
  'features/shell/messages/push-arrivals.tsx': 'a push, which must not take the place of a refusal',
  'shared/manage/use-manage-form.ts': 'a form',
};

type MessageCall = { readonly file: string; readonly call: string };

it('every message about a document names the document, so that messages of one document never stack', async () => {
  const found: MessageCall[] = [];
  for (const entry of await readdir(APP, { recursive: true })) {
    const file = entry.replaceAll('\\', '/');
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    const code = await readFile(APP + file, 'utf8');
    if (SHOWS.some((name) => code.includes(`${name}(`))) found.push(...callsIn(file, code));
  }
  expect(found.length).toBeGreaterThan(40);
  const silent = found.filter(({ call }) => !/\babout\b|documentKey|\.key\b|subjectOf/.test(call));
  expect(silent.filter(({ file }) => !(file in ABOUT_NO_DOCUMENT))).toEqual([]);
  expect(Object.keys(ABOUT_NO_DOCUMENT).filter((file) => !silent.some((one) => one.file === file))).toEqual([]);
});

function callsIn(file: string, code: string): MessageCall[] {
  const { program, errors } = parseSync(file, code);
  expect(errors).toEqual([]);
  const calls: MessageCall[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, start, end } = node as Record<string, unknown>;
    const name = (callee as { name?: unknown } | undefined)?.name;
    if (type === 'CallExpression' && typeof name === 'string' && SHOWS.includes(name)) {
      calls.push({ file, call: code.slice(Number(start), Number(end)) });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(program);
  return calls;
}
