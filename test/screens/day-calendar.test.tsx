// "Hoje" in the calendar is the town hall's day, in whatever zone the device is.

import { DayCalendar } from '#ui/fields/day-calendar.tsx';
import { KitProvider } from '#ui/frame/provider.tsx';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOW_MS } from '../builders/moments.ts';
import { until } from './harness/hand.ts';
import { noteOpened } from './harness/opened.ts';

// At noon in UTC it is the 20th in almost every zone.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS }));
afterEach(() => void vi.useRealTimers());

const days = () =>
  [...document.querySelectorAll('[role=gridcell] [role=button]')].map((one) => one.getAttribute('aria-label') ?? '');
const marked = () => [...document.querySelectorAll('[role=gridcell] [data-today]')].map((one) => one.textContent);

test.each([
  ['2026-11-19', null, '19', 'Hoje, quinta-feira, 19 de novembro de 2026'],
  ['2026-11-20', null, '20', 'Hoje, sexta-feira, 20 de novembro de 2026'],
  ['2026-11-21', '2026-11-21', '21', 'Hoje, sábado, 21 de novembro de 2026 selecionado'],
])(
  'on the 20th of the device, %s is named and marked as today: the day of the town hall',
  async (today, value, day, named) => {
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    root.render(
      <KitProvider>
        <DayCalendar title="Data limite" value={value} onChange={() => undefined} today={today} />
      </KitProvider>,
    );
    noteOpened(() => {
      root.unmount();
      document.body.replaceChildren();
    });
    await until(() => expect(days().length).toBeGreaterThan(27));
    expect(days().filter((label) => label.includes('Hoje'))).toEqual([named]);
    expect(marked()).toEqual([day]);
  },
);
