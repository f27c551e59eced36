// A press that comes while a picked file is still being read or stored: what is sent has the file,
// and nothing is sent without it.

import { joinDraft } from '#app/shared/draft/open-drafts.ts';
import { respond } from '#commands/documents/respond.ts';
import { UNDO_MS, undoCommands, type Undoing } from '#commands/outbox/undo-commands.ts';
import { SUPER_ADMIN } from '#domain/permissions.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { draftOwnerOf } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { expect, test } from 'vitest';
import { uuid } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE, SECTORS } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { buildContext } from '../builders/open-test-mirror.ts';
import { actsOf } from './harness/acts-of.ts';
import { choose, fileOf, slowFile, unreadableFile } from './harness/files.ts';
import { field, find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const DOCUMENT = buildDocumentRow({ responsibles: [PEOPLE.bia] });
const ADDRESS = '/admin/view-document/1';

const draft = (id: string, fields: Record<string, unknown>) => ({ id, fields, fileIds: [], savedAtMs: NOW_MS });

type Form = {
  readonly form: string;
  readonly open: () => Promise<Mirror>;
  readonly attach: string | RegExp;
  readonly send: string;
};

const FORMS: readonly Form[] = [
  {
    form: 'a reply',
    async open() {
      const mirror = await openTown('Servidor', [DOCUMENT]);
      const fields = { content: '<p>Segue o laudo.</p>', limitDate: DOCUMENT.limit_date, responsibleId: null };
      await mirror.drafts.put(draft(replyDraftOf('s:1'), fields));
      await openScreen({ mirror, path: ADDRESS });
      return mirror;
    },
    attach: /^Anexar arquivos/,
    send: 'Responder',
  },
  {
    form: 'a new document',
    async open() {
      const mirror = await openTown('Servidor');
      const fields = {
        type: 'general_document',
        subjectId: 1,
        title: 'Drenagem da rua',
        physicalNumber: '12/2026',
        organizationId: SECTORS.works.id,
        responsibleId: PEOPLE.ana.id,
        limitDate: '2026-12-01',
        content: '<p>Segue o laudo.</p>',
      };
      const id = `create:${uuid(7)}`;
      const file = fileOf('planta.pdf');
      const { id: fileId } = await keepFile(mirror, { id: uuid(8), owner: draftOwnerOf(id), file, nowMs: NOW_MS });
      await mirror.drafts.put({ ...draft(id, fields), fileIds: [fileId] });
      await openScreen({ mirror, path: `/admin/create-documents?rascunho=${id}` });
      return mirror;
    },
    attach: /^Escolher arquivo/,
    send: 'Enviar',
  },
  {
    form: 'a transfer',
    async open() {
      const mirror = await openTown('Servidor', [DOCUMENT]);
      await openScreen({ mirror, path: ADDRESS });
      await press('button', 'Transferir');
      await press('option', /^Caio/);
      return mirror;
    },
    attach: 'Anexar',
    send: 'Enviar',
  },
  {
    form: 'a model',
    async open() {
      const mirror = await openTown(SUPER_ADMIN);
      const fields = {
        name: 'Fluxo',
        type: 'flow_model',
        file_mime_type: 'pdf',
        organization_ids: [1],
        description: 'Passos.',
      };
      await mirror.drafts.put(draft('manage:models:new', fields));
      await openScreen({ mirror, path: '/admin/create-models' });
      await choose('Anexar', fileOf('fluxo.pdf'));
      await find('button', 'Tirar fluxo.pdf');
      return mirror;
    },
    attach: /^Anexar/,
    send: 'Criar',
  },
];

const namesOf = async (mirror: Mirror) =>
  (await actsOf(mirror)).map(({ files }) => files.map(({ name }) => name).join(', '));
const canPress = async (button: string) => expect((await find('button', button)).hasAttribute('disabled')).toBe(false);

test.each(FORMS)(
  '$form is sent with the file that was still being stored at the press',
  async ({ open, attach, send }) => {
    const mirror = await open();
    const { file, arrive } = slowFile(fileOf('laudo.pdf'));
    await until(() => canPress(send));
    await choose(attach, file);
    await press('button', send);
    expect(await namesOf(mirror)).toEqual([]);
    arrive();
    await until(async () => expect(await namesOf(mirror)).toEqual([expect.stringContaining('laudo.pdf')]));
  },
);

test.each(FORMS)('$form is not sent when that file can’t be kept', async ({ open, attach, send }) => {
  const mirror = await open();
  const { file, arrive } = slowFile(unreadableFile('laudo.pdf'));
  await until(() => canPress(send));
  await choose(attach, file);
  await press('button', send);
  arrive();
  await seesText('Não foi possível ler laudo.pdf.');
  await until(() => canPress(send));
  expect(await namesOf(mirror)).toEqual([]);
});

test('a transfer takes no change, and is not given up, while its file is still being stored', async () => {
  const transfer = FORMS.find(({ form }) => form === 'a transfer');
  if (transfer === undefined) throw new Error('no transfer');
  const mirror = await transfer.open();
  const { file, arrive } = slowFile(fileOf('laudo.pdf'));
  await until(() => canPress('Enviar'));
  await choose('Anexar', file);
  await press('button', 'Enviar');
  await until(async () => expect((await find('button', 'Cancelar')).hasAttribute('disabled')).toBe(true));
  expect(isClosed(await field('Responsável'))).toBe(true);
  const dialog = await find('dialog', /^Transferir/);
  dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  arrive();
  await seesText('Documento transferido');
  await until(() => expect(names('dialog')).toEqual([]));
  expect(await namesOf(mirror)).toEqual([expect.stringContaining('laudo.pdf')]);
});

test.each([
  ['stays open', async () => undefined],
  ['is cancelled', () => press('button', 'Cancelar')],
])('a transfer that waits for its file after Back is stored, also when a second one %s', async (_second, endSecond) => {
  const mirror = await openTown('Servidor', [DOCUMENT]);
  const { back } = await openScreen({ mirror, path: ADDRESS });
  await press('button', 'Transferir');
  await press('option', /^Caio/);
  const { file, arrive } = slowFile(fileOf('laudo.pdf'));
  await choose('Anexar', fileOf('planta.pdf'));
  await find('button', 'Remover planta.pdf');
  await choose('Anexar', file);
  await press('button', 'Enviar');
  back();
  await until(() => expect(names('dialog')).toEqual([]));
  await press('button', 'Transferir');
  await find('dialog', /^Transferir/);
  await endSecond();
  arrive();
  await seesText('Documento transferido');
  expect(await namesOf(mirror)).toEqual(['planta.pdf, laudo.pdf']);
  expect(await mirror.drafts.count()).toBe(0);
});

/** Whether the field is in a part of the screen that takes no input. */
function isClosed(element: HTMLElement): boolean {
  for (let one: HTMLElement | null = element; one !== null; one = one.parentElement) if (one.inert) return true;
  return false;
}

test('a reply that is taken back while the next one waits for its file is not erased', async () => {
  const mirror = await openTown('Servidor', [DOCUMENT]);
  const context = buildContext(mirror);
  const id = replyDraftOf('s:1');
  const about = { documentKey: 's:1', limitDate: null, responsibleIds: null, organizationIds: [], fileIds: [] };
  const first = await respond(context, { ...about, content: '<p>Primeira.</p>', undoMs: UNDO_MS });
  const second = { content: '<p>Segunda.</p>', limitDate: DOCUMENT.limit_date, responsibleId: null };
  await mirror.drafts.put(draft(id, second));
  await openScreen({ mirror, path: ADDRESS });
  const { file, arrive } = slowFile(fileOf('laudo.pdf'));
  await until(() => canPress('Responder'));
  await choose(/^Anexar arquivos/, file);
  await press('button', 'Responder');
  if (first.kind !== 'stored') throw new Error('the first reply was refused');
  let undoings: readonly Undoing[] = [];
  const undone = joinDraft(id, async () => {
    undoings = await undoCommands(context, [first.commandId]);
  });
  arrive();
  await undone;
  expect(undoings).toEqual(['followed']);
  const contents = (await mirror.commands.toArray()).map(({ payload }) =>
    'content' in payload ? payload.content : '',
  );
  expect(contents.filter((content) => content !== '')).toEqual(['<p>Primeira.</p>', '<p>Segunda.</p>']);
});

test('a reply that waits for its file does not return to a box that is drawn again meanwhile', async () => {
  const mirror = await openTown('Servidor', [DOCUMENT]);
  const fields = { content: '<p>Segue o laudo.</p>', limitDate: DOCUMENT.limit_date, responsibleId: null };
  await mirror.drafts.put(draft(replyDraftOf('s:1'), fields));
  const { goTo } = await openScreen({ mirror, path: ADDRESS });
  const { file, arrive } = slowFile(fileOf('laudo.pdf'));
  await until(() => canPress('Responder'));
  await choose(/^Anexar arquivos/, file);
  await press('button', 'Responder');
  await goTo('/admin/manage-documents');
  await find('heading', 'Gerenciar documentos');
  await goTo(ADDRESS);
  await find('heading', DOCUMENT.title);
  arrive();
  await until(async () => expect(await namesOf(mirror)).toEqual([expect.stringContaining('laudo.pdf')]));
  await until(async () => expect((await find('textbox', 'Sua resposta')).textContent).not.toContain('Segue o laudo.'));
  expect(names('button')).not.toContain('Tirar laudo.pdf');
  expect(await mirror.drafts.count()).toBe(0);
});
