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
   * Has the focus and its list open from the beginning: for a form that begins with this one
   * choice.
   */
  startsOpen?: boolean | undefined;
  /**
   * The list is lower than elsewhere, so that in a dialog it fits below the field: for a form that
   * says above the field what is chosen for.
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
        // The library writes here too, when its list closes: the name of the choice, or nothing
        // where the list does not show it.
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
 * The input of the combo box; a press on it opens the list too. The focus alone does not, so that
 * Tab passes quietly; it selects the text. Escape closes the list and brings back what was chosen;
 * with neither to do, it is left to the dialog around the field.
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
        // The library tells of a focus again when an option loses it, while somebody types.
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
        // The press that enters the field has set the caret after the focus selected the text.
        if (isEntered.current) input.current?.select();
        isEntered.current = false;
        state?.open(null, 'manual');
      }}
    />
  );
}

const OFFSET_PX = 6;
/** The list is placed anew when its distance changes; this change can't be seen. */
const NUDGE_PX = 0.01;

/**
 * The list under its field. It follows the field while something scrolls, and closes once the field
 * is out of sight. The library closes the list at each scroll, and a browser scrolls to a field
 * when the focus comes and to the caret at the first letter: the list would close before it was
 * read.
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
    // An event that is over has the phase NONE.
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
 * The options with those that were chosen before in front. A list that is not searched says so in
 * two headings; a search has what it found in one list.
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

  /** Brings back the text of what is chosen; false when it is there. */
  function restore(): boolean {
    setText(chosenText);
    return text !== chosenText;
  }

  return { text, query, shown, choose, type, settle, restore };
}
