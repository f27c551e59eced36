import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addTags, suggestPeople, type TagValue, tagText } from './tag-input.tsx';

const rules = { max: 20, maxLength: 50, people: [{ userId: 7, name: 'Ícaro Vilela' }] };
const keyword = (title: string): TagValue => ({ title, type: 'keyword', userId: null });

it('a pasted list of keywords is split, trimmed and lower-cased', () => {
  expect(addTags({ tags: [], text: ' Drenagem,chuva ,, Obra ', rules }).tags).toEqual(
    ['drenagem', 'chuva', 'obra'].map(keyword),
  );
});

it('invisible characters are dropped from tags, and a tag of nothing else is refused', () => {
  const { tags } = addTags({ tags: [], text: 'chu\u200bva,\u2800\u3164,\u200d\ufe0f,@\u202e, 👩\u200d🏫', rules });
  expect(tags.map((tag) => tag.title)).toEqual(['chuva', '👩\u200d🏫']);
});

it('a duplicate tag is refused only within its type', () => {
  const tags = [keyword('icaro vilela')];
  const outcome = addTags({ tags, text: 'Icaro Vilela,@icaro vilela', rules });
  expect(outcome.refused).toBe('duplicate');
  expect(outcome.added).toEqual([{ title: 'Ícaro Vilela', type: 'mention', userId: 7 }]);
});

it('people are suggested only for a mention with letters', () => {
  expect(suggestPeople('@ica', rules.people)).toEqual(rules.people);
  expect(suggestPeople('ica', rules.people)).toEqual([]);
  expect(suggestPeople('@', rules.people)).toEqual([]);
});

it('no tag is added after the twentieth', () => {
  const text = Array.from({ length: 25 }, (_, n) => `t${n}`).join(',');
  const outcome = addTags({ tags: [], text, rules });
  expect(outcome.tags).toHaveLength(20);
  expect(outcome.refused).toBe('full');
});

it('tags are never empty or too long, and adding a tag again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { tags } = addTags({ tags: [], text, rules });
      for (const tag of tags) {
        expect(tag.title.trim()).toBe(tag.title);
        expect(tag.title.length).toBeGreaterThan(0);
      }
      const again = tags.map(tagText).join(',');
      expect(addTags({ tags, text: again, rules }).added.filter((tag) => tag.type === 'keyword')).toEqual([]);
    }),
  );
});
