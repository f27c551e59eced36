// A draft names a person or a sector that left meanwhile.

import type { Mirror } from '#mirror/store/schema.ts';
import { expect, test } from 'vitest';
import { DRAFT_FORMS } from '../frozen/frozen.ts';
import { pageText, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

const PATH = '/admin/create-documents?rascunho=create';

async function keep(mirror: Mirror): Promise<void> {
  const rows = DRAFT_FORMS.find(({ name }) => name === '2026-11-drafts-v1.json')?.rows ?? [];
  const draft = rows.find(({ id }) => id === 'create');
  if (draft === undefined) throw new Error('there is no draft');
  await mirror.drafts.put({ ...draft, fileIds: [] });
}

test('a draft whose person was deactivated names the person and asks for another', async () => {
  await visit(PATH, {
    role: 'Servidor',
    fill: async (mirror) => {
      await keep(mirror);
      await mirror.users.update(8, { status: 'inactive' });
    },
  });
  await until(() => expect(pageText()).toMatch(/A pessoa escolhida, .+, saiu ou mudou de setor\. Escolha outra\./));
});

test('a draft whose sector was deleted names the sector and asks for another', async () => {
  await visit(PATH, {
    role: 'Servidor',
    fill: async (mirror) => {
      await keep(mirror);
      await mirror.organizations.update(2, { deleted: true });
    },
  });
  await until(() => expect(pageText()).toMatch(/O setor .+ foi desativado ou excluído\. Escolha outro setor\./));
});

test('a draft whose subject was deactivated asks for another', async () => {
  await visit(PATH, {
    role: 'Servidor',
    fill: async (mirror) => {
      await keep(mirror);
      await mirror.document_subjects.update(1, { status: 'inactive' });
    },
  });
  await until(() =>
    expect(pageText()).toContain('O assunto escolhido foi desativado ou excluído. Escolha outro assunto.'),
  );
});

test('a draft whose person and sector are still there says nothing', async () => {
  await visit(PATH, { role: 'Servidor', fill: keep });
  await seesText('Falta: arquivo');
  expect(document.body.textContent).not.toMatch(/Escolha outr[ao]/);
});
