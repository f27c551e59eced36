// How much it takes to send a document with a file, from the home. What is typed is not counted:
// every press is, and every key that is no text. The device has the simple editor, because the
// other one takes no text in jsdom; its toolbar is one more stop of Tab.

import { File } from 'node:buffer';
import { expect, test } from 'vitest';
import { field, fill, find, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

/** The stop of Tab that the other editor has more. */
const TOOLBAR = 1;

/** What is typed on the paper, which comes first at this width, and in its margin. */
const ON_PAPER = [
  ['Nº físico', 'Ofício nº 10'],
  ['Título', 'Em dez passos'],
  ['Texto', 'Segue o croqui.'],
] as const;
const IN_MARGIN = [
  ['Assunto', 'Sinalização viária'],
  ['Responsável', 'Bia Souza'],
  ['Data limite', '15/12/2026'],
] as const;

/** What Tab stops at, in its order. */
function stops(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select, [tabindex]')];
  return all.filter(
    (one) =>
      one.tabIndex >= 0 &&
      !one.hasAttribute('disabled') &&
      one.getAttribute('type') !== 'file' &&
      one.closest('[hidden], [inert], [aria-hidden="true"]') === null,
  );
}

test('a document with a file is sent with at most nine presses, or twenty keys', async () => {
  const mirror = await openTown('Servidor');
  await openScreen({ mirror, path: '/admin/create-documents' });
  await press('button', 'Editor simples');
  await field('Texto');
  // "Criar documento" on the home; Ctrl K and Enter in the palette.
  let presses = 1;
  let keys = 2;
  let at: Element = await find('heading', 'Criar documento');
  const reach = (target: Element) => {
    const between = stops().filter(
      (one) =>
        (at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
        (one === target || (target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0),
    );
    keys += between.length;
    presses += 1;
    at = target;
  };
  const type = async (typed: readonly (readonly [string, string])[]): Promise<void> => {
    for (const [label, text] of typed) {
      const input = await field(label);
      reach(input);
      await fill(label, text);
      if (label === 'Assunto') await find('option', /Sinalização viária/);
      if (label === 'Responsável') await find('option', /Bia Souza/);
      input.blur();
      await until(async () => expect((await field(label)).value).toContain(text));
    }
  };
  await type(ON_PAPER);
  reach(await find('button', 'Escolher arquivo'));
  keys += 1;
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no field for files');
  Object.defineProperty(input, 'files', { value: [new File(['%PDF-1.7 croqui'], 'croqui.pdf')] });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await seesText('croqui.pdf');
  await type(IN_MARGIN);
  const send = await find('button', 'Enviar');
  await until(() => expect(send.hasAttribute('disabled')).toBe(false));
  presses += 1;
  // By keyboard Ctrl and Enter send from where one is.
  keys += 1;
  const from = await field('Data limite');
  from.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }));
  await seesText('Documento enviado com sucesso');
  expect(presses).toBeLessThanOrEqual(9);
  expect(keys + TOOLBAR).toBeLessThanOrEqual(20);
  expect((await mirror.commands.toArray()).map(({ type }) => type)).toContain('create-document');
});
