import { expect, it } from 'vitest';
import { judgeTags, normalizeTag, TAG_MAX_LENGTH, TAGS_MAX, type Tag } from './tags.ts';

const keyword = (title: string): Tag => ({ title, type: 'keyword', userId: null });
const many = (count: number) => Array.from({ length: count }, (_none, at) => keyword(`marca ${at}`));
const codes = (...tags: Tag[]) => judgeTags(tags).map((one) => `${one.field}: ${one.code}`);

it('is one line in lower case, with single spaces', () => {
  expect(normalizeTag('  Obras \t DO  Centro ')).toBe('obras do centro');
});

it('names what is wrong', () => {
  expect(codes(...many(TAGS_MAX))).toEqual([]);
  expect(codes(...many(TAGS_MAX + 1))).toEqual(['tags: too_many_tags']);
  expect(codes(keyword('obras'), keyword(' '))).toEqual(['tags: required']);
  expect(codes(keyword('obras'), keyword('x'.repeat(TAG_MAX_LENGTH)))).toEqual([]);
  expect(codes(keyword('obras'), keyword('x'.repeat(TAG_MAX_LENGTH + 1)))).toEqual(['tags: tag_too_long']);
  expect(codes(keyword('obras'), keyword('Obras'))).toEqual(['tags: tag_duplicate']);
  expect(codes(keyword('obras'), { ...keyword('obras'), type: 'mention' })).toEqual([]);
});
