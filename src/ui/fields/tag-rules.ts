import { foldLetters, matchLetters } from './match-letters.ts';

/**
 * A keyword, or a mention of a person written with @; `userId` only when the mention names a known
 * person.
 */
export type TagValue = {
  readonly title: string;
  readonly type: 'keyword' | 'mention';
  readonly userId: number | null;
};

/** A person who can be mentioned, by the canonical name. */
export type TagPerson = { readonly userId: number; readonly name: string };

/** The result of adding a text: the new list, and what was added or refused. */
export type TagOutcome = { tags: readonly TagValue[]; added: TagValue[]; refused: 'duplicate' | 'full' | null };

/** Limits and known names: `max` tags of `maxLength` characters; `people` can be mentioned. */
export type TagRules = { max: number; maxLength: number; people: readonly TagPerson[] };

/**
 * Adds the comma-separated pieces of `text`. Keywords are lower-cased; a mention that names a known
 * person takes the canonical name. Duplicates are tested per type (rules C14, C17).
 */
export function addTags(input: { tags: readonly TagValue[]; text: string; rules: TagRules }): TagOutcome {
  const { tags, text, rules } = input;
  const outcome: TagOutcome = { tags, added: [], refused: null };
  for (const piece of text.split(',')) {
    const tag = readTag(piece, rules);
    if (!tag) continue;
    if (outcome.tags.some((other) => other.type === tag.type && sameTitle(other.title, tag.title))) {
      outcome.refused = 'duplicate';
    } else if (outcome.tags.length >= rules.max) {
      outcome.refused = 'full';
    } else {
      outcome.tags = [...outcome.tags, tag];
      outcome.added.push(tag);
    }
  }
  return outcome;
}

/**
 * At most five people whom a text with @ may mean. Empty when the text is no mention or has no
 * letter yet.
 */
export function suggestPeople(text: string, people: readonly TagPerson[]): TagPerson[] {
  if (!text.startsWith('@')) return [];
  return people.filter((person) => matchLetters(person.name, text.slice(1))).slice(0, 5);
}

/** The text that a person types to get this tag again, for editing. */
export function tagText({ title, type }: TagValue): string {
  return type === 'mention' ? `@${title}` : title;
}

/**
 * Characters that no font shows. Joiners and the selectors of emoji are allowed between others;
 * alone they are no tag.
 */
const UNSEEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f|\s)[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu;
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;

function readTag(piece: string, { maxLength, people }: TagRules): TagValue | null {
  const text = piece.normalize('NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  const isMention = text.startsWith('@');
  const bare = (isMention ? text.slice(1).trim() : text).slice(0, maxLength).trim();
  if (!SEEN.test(bare)) return null;
  if (!isMention) return { title: bare.toLowerCase(), type: 'keyword', userId: null };
  const known = people.find((person) => foldLetters(person.name) === foldLetters(bare));
  return { title: known?.name ?? bare.toLowerCase(), type: 'mention', userId: known?.userId ?? null };
}

function sameTitle(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
