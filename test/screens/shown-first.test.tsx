// A choice that is shown before it is told (S109).

import { useInTurns, useShownFirst } from '#ui/base/after-paint.ts';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { until } from './harness/hand.ts';
import { noteOpened } from './harness/opened.ts';

/**
 * `log`: what was drawn and told, in turn. `follow` sets the value from outside; `tells`: whether
 * it follows what was told.
 */
function open({ tells = true } = {}) {
  const log: string[] = [];
  const hand: { choose?: (next: string) => void; follow?: (value: string) => void } = {};
  function Choice() {
    const [value, setValue] = useState('a');
    const [shown, choose] = useShownFirst(value, (next) => {
      log.push(`told ${next}`);
      if (tells) setValue(next);
    });
    useEffect(() => void Object.assign(hand, { choose, follow: setValue }), [choose]);
    return <p>{shown}</p>;
  }
  const watch = new MutationObserver(() => log.push(`shown ${document.body.textContent}`));
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  noteOpened(() => {
    watch.disconnect();
    root.unmount();
    document.body.replaceChildren();
  });
  root.render(<Choice />);
  return {
    log,
    choose: (next: string) => hand.choose?.(next),
    follow: (value: string) => hand.follow?.(value),
    /** Waits for the first drawing, and follows what is shown from there on. */
    async ready() {
      await until(() => expect(hand.choose).toBeDefined());
      watch.observe(document.body, { subtree: true, characterData: true, childList: true });
    },
  };
}

it('a choice is shown, then told, and nothing else is shown in between or afterwards', async () => {
  const choice = open();
  await choice.ready();
  choice.choose('b');
  await until(() => expect(choice.log).toContain('told b'));
  expect(choice.log).toEqual(['shown b', 'told b']);
});

it('of two choices before a paint only the last one is told', async () => {
  const choice = open();
  await choice.ready();
  choice.choose('b');
  choice.choose('c');
  await until(() => expect(choice.log).toContain('told c'));
  expect(choice.log).not.toContain('told b');
});

it('a value that comes from elsewhere takes the place of what was chosen, also when it is the one from before', async () => {
  const choice = open();
  await choice.ready();
  choice.choose('b');
  await until(() => expect(choice.log).toContain('told b'));
  choice.follow('a');
  await until(() => expect(document.body.textContent).toBe('a'));
});

it('a choice is told although another value came in the meantime', async () => {
  const choice = open({ tells: false });
  await choice.ready();
  choice.choose('b');
  choice.follow('c');
  await until(() => expect(choice.log).toContain('told b'));
  expect(document.body.textContent).toBe('c');
});

it('the parts of a screen come one after the other, from the moment on when the first is there', async () => {
  const log: number[] = [];
  const hand: { begin?: () => void } = {};
  function Screen() {
    const [isBegun, setBegun] = useState(false);
    const drawn = useInTurns(isBegun, 2);
    useEffect(() => {
      hand.begin = () => setBegun(true);
      log.push(isBegun ? drawn : -1);
    }, [isBegun, drawn]);
    return null;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  noteOpened(() => root.unmount());
  root.render(<Screen />);
  await until(() => expect(log).toEqual([-1]));
  hand.begin?.();
  await until(() => expect(log).toEqual([-1, 0, 1, 2]));
});
