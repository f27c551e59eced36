import { describe, expect, it } from 'vitest';
import { judgeCandidates, type Candidate } from './decide-respond.ts';

const WORKS = 70;
const TRAFFIC = 71;
const bruna: Candidate = { id: 7, active: true, organizationId: WORKS };
const inactive: Candidate = { ...bruna, active: false };
const unplaced: Candidate = { ...bruna, organizationId: null };

describe('people a document may go to (rules B12, C8, J3)', () => {
  it.each<[string, (Candidate | null)[], number[], string[]]>([
    ['nobody asked for is no fault', [], [WORKS], []],
    ['an active person is one, where no sector was chosen', [bruna], [], []],
    ['an active person of a chosen sector is one', [bruna], [TRAFFIC, WORKS], []],
    ['a person without a sector is one, where no sector was chosen', [unplaced], [], []],
    ['a person without a sector is none of a chosen sector', [unplaced], [WORKS], ['responsible_elsewhere']],
    ['a person of another sector is none', [bruna], [TRAFFIC], ['responsible_elsewhere']],
    ['an inactive person is none, also of the chosen sector', [inactive], [WORKS], ['responsible_inactive']],
    ['an inactive person of another sector is refused as inactive', [inactive], [TRAFFIC], ['responsible_inactive']],
    ['an id that the tenant does not have is none', [null], [], ['responsible_unknown']],
    [
      'each is judged by itself, in the order asked for',
      [null, bruna, inactive, unplaced],
      [WORKS],
      ['responsible_unknown', 'responsible_inactive', 'responsible_elsewhere'],
    ],
  ])('%s', (_name, candidates, organizationIds, codes) => {
    const field = 'responsible_ids';
    expect(judgeCandidates(candidates, { field, organizationIds })).toEqual(codes.map((code) => ({ code, field })));
  });
});
