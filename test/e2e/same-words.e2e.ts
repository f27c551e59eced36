// What is written is what is sent, what is read, what is printed and what is found: of texts as
// offices paste and type them.

import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { DocumentFull, DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { copy, word } from './clipboard.ts';
import { documentOf } from './document-of.ts';
import { pdfToolsMissing } from './engines/find-engines.mjs';
import { expect, PEOPLE, test } from './fixtures.ts';
import { messageWith } from './gestures.ts';
import { printDocument, printedText } from './printing.ts';

type Piece = { readonly clipboard: Readonly<Record<string, string>>; readonly shown: string; readonly search: string };

const html = (text: string) => ({ 'text/html': text });

const PIECES: readonly Piece[] = [
  {
    clipboard: html(
      `${word('Art. 1º', 'Fica consolidada.')}${word('I –', 'a primeira;')}${word('a)', 'alínea;')}${word('§ 1º', 'Vigora hoje.')}`,
    ),
    shown: 'Art. 1º Fica consolidada. I – a primeira; a) alínea; § 1º Vigora hoje.',
    search: 'consolidada',
  },
  {
    clipboard: html('<ol><li>um<ol><li>dois<ul><li>aninhado</li></ul></li></ol></li><li>quatro</li></ol>'),
    shown: '1. um 1. dois • aninhado 2. quatro',
    search: 'dois aninhado',
  },
  {
    clipboard: html('<ol start="7"><li>sétimo</li><li>oitavo</li></ol>'),
    shown: '7. sétimo 8. oitavo',
    search: 'sétimo',
  },
  {
    clipboard: html('<ol type="i"><li>romano</li><li>segundo<ol type="a"><li>letra</li></ol></li></ol>'),
    shown: 'i. romano ii. segundo a. letra',
    search: 'romano',
  },
  {
    clipboard: html('<p>Volume de 10<sup>3</sup> m<sup>2</sup> <b>medi</b>dos</p>'),
    shown: 'Volume de 10³ m² medidos',
    search: '10³ medidos',
  },
  { clipboard: { 'text/plain': 'Item\ttabulado\n    recuado' }, shown: 'Item tabulado recuado', search: 'tabulado' },
  {
    clipboard: html('<p>co\u00adoperação zero\u200blargura \u202Eavesso\u202C fim</p>'),
    shown: 'cooperação zerolargura avesso fim',
    search: 'cooperação zerolargura',
  },
  {
    clipboard: { 'text/plain': 'pla\u00adno pu\u200bro \u202Edireito' },
    shown: 'plano puro direito',
    search: 'plano puro direito',
  },
  {
    clipboard: html('<p>visível<span style="display:none">oculto</span><span hidden>escondido</span></p>'),
    shown: 'visível',
    search: 'visível',
  },
  {
    clipboard: html('<table><tr><td>Rua</td><td>Metros</td></tr><tr><td>Aroeiras</td><td>120</td></tr></table>'),
    shown: 'Rua | Metros Aroeiras | 120',
    search: 'aroeiras',
  },
  {
    clipboard: html('<div style="white-space:pre-wrap">Bom dia\n  segue   recado\nObrigada</div>'),
    shown: 'Bom dia segue recado Obrigada',
    search: 'recado',
  },
  {
    clipboard: html('<p><span style="font-family:Wingdings">þ</span> entregue</p>'),
    shown: '☑ entregue',
    search: 'entregue',
  },
  {
    clipboard: html('<h2>Anexo único</h2><p><u>Mapa</u> 🚧 👩🏽‍🔧</p>'),
    shown: 'Anexo único Mapa 🚧 👩🏽‍🔧',
    search: 'anexo único',
  },
];
const TYPED = 'Digitado linha nova';

const TITLE = 'Re\u00adforma\u202E da pon\u200bte 10³ “nova” – §2º';
const TITLE_READ = 'Reforma da ponte 10³ “nova” – §2º';

/** Words in their order, with the signs of lists as they are drawn. It runs in the page. */
function wordsIn(root: Node): string {
  const walk = (node: Node): string => {
    if (node.nodeType === 3) return node.nodeValue ?? '';
    const element = node as Element;
    const inner = [...element.childNodes].map(walk).join('');
    if (element.localName === 'br') return ' ';
    if (!/^(?:p|h[1-6]|li|div|ol|ul)$/.test(element.localName)) return inner;
    const list = element.localName === 'li' ? element.parentElement : null;
    const at = [...(list?.children ?? [])].indexOf(element) + 1;
    const sign = list === null ? '' : list.localName === 'ol' ? `${at}. ` : '• ';
    return ` ${sign}${inner} `;
  };
  return walk(root);
}

function spaced(text: string): string {
  return text.replace(/[\s\u00a0\ufeff]+/g, ' ').trim();
}

const wordsOf = async (place: Locator) => spaced(await place.evaluate(wordsIn));

/**
 * As poppler reads it: dots of lists are drawn shapes, and emoji need a font that a machine may not
 * have.
 */
const onPaper = (text: string) => spaced(text.replace(/[\p{Emoji_Presentation}\u200d•]/gu, ' '));

/** The text of the message that holds these words. */
function textWith(page: Page, words: string): Locator {
  return messageWith(page, words).getByText(words, { exact: true }).locator('..');
}

if (pdfToolsMissing().length === 0)
  test('what is written is sent, read, printed and found with the same words', async ({ usedDevice, apiOf }, info) => {
    const [author, receiver] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
    const made = await documentOf(author, { title: TITLE, responsible: receiver });
    const title = `${TITLE_READ} ${made.title.split(' ').at(-1)}`;
    expect(made.title).toBe(title);

    const writer = await usedDevice(PEOPLE.field);
    await writer.goto(`/admin/view-document/${made.id}`);
    const editor = writer.page.getByRole('textbox', { name: 'Sua resposta' });
    await editor.click();
    await expect(editor).toBeFocused();
    await writer.page.keyboard.type('Digitado');
    await writer.page.keyboard.press('Shift+Enter');
    await writer.page.keyboard.type('linha nova');
    for (const { clipboard, shown } of PIECES) {
      await writer.page.keyboard.press('Enter');
      await writer.page.keyboard.press('Enter');
      await copy(writer.page, clipboard);
      await writer.page.keyboard.press('Control+v');
      await expect.poll(() => wordsOf(editor)).toContain(shown);
    }
    const written = [TYPED, ...PIECES.map(({ shown }) => shown)].join(' ');
    expect.soft(await wordsOf(editor), 'written').toBe(written);
    await writer.page.getByRole('button', { name: 'Responder', exact: true }).click();
    await expect(messageWith(writer.page, 'sétimo')).toBeVisible();
    await writer.settled(made);

    const full = await receiver.get<DocumentFull>(PATHS.document(made.id));
    const sent = full.interactions.at(-1)?.content ?? '';
    const device = await usedDevice(PEOPLE.manager);
    const { page } = device;
    await device.goto(`/admin/view-document/${made.id}`);
    const shown = textWith(page, '7. sétimo');
    await expect(shown).toBeVisible();
    const parsed = await page.evaluateHandle((text) => new DOMParser().parseFromString(text, 'text/html').body, sent);
    expect.soft(spaced(await parsed.evaluate(wordsIn)), 'sent').toBe(written);
    expect.soft(await wordsOf(shown), 'read').toBe(written);
    await expect.soft(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await device.settled(made);

    const pdf = await printDocument(page);
    await writeFile(info.outputPath('printed.pdf'), pdf);
    const printed = onPaper(await printedText(pdf));
    expect.soft(printed, 'printed').toContain(onPaper(written));
    expect.soft(printed, 'printed').toContain(title);
    expect.soft(printed, 'printed').not.toMatch(/oculto|escondido/);

    await page.setViewportSize({ width: 1440, height: 900 });
    for (const { search } of [...PIECES, { search: TYPED }])
      await test.step(`found by ${search}`, async () => {
        await device.goto(`/admin/results/${encodeURIComponent(search)}`);
        await expect.soft(page.getByRole('main').getByText(title).first()).toBeVisible();
      });
    for (const search of ['Reforma', 'ponte', '10³', '“nova”', '§2º']) {
      await device.goto(`/admin/manage-documents?search=${encodeURIComponent(search)}`);
      await expect.soft(page.getByRole('main').getByText(title).first(), search).toBeVisible();
      const found = await receiver.get<DocumentPage>(`${PATHS.documents}?search=${encodeURIComponent(search)}`);
      expect
        .soft(
          found.data.map((row) => row.id),
          search,
        )
        .toContain(made.id);
    }
  });
