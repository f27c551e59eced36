import { afterEach, expect, test, vi } from 'vitest';
import { deviceStorage, tabStorage } from './web-storage.ts';

afterEach(() => vi.unstubAllGlobals());

const forbidden = (name: string) =>
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });

test.each([
  ['localStorage', deviceStorage],
  ['sessionStorage', tabStorage],
] as const)('where %s is forbidden a value lives as long as the page', (name, storage) => {
  forbidden(name);
  try {
    expect(storage.get('a')).toBeNull();
    expect(storage.set('a', '1')).toBe(false);
    expect(storage.get('a')).toBe('1');
    storage.remove('a');
    expect(storage.get('a')).toBeNull();
  } finally {
    Reflect.deleteProperty(globalThis, name);
  }
});

test('a full storage says so and keeps the old value', () => {
  const kept = new Map([['a', 'old']]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: (name: string) => kept.delete(name),
  });
  expect(deviceStorage.set('a', 'new')).toBe(false);
  expect(deviceStorage.get('a')).toBe('old');
  deviceStorage.remove('a');
  expect(deviceStorage.get('a')).toBeNull();
});
