import { expect, test, vi } from 'vitest';
import type { Mirror } from '#mirror/store/schema.ts';
import { createClock } from '../../test/fakes/clock.ts';
import { createLocks } from '../../test/fakes/locks.ts';
import { listenLive, type OpenStream } from './live.ts';

function scene() {
  const clock = createClock(0);
  const locks = createLocks();
  const streams: { url: string; more: () => void; lost: () => void; closed: boolean }[] = [];
  const openStream: OpenStream = (url, on) => {
    const stream = { url, ...on, closed: false };
    streams.push(stream);
    return { close: () => void (stream.closed = true) };
  };
  const tab = (name: string) => {
    const onMore = vi.fn<() => void>();
    const runtime = {
      locks: locks.of(name),
      setTimer: clock.setTimer,
      random: () => 0,
      baseUrl: '',
      mirror: { name: 'malote-1' } as Mirror,
    };
    return { onMore, ...listenLive({ runtime, openStream, onMore }) };
  };
  return { clock, locks, streams, tab };
}

test('one stream is open per device, and the next tab takes over when its holder closes', async () => {
  const { streams, tab } = scene();
  const first = tab('first');
  const second = tab('second');
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.more();
  expect([first.onMore.mock.calls.length, second.onMore.mock.calls.length]).toEqual([1, 0]);
  first.stop();
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  expect(streams[0]?.closed).toBe(true);
  streams[1]?.more();
  expect(second.onMore).toHaveBeenCalledTimes(1);
  second.stop();
});

test('a stream that gave up is opened again after a pause', async () => {
  const { clock, streams, tab } = scene();
  const first = tab('first');
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.lost();
  clock.advance(1_999);
  expect(streams).toHaveLength(1);
  clock.advance(1);
  expect(streams).toHaveLength(2);
  first.stop();
});

test('a tab that stopped while it waited never opens one', async () => {
  const { locks, streams, tab } = scene();
  const first = tab('first');
  const second = tab('second');
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  second.stop();
  first.stop();
  await vi.waitFor(() => expect(locks.held('live:malote-1')).toBe(0));
  expect(streams).toHaveLength(1);
});
