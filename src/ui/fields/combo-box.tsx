import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  Button,
  ComboBox as AriaComboBox,
  Collection,
  ComboBoxStateContext,
  Group,
  Header,
  Input,
  type InputProps,
  ListBox,
  ListBoxSection,
  Popover,
  PopoverContext,
  useSlottedContext,
} from 'react-aria-components';
import { classNames } from '../base/class-names.ts';
import { defined } from '../base/defined.ts';
import { FieldHelp, FieldLabel, type FieldProps, fieldClass } from './field-parts.tsx';
import fieldStyles from './field.module.css';
import type { IconType } from '../base/icon.ts';
import listStyles from '../overlays/list.module.css';
import { foldLetters, isFound } from './match-letters.ts';
import { type ListOption, NoOption, OptionRow } from './option-row.tsx';
import styles from './combo-box.module.css';

/** Props of `ComboBox`. `lead` draws something before an option, such as an Avatar of 32. */
export type ComboBoxProps = FieldProps & {
  options: ListOption[];
  value: string | null;
  onChange: (id: string | null) => void;
  placeholder?: string | undefined;
  icon?: IconType | undefined;
  lead?: ((option: ListOption) => ReactNode) | undefined;
  /**
   * Ids of options that were chosen before: they stand above the others, in this order, under a
   * heading of their own.
   */
  usedBefore?: readonly string[] | undefined;
  /**
   * The field has the focus and its list open from the beginning: for a form that begins with this
   * one choice.
   */
  startsOpen?: boolean | undefined;
  /**
   * Makes the list lower, so that in a dialog it fits below the field and covers nothing above it.
   */
  isListLow?: boolean | undefined;
};

/**
 * A field to choose one option of a long list by typing; case and accents don't matter. Typing into
 * a filled field replaces the text there. When the field is left, a text that names an option in
 * other letters becomes its canonical text (rule C14), and a text that names none is replaced by
 * the last choice. An emptied field has no choice.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, description, error, isOptional, isLabelHidden, size, placeholder, icon: Icon, lead } = props;
  const { id, name, isRequired, isDisabled, value, options, startsOpen = false, isListLow = false } = props;
  const { text, query, shown, choose, type, settle, restore } = useChoice(props);
  const parts = partsOf(shown, { usedBefore: props.usedBefore ?? [], isSearched: query.trim() !== '' });
  const isTyped = useRef(false);

  function chooseOnly(event: KeyboardEvent) {
    const [only, ...others] = shown.filter((option) => !option.isDisabled);
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && query && only && others.length === 0)
      choose(only.id);
  }

  return (
    <AriaComboBox
      {...defined({ id, name, isRequired, isDisabled })}
      items={parts}
      value={value}
      onChange={(key) => {
        if (key !== null) choose(String(key));
      }}
      inputValue={text}
      onInputChange={(next) => {
        // When its list closes, the library calls this too, with the name of the choice, or with
        // nothing where the list does not show the choice. Only what a person types counts.
        if (isTyped.current) type(next);
        isTyped.current = false;
      }}
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
          onChangeCapture={() => {
            isTyped.current = true;
          }}
          autoComplete="off"
          spellCheck="false"
          startsOpen={startsOpen && options.length > 0}
          restore={restore}
        />
        <Button className={classNames(fieldStyles.open, styles.open)}>
          <ChevronDown size={20} strokeWidth={1.75} aria-hidden />
        </Button>
      </Group>
      <FieldHelp description={description} error={error} />
      <FloatingList>
        <ListBox<ListOption | ListPart>
          className={classNames(listStyles.list, isListLow && styles.low)}
          dependencies={[query, lead, options]}
          renderEmptyState={() => <NoOption options={options} />}
        >
          {(part) => {
            const row = (option: ListOption) => <OptionRow option={option} query={query} lead={lead?.(option)} />;
            if (!('options' in part)) return row(part);
            return (
              <ListBoxSection id={part.id}>
                <Header className={listStyles.heading ?? ''}>{part.heading}</Header>
                <Collection items={part.options} dependencies={[query, lead, options]}>
                  {row}
                </Collection>
              </ListBoxSection>
            );
          }}
        </ListBox>
      </FloatingList>
    </AriaComboBox>
  );
}

type PressedInputProps = InputProps & { startsOpen: boolean; restore: () => boolean };

/**
 * The input of the combo box. A press on it opens the list too. The focus alone only selects the
 * text, so that Tab passes without opening the list. Escape closes the list and brings back the
 * text of the choice. When there is neither to do, the key goes to the dialog around the field.
 */
function PressedInput({ startsOpen, restore, ...props }: PressedInputProps) {
  const state = useContext(ComboBoxStateContext);
  const isOver = useRef(false);
  const isInside = useRef(false);
  const isEntered = useRef(false);
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
      onFocus={() => {
        // The library reports a focus again when an option loses it, while the person types.
        if (isInside.current) return;
        isInside.current = true;
        isEntered.current = true;
        input.current?.select();
      }}
      onBlur={() => {
        isInside.current = document.activeElement === input.current;
      }}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        const isRestored = restore();
        if (!isRestored && state?.isOpen !== true) return;
        event.preventDefault();
        event.stopPropagation();
        state?.close();
      }}
      onClick={() => {
        // The press that entered the field has set the caret and so undone the selection of the
        // text.
        if (isEntered.current) input.current?.select();
        isEntered.current = false;
        state?.open(null, 'manual');
      }}
    />
  );
}

const OFFSET_PX = 6;
/**
 * A change of its offset makes the library place the list anew. This change is too small to be
 * seen.
 */
const NUDGE_PX = 0.01;

/**
 * The list under its field. It follows the field while something scrolls, and closes once the field
 * is out of sight. The library would close it at each scroll. Browsers scroll by themselves to a
 * field that gets the focus, and to the caret at the first letter, so the list would close before
 * it was read.
 */
function FloatingList({ children }: { children: ReactNode }) {
  const state = useContext(ComboBoxStateContext);
  const { triggerRef } = useSlottedContext(PopoverContext) ?? {};
  const isOpen = state?.isOpen === true;
  const scroll = useRef<Event | null>(null);
  const [isNudged, setNudged] = useState(false);

  // Registered before the effects of the library, so that this listener runs first.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const keep = (event: Event) => {
      scroll.current = event;
    };
    addEventListener('scroll', keep, { capture: true });
    return () => removeEventListener('scroll', keep, { capture: true });
  }, [isOpen]);

  function close() {
    const event = scroll.current;
    // With the phase NONE the scroll event is over, so the list closes for another reason.
    if (event === null || event.eventPhase === Event.NONE) return state?.close();
    const field = triggerRef?.current?.getBoundingClientRect();
    if (field === undefined) return state?.close();
    const { top, bottom } =
      event.target instanceof Element ? event.target.getBoundingClientRect() : { top: 0, bottom: innerHeight };
    if (field.bottom > top && field.top < bottom) setNudged((before) => !before);
    else state?.close();
  }

  return (
    <Popover
      className={listStyles.popover ?? ''}
      offset={isNudged ? OFFSET_PX + NUDGE_PX : OFFSET_PX}
      isOpen={isOpen}
      onOpenChange={(opens) => {
        if (!opens) close();
      }}
    >
      {children}
    </Popover>
  );
}

type ListPart = { readonly id: string; readonly heading: string; readonly options: readonly ListOption[] };

/**
 * The options, with those in `usedBefore` first. A list that is not searched has two parts with
 * headings; a search shows what it found in one list.
 */
function partsOf(
  options: readonly ListOption[],
  { usedBefore, isSearched }: { usedBefore: readonly string[]; isSearched: boolean },
): (ListOption | ListPart)[] {
  const byId = new Map(options.map((option) => [option.id, option]));
  const used = usedBefore.flatMap((id) => byId.get(id) ?? []);
  const others = options.filter((option) => !used.includes(option));
  if (isSearched || used.length === 0 || others.length === 0) return [...used, ...others];
  return [
    { id: 'parte:usados', heading: 'Usados por você', options: used },
    { id: 'parte:outros', heading: 'Todos os outros', options: others },
  ];
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
  const shown = query.trim() ? options.filter((option) => isFound(option, query)) : options;

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
    setText(chosenText);
  }

  /** Brings back the text of the choice. Returns false when the field has that text already. */
  function restore(): boolean {
    setText(chosenText);
    return text !== chosenText;
  }

  return { text, query, shown, choose, type, settle, restore };
}
