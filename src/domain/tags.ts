// Keywords and mentions of a document (rules B9, C17).

import type { Refusal } from './refusals.ts';
import { lineOf } from './text.ts';

export const TAG_TYPES = ['mention', 'keyword'] as const;
export type TagType = (typeof TAG_TYPES)[number];

/**
 * A label; `userId` is set when a mention was picked from people, which gives that person read
 * access (rule B9).
 */
export type Tag = { readonly title: string; readonly type: TagType; readonly userId: number | null };

export const TAG_MAX_LENGTH = 50;
export const TAGS_MAX = 20;

/** One line in lower case, with single spaces between words. */
export function normalizeTag(text: string): string {
  return lineOf(text).replace(/\s+/g, ' ').toLocaleLowerCase('pt-BR');
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
