import { expect, test } from 'vitest';
import { actSentence, actText } from '../document/view-document.ts';

const person = { id: 1, name: 'Caio', last_name: 'Rezende Porto', organization: null };
const sector = { id: 2, name: 'Trânsito', acronym: 'SEMTRAN' };
const nothing = { responsibles: [], organizations: [], limitDate: null };

test.each([
  [
    'transfer',
    { ...nothing, responsibles: [person], organizations: [sector] },
    'transferiu para SEMTRAN · Caio Rezende Porto',
  ],
  ['transfer', { ...nothing, responsibles: [person] }, 'transferiu para Caio Rezende Porto'],
  ['extension', { ...nothing, limitDate: '2026-11-30' }, 'prorrogou o prazo até 30/11/2026'],
  ['reopening', { ...nothing, limitDate: '2026-11-30' }, 'reabriu o documento · prazo até 30/11/2026'],
  ['completion', nothing, 'finalizou o documento'],
] as const)('an act on paper keeps the separators of the screen: %s', (kind, parts, text) => {
  expect(actText(actSentence(kind, parts))).toBe(text);
});
