// Keywords and mentions of a document (rules B9, C17).

import type { Refusal } from './refusals.ts';
import { lineOf } from './text.ts';

export const TAG_TYPES = ['mention', 'keyword'] as const;
export type TagType = (typeof TAG_TYPES)[number];

/** A label; `userId` is set when a mention was picked from people, which gives that person read access (rule B9). */
export type Tag = { readonly title: string; readonly type: TagType; readonly userId: number | null };

export const TAG_MAX_LENGTH = 50;
export const TAGS_MAX = 20;

/** One line in lower case, with single spaces between words. */
export function normalizeTag(text: string): string {
  return lineOf(text).replace(/\s+/g, ' ').toLocaleLowerCase('pt-BR');
}

/** Adds what was typed or pasted, split at commas, without empty tags and without duplicates of the same type. */
export function addTags(tags: readonly Tag[], typed: { text: string; type: TagType }): readonly Tag[] {
  const result = [...tags];
  for (const part of typed.text.split(',')) {
    const title = normalizeTag(part).slice(0, TAG_MAX_LENGTH);
    const known = result.some((tag) => tag.type === typed.type && tag.title === title);
    if (title !== '' && !known && result.length < TAGS_MAX) result.push({ title, type: typed.type, userId: null });
  }
  return result;
}

/** What is wrong with the tags of a request; the field is `tags`. */
export function judgeTags(tags: readonly Tag[]): Refusal[] {
  if (tags.length > TAGS_MAX) return [{ code: 'too_many_tags', field: 'tags' }];
  const refusals: Refusal[] = [];
  if (tags.some((tag) => normalizeTag(tag.title) === '')) refusals.push({ code: 'required', field: 'tags' });
  if (tags.some((tag) => tag.title.length > TAG_MAX_LENGTH)) refusals.push({ code: 'tag_too_long', field: 'tags' });
  const seen = new Set(tags.map((tag) => `${tag.type}:${normalizeTag(tag.title)}`));
  if (seen.size < tags.length) refusals.push({ code: 'tag_duplicate', field: 'tags' });
  return refusals;
}
