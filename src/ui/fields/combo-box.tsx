import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import {
  Button,
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
  Group,
  Input,
  type InputProps,
  ListBox,
  Popover,
} from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { FieldHelp, FieldLabel, type FieldProps, fieldClass } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import type { IconType } from '../base/icon.ts';
import listStyles from '../overlays/list.module.css';
import { foldLetters, matchLetters } from './match-letters.ts';
import { type ListOption, NoOption, OptionRow } from './option-row.tsx';
import styles from './combo-box.module.css';

/** Props of `ComboBox`. `lead` draws what stands before an option, such as an Avatar of 32. */
export type ComboBoxProps = FieldProps & {
  options: ListOption[];
  value: string | null;
  onChange: (id: string | null) => void;
  placeholder?: string | undefined;
  icon?: IconType | undefined;
  lead?: ((option: ListOption) => ReactNode) | undefined;
  /** Has the focus and its list open from the beginning: for a form that begins with this one choice. */
  startsOpen?: boolean | undefined;
  /**
   * The list is lower than elsewhere, so that in a dialog it fits below the field: for a form that says above the field what is
   * chosen for.
   */
  isListLow?: boolean | undefined;
};

/**
 * A field to choose one option of a long list by typing; case and accents don't matter. When the field is left, a text that
 * names no option is cleared, and one that names an option in other letters becomes its canonical text (rule C14).
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, description, error, isOptional, isLabelHidden, size, placeholder, icon: Icon, lead } = props;
  const { id, name, isRequired, isDisabled, value, options, startsOpen = false, isListLow = false } = props;
  const { text, query, shown, choose, type, settle } = useChoice(props);

  function chooseOnly(event: KeyboardEvent) {
    const [only, ...others] = shown.filter((option) => !option.isDisabled);
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && query && only && others.length === 0)
      choose(only.id);
  }

  return (
    <AriaComboBox
      {...defined({ id, name, isRequired, isDisabled })}
      items={shown}
      value={value}
      onChange={(key) => {
        if (key !== null) choose(String(key));
      }}
      inputValue={text}
      onInputChange={type}
      onBlur={settle}
      allowsCustomValue
      allowsEmptyCollection
      formValue="key"
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={fieldClass(size)}
    >
      <FieldLabel label={label} isOptional={isOptional} isLabelHidden={isLabelHidden} />
      <Group className={classNames(fieldStyles.box, fieldStyles.frame, fieldStyles.opened)}>
        {Icon ? <Icon size={20} strokeWidth={1.75} aria-hidden /> : null}
        <PressedInput
          {...defined({ placeholder })}
          className={fieldStyles.bare ?? ''}
          onKeyDown={chooseOnly}
          autoComplete="off"
          spellCheck="false"
          startsOpen={startsOpen && options.length > 0}
        />
        <Button className={classNames(fieldStyles.open, styles.open)}>
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden />
        </Button>
      </Group>
      <FieldHelp description={description} error={error} />
      <Popover className={listStyles.popover ?? ''} offset={6}>
        <ListBox<ListOption>
          className={classNames(listStyles.list, isListLow && styles.low)}
          dependencies={[query, lead, options]}
          renderEmptyState={() => <NoOption options={options} />}
        >
          {(option) => <OptionRow option={option} query={query} lead={lead?.(option)} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

/** The input of the combo box; a press on it opens the list too. The focus alone does not, so that Tab passes quietly. */
function PressedInput({ startsOpen, ...props }: InputProps & { startsOpen: boolean }) {
  const state = useContext(ComboBoxStateContext);
  const isOver = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOver.current || !startsOpen || state === null) return;
    isOver.current = true;
    input.current?.focus();
    state.open(null, 'manual');
  }, [startsOpen, state]);
  return (
    <Input
      {...props}
      ref={input}
      onClick={() => {
        // Where the foot of a form covers a part of the field, the browser scrolls at the first letter, and an open list
        // closes when the page scrolls. So the page scrolls first; it announces that before the next frame.
        input.current?.scrollIntoView({ block: 'nearest' });
        requestAnimationFrame(() => state?.open(null, 'manual'));
      }}
    />
  );
}

/** Keeps the typed text beside the chosen id and reconciles the two when the field is left. */
function useChoice({ options, value, onChange }: ComboBoxProps) {
  const chosenText = options.find((option) => option.id === value)?.text ?? '';
  const [text, setText] = useState(chosenText);
  const [followed, setFollowed] = useState({ value, chosenText });
  if (followed.value !== value || followed.chosenText !== chosenText) {
    setFollowed({ value, chosenText });
    if (value !== null) setText(chosenText);
    else if (text === followed.chosenText) setText('');
  }
  const query = text === chosenText ? '' : text;
  const shown = query.trim()
    ? options.filter((option) => matchLetters(option.text, query) ?? matchLetters(option.search ?? '', query))
    : options;

  function choose(id: string) {
    setText(options.find((option) => option.id === id)?.text ?? '');
    if (id !== value) onChange(id);
  }

  function type(next: string) {
    setText(next);
    if (next === '' && value !== null) onChange(null);
  }

  function settle() {
    if (text === chosenText) return;
    const named = options.find((option) => !option.isDisabled && foldLetters(option.text) === foldLetters(text.trim()));
    if (named) return choose(named.id);
    setText('');
    if (value !== null) onChange(null);
  }

  return { text, query, shown, choose, type, settle };
}
