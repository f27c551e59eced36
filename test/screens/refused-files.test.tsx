// "Corrigir" of a command whose file was refused: the file is marked where it stands, and is
// removed or replaced there.

import { SUPER_ADMIN } from '#domain/permissions.ts';
import { commandOwnerOf } from '#mirror/store/rows.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { expect, test } from 'vitest';
import { buildCommand, buildError, uuid } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { nameOf, textOf } from './harness/accessible.ts';
import { choose, fileOf } from './harness/files.ts';
import { find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { made, rowCommand } from './harness/row-commands.ts';
import { withDocuments } from './harness/rows.ts';
import { openTown } from './harness/town.ts';

const MARK = 'Recusado: tire ou troque este arquivo';
const SAID = 'laudo.pdf: O conteúdo do arquivo não corresponde ao tipo dele.';
const NAMES = ['laudo.pdf', 'planta.pdf'] as const;
const refused = {
  state: 'refused' as const,
  lastError: buildError({ class: 'invalid', status: 422, errors: { files: [SAID] } }),
};
const files = NAMES.map((name, at) => ({ id: uuid(70 + at), name, mime: 'application/pdf', size: 4, sha256: 'a' }));

async function keep(mirror: Mirror, command: OutboxCommand): Promise<void> {
  await mirror.commands.put({ ...command, files });
  for (const file of files) {
    await mirror.files.put({ ...file, owner: commandOwnerOf(command.id), chunks: 1, usedAtMs: NOW_MS });
    await mirror.chunks.put({ fileId: file.id, index: 0, bytes: new TextEncoder().encode('%PDF').buffer });
  }
}

const alerts = () => names('alert').filter((name) => name !== '');
const marks = () => pageText().split(MARK).length - 1;

test('a refused reply that is corrected marks its file, which is removed or replaced', async () => {
  const mirror = await openTown('Servidor');
  await withDocuments(mirror, [buildDocumentRow({ responsibles: [PEOPLE.ana] })]);
  await keep(mirror, buildCommand('respond', refused));
  await openScreen({ mirror, path: `/admin/view-document/1?editar=${uuid(1)}` });
  const chip = await find('button', new RegExp(`^laudo.pdf.*${MARK}`));
  expect(textOf(chip)).toContain(MARK);
  await until(() => expect(alerts()).toEqual([SAID]));
  expect(marks()).toBe(1);
  expect(nameOf(await find('button', /^planta\.pdf/))).not.toContain(MARK);
  // It is kept with the draft.
  await until(async () => expect(JSON.stringify(await mirror.drafts.toArray())).toContain(SAID));

  await press('button', 'Remover laudo.pdf');
  await until(() => expect([marks(), alerts()]).toEqual([0, []]));
  await choose('Anexar arquivos', fileOf('laudo.pdf'));
  await find('button', /^laudo\.pdf/);
  expect([marks(), alerts()]).toEqual([0, []]);
});

test('a refused model that is corrected marks its file, which is removed or replaced', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  const model = {
    name: 'Fluxo',
    type: 'flow_model',
    file_mime_type: 'pdf',
    organization_ids: [1],
    description: 'Passos.',
  };
  const command = rowCommand('create-row', made('models', model), refused);
  await keep(mirror, command);
  await openScreen({ mirror, path: `/admin/create-models?editar=${command.id}` });
  await seesText(SAID);
  const tile = (name: string) =>
    until(async () => (await find('button', `Tirar ${name}`)).closest('li') ?? document.body);
  await until(async () => expect(textOf(await tile('laudo.pdf'))).toContain(MARK));
  expect(textOf(await tile('planta.pdf'))).not.toContain(MARK);

  await press('button', 'Tirar laudo.pdf');
  await until(() => expect([marks(), pageText().includes(SAID)]).toEqual([0, false]));
  await choose('Anexar', fileOf('laudo.pdf'));
  await tile('laudo.pdf');
  expect([marks(), pageText().includes(SAID)]).toEqual([0, false]);
});

test('a file that is not of the type of the model is marked', async () => {
  const mirror = await openTown(SUPER_ADMIN);
  const model = {
    name: 'Fluxo',
    type: 'flow_model',
    file_mime_type: 'word',
    organization_ids: [1],
    description: 'Passos.',
  };
  const command = rowCommand('create-row', made('models', model));
  await keep(mirror, command);
  await openScreen({ mirror, path: `/admin/create-models?editar=${command.id}` });
  await seesText('Não são Word (DOC, DOCX ou ODT): laudo.pdf e planta.pdf');
  expect(marks()).toBe(2);
});
