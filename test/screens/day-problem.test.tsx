// A form that may not be sent because of a typed day may be sent once that day is gone, however it
// went.

import { DateField } from '#ui/fields/date-field.tsx';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { fill, find, key, field, press, seesText, until } from './harness/hand.ts';
import { show } from './harness/show.tsx';
import { openTown } from './harness/town.ts';

function Form() {
  const [day, setDay] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(true);
  const [hasProblem, setProblem] = useState(false);
  return (
    <>
      {isAsked ? (
        <DateField
          label="Data limite"
          value={day}
          onChange={setDay}
          today="2026-11-20"
          onProblem={(problem) => setProblem(problem !== null)}
        />
      ) : null}
      <button type="button" onClick={() => setDay('2026-12-01')}>
        Desfazer
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        Sem data
      </button>
      <button type="button" disabled={hasProblem}>
        Enviar
      </button>
    </>
  );
}

const canSend = async () => !(await find('button', 'Enviar')).hasAttribute('disabled');

it.each(['Desfazer', 'Sem data'])('%s takes the problem of a typed day away', async (way) => {
  await show(await openTown('Servidor'), () => <Form />);
  await fill('Data limite', '31/02/2027');
  key(await field('Data limite'), 'Enter');
  await seesText('Escreva o dia como dd/mm/aaaa.');
  await until(async () => expect(await canSend()).toBe(false));
  await press('button', way);
  await until(async () => expect(await canSend()).toBe(true));
});
