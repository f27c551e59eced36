import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button, Input, TextField } from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { FieldHelp, FieldLabel, type FieldProps, fieldClass } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import { announce } from '../base/live-region.tsx';
import { MarkedText } from './marked-text.tsx';
import styles from './tag-input.module.css';
import { addTags, suggestPeople, type TagPerson, type TagValue, tagText } from './tag-rules.ts';

/** Props of `TagInput`; `people` can be mentioned with @ and are suggested while typing. */
export type TagInputProps = FieldProps & {
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
          onBlur={(event) => {
            const isStaying = event.currentTarget.closest('[data-tag-field]')?.contains(event.relatedTarget);
            if (!isStaying && text.trim() && add(text).refused !== 'full') setText('');
          }}
          autoComplete="off"
          enterKeyHint="done"
        />
      </div>
      <Suggestions
        text={text}
        people={people}
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
function Suggestions(props: { text: string; people: readonly TagPerson[]; onPick: (name: string) => void }) {
  const { text, people, onPick } = props;
  const found = suggestPeople(text, people);
  if (found.length === 0) return null;
  return (
    <ul aria-label="Pessoas com esse nome" className={styles.suggestions}>
      {found.map(({ userId, name }) => (
        <li key={userId}>
          <Button slot={null} onPress={() => onPick(name)} className={styles.suggestion ?? ''}>
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
