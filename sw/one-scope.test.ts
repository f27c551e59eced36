import { expect, it } from 'vitest';
import { refuseSecondScope } from './take-over.ts';

it('a worker for the whole application runs', () => {
  expect(() => refuseSecondScope({ scope: 'https://malote.example/' })).not.toThrow();
});

it.each(['https://malote.example/admin/', 'https://malote.example/admin', 'https://malote.example/sw.js'])(
  'a worker for %s alone does not',
  (scope) => {
    expect(() => refuseSecondScope({ scope })).toThrow('one worker serves the whole application');
  },
);
