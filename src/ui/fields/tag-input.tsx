import { foldLetters, matchLetters } from './match-letters.ts';
import { X } from 'lucide-react';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { FieldHelp, FieldLabel, type FieldProps, fieldClass } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import { announce } from '../base/visually-hidden.tsx';
import { MarkedText } from './option-row.tsx';
import styles from './tag-input.module.css';

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
type TagPerson = { readonly userId: number; readonly name: string };

/** The result of adding a text: the new list, and what was added or refused. */
type TagOutcome = { tags: readonly TagValue[]; added: TagValue[]; refused: 'duplicate' | 'full' | null };

/** Limits and known names: `max` tags of `maxLength` characters; `people` can be mentioned. */
type TagRules = { max: number; maxLength: number; people: readonly TagPerson[] };

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
 * Characters that no font shows. Joiners and the selectors of emoji are allowed between other
 * characters; alone they make no tag.
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

/** Props of `TagInput`; `people` can be mentioned with @ and are suggested while typing. */
type TagInputProps = FieldProps & {
  value: readonly TagValue[];
  onChange: (tags: readonly TagValue[]) => void;
  people?: readonly TagPerson[] | undefined;
  placeholder?: string | undefined;
  max?: number | undefined;
  maxLength?: number | undefined;
};

/**
 * Keywords and mentions: a comma or Enter adds, Backspace in the empty field takes the last one
 * back for editing.
 */
export function TagInput(props: TagInputProps) {
  const { label, description, error, isOptional, isLabelHidden, size, id, name, isDisabled } = props;
  const { value: tags, onChange, people = [], placeholder, max = 20, maxLength = 50 } = props;
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);

  function add(piece: string) {
    const outcome = addTags({ tags, text: piece, rules: { max, maxLength, people } });
    if (outcome.added.length > 0) onChange(outcome.tags);
    announceOutcome(outcome.added, outcome.refused);
    return outcome;
  }

  // Android keyboards send no usable keydown for the comma, so it is read from the text itself.
  function type(next: string) {
    if (!next.includes(',')) return setText(next.slice(0, maxLength + 1));
    setText(add(next).refused === 'full' ? next.replaceAll(',', ' ').trim() : '');
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault();
      if (add(text).refused !== 'full') setText('');
    }
    const last = tags.at(-1);
    if (event.key === 'Backspace' && text === '' && last) {
      event.preventDefault();
      onChange(tags.slice(0, -1));
      setText(tagText(last));
      announce(`${nameOf(last)} em edição`);
    }
  }

  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text').replace(/[\n;\t]+/g, ',');
    if (!pasted.includes(',')) return;
    event.preventDefault();
    add(text + pasted);
    setText('');
  }

  // The focus may leave the field from a button of a tag or from a suggestion, not only from the
  // text.
  function leave(event: FocusEvent) {
    const isStaying = event.currentTarget.closest('[data-tag-field]')?.contains(event.relatedTarget);
    if (!isStaying && text.trim() && add(text).refused !== 'full') setText('');
  }

  function remove(tag: TagValue) {
    onChange(tags.filter((other) => other !== tag));
    announce(`${nameOf(tag)} removida`);
    input.current?.focus();
  }

  return (
    <TextField
      {...defined({ id, name, isDisabled })}
      value={text}
      onChange={type}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      data-tag-field
      className={fieldClass(size)}
    >
      <FieldLabel label={label} isOptional={isOptional} isLabelHidden={isLabelHidden} />
      <div
        className={classNames(fieldStyles.box, fieldStyles.frame, styles.frame)}
        data-invalid={error ? true : undefined}
        data-disabled={isDisabled || undefined}
        onBlur={leave}
      >
        {tags.map((tag) => (
          <span key={tagText(tag)} className={styles.tag}>
            {tag.type === 'mention' ? <span>{'@ '}</span> : null}
            <span>{tag.title}</span>
            <Button
              slot={null}
              aria-label={`Remover ${tag.title}`}
              {...defined({ isDisabled })}
              onPress={() => remove(tag)}
              className={styles.remove ?? ''}
            >
              <X size={14} strokeWidth={2} aria-hidden />
            </Button>
          </span>
        ))}
        <Input
          ref={input}
          {...defined({ placeholder: tags.length < max ? placeholder : undefined })}
          className={classNames(fieldStyles.bare, styles.input)}
          onKeyDown={press}
          onPaste={paste}
          autoComplete="off"
          enterKeyHint="done"
        />
      </div>
      <Suggestions
        text={text}
        people={people}
        onLeave={leave}
        onPick={(person) => {
          if (add(`@${person}`).refused !== 'full') setText('');
          input.current?.focus();
        }}
      />
      <FieldHelp description={description ?? `Vírgula ou Enter separa. ${tags.length} de ${max}.`} error={error} />
    </TextField>
  );
}

/**
 * The people that match a mention while it is typed: plain buttons below the field, reachable with
 * Tab.
 */
function Suggestions(props: {
  text: string;
  people: readonly TagPerson[];
  onLeave: (event: FocusEvent) => void;
  onPick: (name: string) => void;
}) {
  const { text, people, onLeave, onPick } = props;
  const found = suggestPeople(text, people);
  if (found.length === 0) return null;
  return (
    <ul aria-label="Pessoas com esse nome" className={styles.suggestions}>
      {found.map(({ userId, name }) => (
        <li key={userId}>
          <Button slot={null} onPress={() => onPick(name)} onBlur={onLeave} className={styles.suggestion ?? ''}>
            @ <MarkedText text={name} query={text.slice(1)} />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ title, type }: TagValue): string {
  return `${type === 'mention' ? 'Menção' : 'Palavra-chave'} ${title}`;
}

function announceOutcome(added: TagValue[], refused: 'duplicate' | 'full' | null): void {
  const parts = added.map((tag) => `${nameOf(tag)} adicionada`);
  if (refused === 'duplicate') parts.push('Já estava na lista');
  if (refused === 'full') parts.push('A lista está cheia');
  if (parts.length > 0) announce(parts.join('. '));
}
