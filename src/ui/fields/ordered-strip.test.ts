import { expect, it } from 'vitest';
import { reordered } from './ordered-strip.tsx';

it.each([
  { what: 'before the first', moved: 'c', to: 'a', isAfter: false, order: 'c a b d' },
  { what: 'after the last', moved: 'b', to: 'd', isAfter: true, order: 'a c d b' },
  { what: 'between two', moved: 'd', to: 'b', isAfter: false, order: 'a d b c' },
  { what: 'to where it stands already', moved: 'b', to: 'a', isAfter: true, order: 'a b c d' },
  { what: 'before itself', moved: 'c', to: 'c', isAfter: false, order: 'a b c d' },
  { what: 'after itself', moved: 'c', to: 'c', isAfter: true, order: 'a b c d' },
])('an item dropped $what gives $order', ({ moved, to, isAfter, order }) => {
  expect(reordered(['a', 'b', 'c', 'd'], { moved: [moved], to, isAfter }).join(' ')).toBe(order);
});
