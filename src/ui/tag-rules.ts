import { foldLetters } from './match-letters.ts';

/** A keyword, or a mention of a person written with @. */
export type TagValue = { title: string; type: 'keyword' | 'mention' };

/** What became of a text that was to be tags: the new list, and what was added or refused. */
export type TagOutcome = { tags: TagValue[]; added: TagValue[]; refused: 'duplicate' | 'full' | null };

/** Limits and known names: `max` tags of `maxLength` characters; `mentions` are canonical names. */
export type TagRules = { max: number; maxLength: number; mentions: readonly string[] };

/**
 * Adds the comma-separated pieces of `text`. Keywords are lower-cased; a mention that names a known person takes the
 * canonical name. Duplicates are tested per type (decisions C14, C17).
 */
export function addTags({ tags, text, rules }: { tags: TagValue[]; text: string; rules: TagRules }): TagOutcome {
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

/** How a tag is typed again, for editing. */
export function tagText({ title, type }: TagValue): string {
  return type === 'mention' ? `@${title}` : title;
}

function readTag(piece: string, { maxLength, mentions }: TagRules): TagValue | null {
  const text = piece.normalize('NFC').replace(/\s+/g, ' ').trim();
  const isMention = text.startsWith('@');
  const bare = (isMention ? text.slice(1).trim() : text).slice(0, maxLength).trim();
  if (!bare) return null;
  if (!isMention) return { title: bare.toLowerCase(), type: 'keyword' };
  const known = mentions.find((name) => foldLetters(name) === foldLetters(bare));
  return { title: known ?? bare.toLowerCase(), type: 'mention' };
}

function sameTitle(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
