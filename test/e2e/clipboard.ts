// The browser's own clipboard, filled by its own key.

import type { Page } from '@playwright/test';

/** Copies with Ctrl+C what another program would have put on the clipboard. */
export async function copy(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((types) => {
    const put = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      for (const [type, words] of Object.entries(types)) event.clipboardData?.setData(type, words);
    };
    addEventListener('copy', put, { capture: true, once: true });
  }, data);
  await page.keyboard.press('Control+c');
}

/** An item of a list as Word writes it. */
export function word(sign: string, words: string): string {
  return `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}</p>`;
}
