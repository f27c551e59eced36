// Days that are copied from the calendar of the year before.

import type { Mirror } from '#mirror/store/schema.ts';
import { expect, test } from 'vitest';
import { find, press, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';

const holiday = (id: number, day: string, name: string) => ({
  id,
  mark: null,
  rev: 1,
  day,
  name,
  kind: 'municipal' as const,
  exempt_organization_ids: [],
});

const lastYear = (mirror: Mirror) =>
  mirror.holidays.bulkPut([holiday(1, '2025-03-19', 'São José'), holiday(2, '2025-06-24', 'São João')]);

async function pressEnabled(name: string): Promise<void> {
  const button = await find('button', name);
  await until(() => expect(button.hasAttribute('disabled')).toBe(false));
  button.click();
}

test('copied days that the device could not store are told and stay, and those before them count', async () => {
  const { mirror } = await visit('/admin/calendar', { session: { rev: 1 }, fill: lastYear });
  let stored = 0;
  const refuseSecond = () => {
    stored += 1;
    if (stored > 1) throw new DOMException('full', 'QuotaExceededError');
  };
  await pressEnabled('Copiar de 2025');
  await seesText('2 dias vieram de 2025');
  mirror.commands.hook('creating').subscribe(refuseSecond);
  await press('button', 'Conferi, vale para 2026');
  await seesText('Não foi possível guardar neste aparelho. Nada foi enviado. Libere espaço e tente de novo.');
  await seesText('Dia incluído no calendário');
  await seesText('1 dia veio de 2025');
  mirror.commands.hook('creating').unsubscribe(refuseSecond);
  await pressEnabled('Conferi, vale para 2026');
  await until(async () => expect((await mirror.commands.toArray()).map(({ type }) => type)).toHaveLength(2));
});
