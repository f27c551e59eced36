// No screen is a bare empty table: each list without rows says what to do next, and says something
// else to a person who can't do it.

import type { Mirror } from '#mirror/store/schema.ts';
import { expect, it } from 'vitest';
import { all, textOf } from './harness/accessible.ts';
import { find, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

const READER = 'Consulta';

/** A tenant as it was made: one person, and no row of any list. */
async function emptied(mirror: Mirror): Promise<void> {
  await Promise.all(
    [mirror.users, mirror.organizations, mirror.document_subjects, mirror.models, mirror.alerts].map((table) =>
      table.clear(),
    ),
  );
}

type List = {
  readonly path: string;
  /** What a person who may do it reads, and the link that leads there. */
  readonly writer: { readonly says: string; readonly to?: string };
  /**
   * What another person reads; absent where no other person opens the screen, or it is the same.
   */
  readonly reader?: { readonly role: string; readonly says: string; readonly notTo?: string };
};

const LISTS: Readonly<Record<string, List>> = {
  people: {
    path: '/admin/manage-users',
    writer: { says: 'Importe uma planilha com todas as pessoas', to: '/admin/create-users' },
  },
  sectors: {
    path: '/admin/manage-organizations',
    writer: { says: 'Cada pessoa fica em um setor.', to: '/admin/create-organizations' },
  },
  subjects: {
    path: '/admin/manage-document-subjects',
    writer: { says: 'Todo documento tem um assunto.', to: '/admin/create-document-subjects' },
  },
  models: { path: '/admin/manage-models', writer: { says: 'Envie um ofício padrão', to: '/admin/create-models' } },
  'managed alerts': {
    path: '/admin/manage-alerts',
    writer: { says: 'Um alerta aparece no início de todas as pessoas', to: '/admin/create-alerts' },
  },
  alerts: {
    path: '/admin/alerts',
    writer: { says: 'Crie um alerta, e ele aparece no início', to: '/admin/create-alerts' },
    reader: { role: READER, says: 'Recessos, prazos e avisos para todos', notTo: '/admin/create-alerts' },
  },
  'the directory': {
    path: '/admin/users',
    writer: { says: 'Importe uma planilha com todas as pessoas', to: '/admin/create-users' },
    reader: { role: READER, says: 'por um administrador', notTo: '/admin/create-users' },
  },
  documents: {
    path: '/admin/manage-documents',
    writer: { says: 'Envie o primeiro.', to: '/admin/create-documents' },
    reader: { role: READER, says: 'O que chegar para você ou para o seu setor', notTo: '/admin/create-documents' },
  },
  exceptions: {
    path: '/admin/exceptions-documents',
    writer: { says: 'fora dos dias de envio do assunto' },
  },
  results: { path: '/admin/results/nada', writer: { says: 'Procure por uma palavra do título', to: '/admin/results' } },
  'models of the help': {
    path: '/admin/help?aba=modelos',
    writer: { says: 'Envie um arquivo em Modelos', to: '/admin/create-models' },
    reader: { role: READER, says: 'Quando houver modelos para o seu setor', notTo: '/admin/create-models' },
  },
  'flows of the help': {
    path: '/admin/help?aba=fluxos',
    writer: { says: 'Envie um arquivo em Modelos', to: '/admin/create-models' },
    reader: { role: READER, says: 'Quando houver modelos para o seu setor', notTo: '/admin/create-models' },
  },
  outbox: { path: '/admin/outbox', writer: { says: 'O que fizer sem conexão espera aqui.' } },
  notices: { path: '/admin/home?painel=avisos', writer: { says: 'e as respostas ao que você enviou, aparecem aqui.' } },
  'saved searches': {
    path: '/admin/manage-documents?painel=buscas',
    writer: { says: 'As que você salvar abrem daqui com um toque.' },
  },
  'the audit of a document': { path: '/admin/audit', writer: { says: 'Escreva o número e veja quem o abriu' } },
  'the audit of a person': { path: '/admin/audit?aba=pessoa', writer: { says: 'Veja o que ela abriu' } },
  'the home': { path: '/admin/home', writer: { says: 'O que chegar para você aparece aqui.' } },
};

const linksTo = (href: string) => all('link').filter((link) => link.getAttribute('href') === href);

it.each(Object.entries(LISTS))('%s without rows: what to do next', async (...given) => {
  const [, { path, writer }] = given;
  const { to } = writer;
  await visit(path, { fill: emptied });
  await seesText(writer.says);
  await until(() => expect(to === undefined || linksTo(to).length > 0).toBe(true));
  // The heads of a table without a row say nothing.
  expect(all('columnheader')).toEqual([]);
});

const READ = Object.entries(LISTS).flatMap(([name, { path, writer, reader }]) =>
  reader === undefined ? [] : [[name, { path, writer, reader }] as const],
);

it.each(READ)('%s without rows, for a person who can not make any', async (...given) => {
  const [, { path, writer, reader }] = given;
  await visit(path, { fill: emptied, role: reader.role });
  await seesText(reader.says);
  expect(document.body.textContent).not.toContain(writer.says);
  expect(reader.notTo === undefined ? [] : linksTo(reader.notTo)).toEqual([]);
});

it('a document without a subject to choose: the way to one, or who prepares it', async () => {
  const noSubjects = (mirror: Mirror) => mirror.document_subjects.clear();
  await visit('/admin/create-documents', { fill: noSubjects });
  await seesText('Todo documento tem um. Crie o primeiro e volte aqui.');
  expect((await find('link', 'Criar assunto')).getAttribute('href')).toBe('/admin/create-document-subjects');
});

it('a document without a subject, for a person who makes none: who prepares it', async () => {
  await visit('/admin/create-documents', {
    role: 'Servidor',
    fill: async (mirror) => {
      await mirror.document_subjects.clear();
      await mirror.users.update(8, { role: 'Super Admin' });
    },
  });
  await seesText('O Malote está sendo preparado por Bia Souza. Assim que houver assuntos, você já pode enviar.');
  expect(all('link').map(textOf)).not.toContain('Criar assunto');
});
