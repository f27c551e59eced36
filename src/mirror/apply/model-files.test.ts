import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ModelFile, ModelRow } from '#contract/reference-data.ts';
import type { WrittenRow } from '#contract/row-writes.ts';
import { buildCommand, buildReceipt } from '../../../test/builders/build-command.ts';
import { NOW, NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror, storeFolded } from '../../../test/builders/open-test-mirror.ts';
import { keepFile } from '../keep/files.ts';
import type { CommandOf } from '../store/outbox-row.ts';
import { commandOwnerOf } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { applyAnswer } from './apply-answer.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

const pdf = (id: number, name: string, size: number): ModelFile => ({ id, name, size, mime_type: 'application/pdf' });
const model = (rev: number, files: ModelFile[]): ModelRow => ({
  id: 4,
  rev,
  name: 'Ofício',
  description: 'Padrão',
  type: 'document_model',
  file_mime_type: 'pdf',
  status: 'active',
  organizations: [],
  files,
  created_at: NOW,
});

/** A change of model 4 with files of these names and sizes. */
async function change(files: readonly (readonly [name: string, size: number])[]): Promise<CommandOf<'update-row'>> {
  const command = buildCommand('update-row', {
    documentKey: 'rows:models',
    payload: { collection: 'models', row_keys: ['s:4'], fields: {} },
  });
  await storeFolded(mirror, command);
  for (const [index, [name, size]] of files.entries()) {
    const file = Object.assign(new Blob([new Uint8Array(size).fill(index + 1)]), { name });
    await keepFile(mirror, { id: `f${index}`, owner: commandOwnerOf(command.id), file, nowMs: NOW_MS });
  }
  return command;
}

async function answer(command: CommandOf<'update-row'>, { rev, row }: { rev: number; row: ModelRow }): Promise<void> {
  const written: WrittenRow = { collection: 'models', row };
  const receipt = buildReceipt({ key: command.id, type: 'update-model', ids: { row_id: 4 }, rev });
  await applyAnswer(mirror, { command, answer: { receipt, written }, nowMs: NOW_MS });
}

const ownerOf = async (id: string) => (await mirror.files.get(id))?.owner;

it('the file that was sent with a model becomes the copy that the device keeps of it', async () => {
  await mirror.models.put(model(3, [pdf(90, 'antiga.pdf', 5)]));
  const command = await change([['nova.pdf', 7]]);
  await answer(command, { rev: 8, row: model(8, [pdf(90, 'antiga.pdf', 5), pdf(91, 'nova.pdf', 7)]) });
  expect(await ownerOf('f0')).toBe('cache:91');
});

it.each([
  ['the row was changed after the command', [['nova.pdf', 7]], 9, [pdf(91, 'nova.pdf', 7)]],
  [
    'another file of that name and size is new too',
    [['nova.pdf', 7]],
    8,
    [pdf(91, 'nova.pdf', 7), pdf(92, 'nova.pdf', 7)],
  ],
  [
    'two files of one name and size were sent',
    [
      ['a.pdf', 7],
      ['a.pdf', 7],
    ],
    8,
    [pdf(91, 'a.pdf', 7), pdf(92, 'a.pdf', 7)],
  ],
  ['the server has it with another size', [['nova.pdf', 7]], 8, [pdf(91, 'nova.pdf', 6)]],
  ['only a file that was there before is like it', [['antiga.pdf', 5]], 8, []],
] as const)(
  'a file that can not be told from another is not taken for the kept copy: %s',
  async (_what, sent, rev, files) => {
    const old = pdf(90, 'antiga.pdf', 5);
    await mirror.models.put(model(3, [old]));
    const command = await change(sent);
    await answer(command, { rev: 8, row: model(rev, [old, ...files]) });
    expect(await ownerOf('f0')).toBe(commandOwnerOf(command.id));
  },
);
