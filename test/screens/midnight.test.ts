// A midnight passes while the application is open and offline. The day is the tenant's: its zone decides, wherever the
// device is.

import { dayAt } from '#domain/dates.ts';
import { expect, it } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildSession, PEOPLE, SECTORS } from '../builders/build-people.ts';
import { all, textOf } from './harness/accessible.ts';
import { find, seesText, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

/** The first instant of Friday 20/11/2026 in each zone. */
const MIDNIGHTS = [
  ['America/Noronha', '2026-11-20T02:00:00Z'],
  ['America/Sao_Paulo', '2026-11-20T03:00:00Z'],
  ['America/Manaus', '2026-11-20T04:00:00Z'],
  ['America/Rio_Branco', '2026-11-20T05:00:00Z'],
  ['UTC', '2026-11-20T00:00:00Z'],
  ['Asia/Tokyo', '2026-11-19T15:00:00Z'],
] as const;

const ours = { responsibles: [PEOPLE.ana], organizations: [SECTORS.works] };
const documents = [
  buildDocumentRow({ id: 1, number: 1, title: 'Vence dia 19', limit_date: '2026-11-19', ...ours }),
  buildDocumentRow({ id: 2, number: 2, title: 'Vence dia 20', limit_date: '2026-11-20', ...ours }),
];

/** Opens `path` a minute before midnight; `pass` lets it pass and wakes the page, as a phone does that is taken up. */
async function beforeMidnight(path: string, [zone, midnight]: readonly [string, string]) {
  let now = Date.parse(midnight) - 60_000;
  await visit(path, {
    session: { tenant: { ...buildSession().tenant, time_zone: zone } },
    role: 'Servidor',
    clock: () => now,
    fill: (mirror) => withDocuments(mirror, documents),
  });
  return {
    pass: () => {
      now += 60_000;
      expect(dayAt(now, zone)).toBe('2026-11-20');
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

const chips = (): string[] =>
  all('button')
    .filter((one) => one.hasAttribute('aria-pressed'))
    .map(textOf);
const groups = (): string[] => [...document.querySelectorAll('th[scope=rowgroup]')].map(textOf);
const week = async (): Promise<string[]> =>
  all('listitem', await find('region', /^Para hoje e esta semana/)).map((row) =>
    textOf(row).split(' ').slice(0, 5).join(' '),
  );

it.each(MIDNIGHTS)(
  'when the day changes in %s the chips and groups of the list follow without a reload',
  async (...at) => {
    const { pass } = await beforeMidnight('/admin/manage-documents?order_by_limit_date=asc', at);
    await until(() => expect(chips()).toEqual(['Atrasados 0', 'Hoje 1', 'Esta semana 2', '10 dias 2']));
    expect(groups()).toEqual(['Hoje 1', 'Até sábado, 21 de nov. 1']);
    pass();
    await until(() => expect(chips()).toEqual(['Atrasados 1', 'Hoje 1', 'Esta semana 1', '10 dias 1']));
    expect(groups()).toEqual(['Em atraso 1', 'Hoje 1']);
    expect(textOf(all('row').find((row) => textOf(row).includes('Vence dia 20')) ?? null)).toContain('vence hoje');
  },
);

it.each(MIDNIGHTS)(
  'when the day changes in %s the tiles and the week of the home follow without a reload',
  async (...at) => {
    const { pass } = await beforeMidnight('/admin/home', at);
    await find('link', /^0 Em atraso$/);
    await until(async () =>
      expect(await week()).toEqual([expect.stringMatching(/^Hoje 19\/11/), expect.stringMatching(/^Amanhã 20\/11/)]),
    );
    pass();
    await find('link', /^1 Em atraso$/);
    await until(async () =>
      expect(await week()).toEqual([
        expect.stringMatching(/^Venceu há 1 dia 19\/11/),
        expect.stringMatching(/^Hoje 20\/11/),
      ]),
    );
    await seesText('sexta-feira, 20 de novembro de 2026');
  },
);
