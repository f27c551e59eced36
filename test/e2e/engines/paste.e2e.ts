// A paste by the keys of each engine: numbering is read as it was shown, and a list stays one.

import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { enginesAtHand } from './at-hand.ts';
import { EngineDevice } from './device.ts';
import { logIn, messageWith } from './gestures.ts';

const HTML =
  '<ol start="7" type="I"><li>sete</li><li>oito</li></ol><p>10<sup>3</sup> m</p><ol><li>um</li><li>dois</li></ol>';

for (const engine of enginesAtHand())
  test(`${engine.name}: what is pasted is read as it was shown`, async ({ server, apiOf }) => {
    const author = await apiOf(PEOPLE.field);
    const { id } = await documentOf(author, { title: 'Colagem', responsible: await apiOf(PEOPLE.manager) });
    const device = await EngineDevice.make({ engine, origin: server.url, size: { width: 1440, height: 900 } });
    try {
      const screen = await device.open('/login');
      await logIn(screen, { email: PEOPLE.manager });
      await screen.goto(`/admin/view-document/${id}`);
      const editor = { role: 'textbox', name: 'Sua resposta' } as const;
      await screen.tap(editor);
      await screen.write(editor, 'Segue:');
      await screen.driver.evaluate(
        `addEventListener('copy', (event) => {
          event.preventDefault();
          event.stopImmediatePropagation();
          event.clipboardData.setData('text/html', argument);
        }, { capture: true, once: true })`,
        HTML,
      );
      await screen.driver.command('c');
      await screen.driver.command('v');
      await screen.see(editor, { until: (sight) => sight.text.includes('dois') });
      await screen.press('button', 'Responder');
      await screen.see(messageWith('VII. sete'));
      const shown = await screen.driver.evaluate<string>(
        `const [words] = [...document.querySelectorAll('article')].filter((one) => one.textContent.includes('VII. sete'));
         return [...words.querySelectorAll('p, li')].map((one) => one.localName + ' ' + one.textContent).join('|')`,
      );
      expect(shown).toContain('p Segue:|p VII. sete|p VIII. oito|p 10³ m|li um|li dois');
    } finally {
      await device.dispose();
    }
  });
