// Parts of a screen whose code could not be loaded.

import { lazyPart, missingParts } from '#ui/base/lazy-part.tsx';
import type { ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { until } from './harness/hand.ts';

const place = document.body.appendChild(document.createElement('div'));
let root: Root | null = null;
afterEach(() => root?.unmount());

const shows = (html: string) => until(() => expect(place.innerHTML).toBe(html));

function draw(Part: ComponentType) {
  root = createRoot(place);
  root.render(
    <>
      <p>Tela</p>
      <Part />
    </>,
  );
}

/** Fails as often as told and counts how often it is asked. */
function failing(times: number) {
  const network = { asked: 0 };
  const load = async () => {
    network.asked += 1;
    if (network.asked <= times) throw new Error('Failed to fetch dynamically imported module');
    return () => <p>Parte</p>;
  };
  return { network, load };
}

test('a helper of a screen whose file is gone draws nothing and says nothing, and the screen stays', async () => {
  const { load } = failing(Infinity);
  draw(lazyPart(load, { meanwhile: <p>Lendo</p>, isHelper: true }));
  await shows('<p>Tela</p>');
  expect(missingParts.current()).toHaveLength(0);
});

test('a part that could not be loaded is asked for again at the next press anywhere, and then it is there', async () => {
  const { load, network } = failing(2);
  draw(lazyPart(load, { meanwhile: <p>Lendo</p> }));
  await until(() => expect(missingParts.current()).toHaveLength(1));
  await shows('<p>Tela</p><p>Lendo</p>');
  place.click();
  await until(() => expect(network.asked).toBe(2));
  await until(() => expect(missingParts.current()).toHaveLength(1));
  place.click();
  await shows('<p>Tela</p><p>Parte</p>');
  await until(() => expect(missingParts.current()).toHaveLength(0));
});

test('it is asked for again by the bar, and when the network returns', async () => {
  const bar = failing(1);
  draw(lazyPart(bar.load));
  await until(() => expect(missingParts.current()).toHaveLength(1));
  missingParts.current()[0]?.();
  await shows('<p>Tela</p><p>Parte</p>');
  root?.unmount();
  draw(lazyPart(failing(1).load));
  await until(() => expect(missingParts.current()).toHaveLength(1));
  dispatchEvent(new Event('online'));
  await shows('<p>Tela</p><p>Parte</p>');
});

test('a part that is taken from the page before its code came is asked for anew when it is drawn again', async () => {
  const { load } = failing(1);
  const Part = lazyPart(load);
  draw(Part);
  await until(() => expect(missingParts.current()).toHaveLength(1));
  root?.unmount();
  expect(missingParts.current()).toHaveLength(0);
  draw(Part);
  await shows('<p>Tela</p><p>Parte</p>');
});
