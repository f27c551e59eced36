// A paste by the keys of each engine: of what other programs put on the clipboard, what was shown
// there is sent and read.

import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { CLIPBOARDS, COPY_NEXT, WITH_PICTURE } from '../clipboards.ts';
import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { enginesAtHand } from './at-hand.ts';
import { EngineDevice } from './device.ts';
import { logIn, messageWith } from './gestures.ts';

/** The words of the HTML, without its signs. */
const wordsIn = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

for (const engine of enginesAtHand())
  test(
    `${engine.name}: what is pasted is sent and read as it was shown`,
    { tag: '@long' },
    async ({ server, apiOf }) => {
      const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
      const { id } = await documentOf(author, { title: 'Colagem', responsible: manager });
      const device = await EngineDevice.make({ engine, origin: server.url, size: { width: 1440, height: 900 } });
      try {
        const screen = await device.open('/login');
        await logIn(screen, { email: PEOPLE.manager });
        await screen.goto(`/admin/view-document/${id}`);
        const editor = { role: 'textbox', name: 'Sua resposta' } as const;
        await screen.tap(editor);
        await screen.write(editor, 'Segue:');
        for (const { name, data, sent } of [...CLIPBOARDS, WITH_PICTURE])
          await test.step(name, async () => {
            await screen.driver.press('Enter');
            await screen.driver.evaluate(COPY_NEXT, data);
            await screen.driver.command('c');
            await screen.driver.command('v');
            const last = wordsIn(sent).split(' ').at(-1) ?? '';
            await screen.see(editor, { until: (sight) => sight.text.trimEnd().endsWith(last) });
          });
        await screen.see({ name: 'As imagens não entram no texto.' });
        await screen.press('button', 'Responder');
        await screen.see(messageWith('VII. sete'));
        const kept = async () =>
          (await manager.get<DocumentFull>(PATHS.document(id))).interactions.at(-1)?.content ?? '';
        const sent = `<p>Segue:</p>${[...CLIPBOARDS, WITH_PICTURE].map((one) => one.sent).join('')}`;
        await expect.poll(async () => (await kept()).replaceAll('&nbsp;', '\u00a0')).toBe(sent);
        const read = await screen.driver.evaluate<string>(
          `return [...document.querySelectorAll('article')].find((one) => one.textContent.includes('VII. sete')).innerText`,
        );
        for (const word of wordsIn(sent).split(' ')) expect(read).toContain(word);
      } finally {
        await device.dispose();
      }
    },
  );
