// The form of a new document opens with what the first version of the application kept of it
// (test/frozen).

import type { Mirror } from '#mirror/store/schema.ts';
import { keepFile } from '#mirror/keep/files.ts';
import type { DraftRow } from '#mirror/store/draft-row.ts';
import { draftOwnerOf } from '#mirror/store/rows.ts';
import { expect, test } from 'vitest';
import { NOW_MS } from '../builders/moments.ts';
import { DRAFT_FORMS } from '../frozen/frozen.ts';
import { fileOf } from './harness/files.ts';
import { field, find, press, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

function draftOf(form: string, id: string): DraftRow {
  const rows = DRAFT_FORMS.find(({ name }) => name === `2026-11-drafts-${form}.json`)?.rows;
  const draft = rows?.find((row) => row.id === id);
  if (draft === undefined) throw new Error(`${form} has no ${id}`);
  return draft;
}

async function keep(mirror: Mirror, draft: DraftRow): Promise<void> {
  await mirror.drafts.put(draft);
  for (const id of draft.fileIds) {
    const file = fileOf('planta.pdf');
    await keepFile(mirror, { id, owner: draftOwnerOf(draft.id), file, nowMs: NOW_MS });
  }
}

test('a new document of the first version is continued and sent', async () => {
  const draft = draftOf('v1', 'create');
  const path = '/admin/create-documents?rascunho=create';
  const { mirror } = await visit(path, { role: 'Servidor', fill: (filled) => keep(filled, draft) });
  await until(async () => expect((await field('Título')).value).toBe('Medição de novembro'));
  await until(async () => expect((await find('button', 'Enviar')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Enviar');
  await find('dialog', 'Tudo certo! Documento enviado com sucesso.');
  const [command] = await mirror.commands.toArray();
  expect(command).toMatchObject({
    type: 'create-document',
    payload: {
      document_subject_id: 1,
      title: 'Medição de novembro',
      physical_document_number: 'Ofício nº 120/2026/SEMOB',
      organization_ids: [2],
      user_ids: [8],
      limit_date: '2026-12-01',
      content: '<p>Segue a medição.</p>',
      tags: [{ title: 'medição', type: 'keyword', user_id: null }],
    },
    files: [{ id: draft.fileIds[0] }],
  });
});
