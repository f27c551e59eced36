// Where the focus is after an act, on the document, over the list and on phones: where its person
// goes on.

import { chooseEditor } from '#app/device/editor-choice.ts';
import { markNavigated } from '#app/shared/screen/navigated.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { expect, test, vi } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, key, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';
import type { Width } from './harness/width.ts';

const { ana, bia } = PEOPLE;
const TITLE = 'Interdição da rua';
const OWN = buildDocumentRow({ title: TITLE, responsibles: [bia] });
const SECOND = buildDocumentRow({ id: 2, number: 43, title: 'Muro do cemitério', responsibles: [ana] });
const LIST = '/admin/manage-documents';
const AT = '/admin/view-document/1';

const focused = () =>
  document.activeElement === document.body ? 'nothing' : nameOf(document.activeElement ?? document.body);

/** Presses as a keyboard does: the focus is on what is pressed. */
async function pressAt(role: string, name: string | RegExp): Promise<void> {
  const found = await find(role, name);
  found.focus();
  found.click();
}

async function choose(role: 'menuitem' | 'option', name: string): Promise<void> {
  const found = await until(() => {
    const one = all(role).find((each) => textOf(each).includes(name));
    if (one === undefined) throw new Error(`no ${role} ${name}`);
    return one;
  });
  found.click();
}

/** Presses the button that does the act, in the dialog of the act. */
async function confirm(dialog: string | RegExp, button: string): Promise<void> {
  const open = await until(() => {
    const found = [...all('dialog'), ...all('alertdialog')].find((one) => new RegExp(dialog).test(nameOf(one)));
    if (found === undefined) throw new Error(`no dialog ${dialog}`);
    return found;
  });
  await until(() => {
    const found = all('button', open).find((one) => nameOf(one) === button && !one.hasAttribute('disabled'));
    if (found === undefined) throw new Error(`no enabled ${button}`);
    found.click();
  });
}

async function pickCaio(): Promise<void> {
  await press('button', 'Mostrar sugestões Responsável');
  await choose('option', 'Caio');
}

type Case = {
  readonly path: string;
  readonly rows?: readonly ReturnType<typeof buildDocumentRow>[];
  readonly role?: string;
  readonly width?: Width;
  readonly act: () => Promise<void>;
  readonly done: string;
  readonly goesTo: string;
};

async function transferHere(): Promise<void> {
  await pressAt('button', 'Transferir');
  await find('dialog', /Transferir/);
  await pickCaio();
  await confirm('Transferir', 'Enviar');
}

async function ofRow(entry: string): Promise<void> {
  await pressAt('button', `Mais opções de ${TITLE}`);
  await choose('menuitem', entry);
}

const CASES: Record<string, Case> = {
  'a transfer on the document': { path: AT, act: transferHere, done: 'Documento transferido', goesTo: 'Transferir' },
  'a document redistributed': {
    path: AT,
    role: 'Super Admin',
    act: async () => {
      await pressAt('button', 'Mais opções');
      await choose('menuitem', 'Redistribuir');
      await find('dialog', 'Redistribuir documento');
      (await field('Responsável')).click();
      await choose('option', 'Caio');
      await fill('Motivo', 'Bia saiu do setor.');
      await confirm('Redistribuir', 'Redistribuir');
    },
    done: 'Documento redistribuído',
    goesTo: 'Mais opções',
  },
  'a document transferred over the list': {
    path: LIST,
    act: async () => {
      await ofRow('Transferir');
      await find('dialog', 'Transferir PMVI 042');
      await choose('option', 'Caio');
      await confirm('Transferir', 'Enviar');
    },
    done: 'Documento transferido',
    goesTo: `Mais opções de ${TITLE}`,
  },
  'several documents transferred over the list': {
    path: LIST,
    rows: [OWN, SECOND],
    act: async () => {
      await pressAt('checkbox', `Selecionar ${TITLE}`);
      await pressAt('checkbox', 'Selecionar Muro do cemitério');
      await pressAt('button', 'Transferir');
      await find('dialog', 'Transferir 2 documentos');
      await choose('option', 'Caio');
      await confirm('Transferir', 'Enviar');
    },
    done: '2 documentos transferidos',
    goesTo: 'Selecionar Muro do cemitério',
  },
  'a document completed on a list where it then has no place': {
    path: `${LIST}?status=under_review`,
    rows: [OWN, SECOND],
    act: async () => {
      await ofRow('Concluir');
      await confirm('Concluir', 'Concluir');
    },
    done: 'Documento finalizado',
    goesTo: 'Muro do cemitério',
  },
  'a transfer on a phone': {
    path: AT,
    width: 'phone',
    act: async () => {
      await pressAt('button', 'Mais');
      await press('button', 'Transferir');
      await find('dialog', 'Transferir PMVI 042');
      await pickCaio();
      await confirm('Transferir', 'Enviar');
    },
    done: 'Documento transferido',
    goesTo: 'Mais',
  },
  'completing on a phone': {
    path: AT,
    width: 'phone',
    act: async () => {
      await pressAt('button', 'Mais');
      await press('button', 'Concluir');
      await confirm('Concluir', 'Concluir');
    },
    done: 'Documento finalizado',
    goesTo: 'Mais opções',
  },
};

test.each(Object.entries(CASES))('the focus is where the person goes on after %s', async (_name, one) => {
  const { path, rows = [OWN], role = 'Servidor', width, act, done, goesTo } = one;
  const mirror = await openTown(role, rows);
  markNavigated();
  await openScreen({ mirror, path, ...(width === undefined ? {} : { width }) });
  // After a navigation the heading takes the focus, and only then can a person press something.
  await until(() => expect(document.activeElement?.tagName).toBe('H1'));
  await act();
  await seesText(done);
  await until(() => expect(focused()).toBe(goesTo));
});

/** Sends a reply that was begun before, from a screen of this width. */
async function reply(width: Width): Promise<HTMLElement> {
  const mirror = await openTown('Servidor', [OWN]);
  const fields = { content: '<p>Equipe enviada.</p>', limitDate: OWN.limit_date, responsibleId: null };
  await mirror.drafts.put({ id: replyDraftOf('s:1'), fields, fileIds: [], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: AT, width });
  await pressAt('button', 'Responder');
  await seesText('Nova interação adicionada');
  return until(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement)) throw new Error('nothing has the focus');
    expect(activeElement.localName).toBe('li');
    expect(textOf(activeElement)).toContain('Equipe enviada.');
    return activeElement;
  });
}

test.each(['desk', 'tablet', 'phone'] as const)(
  'after a reply on a %s the new message is scrolled to and has the focus, and its first letter goes to the box (S78)',
  async (width) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    const message = await reply(width);
    await until(() => {
      expect(scrolled.mock.contexts.map((one) => textOf(one as Element)).join()).toContain('Equipe enviada.');
    });
    scrolled.mockRestore();
    // Keys that write nothing leave the focus, and a letter is no shortcut here: "n" would lead to
    // another screen.
    for (const other of ['ArrowDown', ' ', 'Tab']) key(message, other);
    expect(document.activeElement).toBe(message);
    key(message, 'n');
    await until(() => expect(focused()).toBe('Sua resposta'));
    expect(document.activeElement?.matches('textarea, [contenteditable="true"]')).toBe(true);
  },
);

test('the focus stays in the reply box when the next reply was begun before its message stood in the thread', async () => {
  const mirror = await openTown('Servidor', [OWN]);
  const fields = { content: '<p>Equipe enviada.</p>', limitDate: OWN.limit_date, responsibleId: null };
  await mirror.drafts.put({ id: replyDraftOf('s:1'), fields, fileIds: [], savedAtMs: NOW_MS });
  chooseEditor('simple');
  // The message stands in the thread only when the test says so: otherwise it may come before the
  // next reply is begun.
  let isHeldBack = true;
  const byId = document.getElementById.bind(document);
  const held = vi.spyOn(document, 'getElementById').mockImplementation((id) => {
    return isHeldBack && id.startsWith('lugar-c-') ? null : byId(id);
  });
  try {
    await openScreen({ mirror, path: AT });
    await pressAt('button', 'Responder');
    const box = await until(async () => {
      const next = await field('Sua resposta');
      expect(next.value).toBe('');
      expect(next.closest('[inert]')).toBeNull();
      return next;
    });
    await fill('Sua resposta', 'Segue');
    await seesText('Equipe enviada.');
    expect(held.mock.results.some(({ value }) => value === null)).toBe(true);
    isHeldBack = false;
    held.mockClear();
    await fill('Sua resposta', 'Segue a equipe');
    await until(() => expect(held.mock.results.some(({ value }) => value?.id.startsWith('lugar-c-'))).toBe(true));
    expect(document.activeElement).toBe(box);
  } finally {
    held.mockRestore();
  }
});
