import {
  Component,
  createElement,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createEditor, type Descendant } from 'slate';
import { withHistory } from 'slate-history';
import {
  Editable,
  ReactEditor,
  type RenderElementProps,
  type RenderLeafProps,
  type RenderPlaceholderProps,
  Slate,
  withReact,
} from 'slate-react';
import { hasText } from '#domain/plain-text.ts';
import { ErrorSentence } from '#ui/fields/field-parts.tsx';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { watchedValue } from '#ui/base/watched-value.ts';
import './document-fonts.css';
import { EditorToolbar } from './editor-toolbar.tsx';
import styles from './editor.module.css';
import { offerFiles, PlainTextEditor } from './plain-text-editor.tsx';
import { focusText, toggleMark } from './format.ts';
import { htmlToNodes } from './html-to-nodes.ts';
import { nodesToHtml } from './nodes-to-html.ts';
import textStyles from './rich-text.module.css';
import type { MarkName, SlateBlock, SlateText } from './slate-types.ts';
import { fromSlate, toSlate } from './slate-value.ts';
import { withRichText } from './with-rich-text.ts';
import { fontStack, headingTag } from './rich-text-view.tsx';

const markNames: readonly MarkName[] = ['s', 'u', 'em', 'strong'];

/** Draws an element while it is edited, with the look that `RichTextView` gives it. */
function drawElement({ attributes, children, element }: RenderElementProps) {
  switch (element.type) {
    case 'heading':
      return createElement(
        headingTag(element.level),
        { ...attributes, className: textStyles[`level${element.level}`] },
        children,
      );
    case 'list':
      return createElement(element.ordered ? 'ol' : 'ul', attributes, children);
    case 'item':
      return <li {...attributes}>{children}</li>;
    case 'line':
      return <div {...attributes}>{children}</div>;
    case 'link':
      return (
        <a {...attributes} href={element.href} title={element.href}>
          {children}
        </a>
      );
    case 'paragraph':
      return <p {...attributes}>{children}</p>;
  }
}

function drawLeaf({ attributes, children, leaf }: RenderLeafProps) {
  const text = leaf as SlateText;
  const marked = markNames.reduce<React.ReactNode>(
    (inner, mark) => (text[mark] ? createElement(mark, null, inner) : inner),
    children,
  );
  return (
    <span {...attributes} {...(text.font ? { style: { fontFamily: fontStack(text.font) } } : {})}>
      {marked}
    </span>
  );
}

/**
 * Draws the placeholder in readable ink, within the padding. Slate's own is too pale, and as wide
 * as the whole editor.
 */
function drawPlaceholder({ attributes, children }: RenderPlaceholderProps) {
  const style = { ...attributes.style, opacity: 1, top: 12, width: 'auto', maxWidth: 'calc(100% - 28px)' };
  return (
    <span {...attributes} style={style} className={styles.placeholder}>
      {children}
    </span>
  );
}

/**
 * Catches a failure of the rich text editor and shows what `rescue` returns instead, so that
 * nothing typed is lost.
 */
class EditorRescue extends Component<{ rescue: () => ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.rescue() : this.props.children;
  }
}

/**
 * Props of `RichTextEditor`. The editor ignores later changes of `initialHtml`. To show another
 * text, give it another React `key`.
 */
export type RichTextEditorProps = {
  label: string;
  initialHtml: string;
  /**
   * Called on every change of the text, not of the selection; '' when no words are left (rule C13).
   */
  onChange: (html: string) => void;
  placeholder?: string | undefined;
  description?: string | undefined;
  error?: string | null | undefined;
  isLabelHidden?: boolean | undefined;
  isRequired?: boolean | undefined;
  /** Draws no frame, because the reply box already draws one. */
  isBare?: boolean | undefined;
  /**
   * Leaves the layout to the sheet of paper around the editor, whose grid has the areas `tools`,
   * `text` and `help` for its parts.
   */
  isOnPaper?: boolean | undefined;
  /** The text gets the focus when the editor appears, unless another element has it. */
  takesFocus?: boolean | undefined;
  id?: string | undefined;
  onBlur?: (() => void) | undefined;
  /** Takes files that are pasted or dropped on the text. */
  onFiles?: ((files: File[]) => void) | undefined;
};

const TOO_MUCH =
  'O texto copiado é longo demais ou tem formatação demais e não foi colado. Cole-o em partes ou envie-o como arquivo anexo.';

const PICTURES_STAY = 'As imagens não entram no texto. Salve-as e anexe-as como arquivos.';

const shortcuts: Record<string, MarkName> = { b: 'strong', i: 'em', u: 'u' };

/**
 * The rich text editor: headings, 17 fonts, bold, italic, underline, strike, lists, links, undo and
 * redo. Tab leaves it, Alt+F10 goes to its tools, Escape comes back. It is a lazy chunk: import it
 * dynamically. If it fails, the words stay on screen in the simple editor.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { initialHtml, onChange } = props;
  const latest = useRef(initialHtml);
  const keep = useCallback(
    (html: string) => {
      latest.current = html;
      onChange(html);
    },
    [onChange],
  );
  return (
    <EditorRescue rescue={() => <PlainTextEditor {...props} initialHtml={latest.current} />}>
      <SlateField {...props} onChange={keep} />
    </EditorRescue>
  );
}

/**
 * The least height of the text in pixels, as a style: Slate would otherwise set the height of the
 * placeholder, which it measures after the first drawing.
 */
const LEAST_HEIGHT = { minHeight: 76 } as const;

function SlateField(props: RichTextEditorProps) {
  const {
    label,
    initialHtml,
    onChange,
    placeholder,
    description,
    error: ownError,
    isLabelHidden,
    isRequired,
    isBare,
    isOnPaper = false,
    takesFocus = false,
    id,
    onBlur,
    onFiles,
  } = props;
  /**
   * The message about the last paste: that nothing was inserted, or that pictures were left out.
   */
  const [pasteTold, setPasteTold] = useState<string | null>(null);
  const [taker] = useState(() => watchedValue(onFiles));
  useEffect(() => taker.set(onFiles), [taker, onFiles]);
  const [editor] = useState(() =>
    withRichText(withHistory(withReact(createEditor())), {
      tooMuch: () => setPasteTold(TOO_MUCH),
      // The message is set after the change of the text, because each change removes it.
      pictures: () => queueMicrotask(() => setPasteTold(PICTURES_STAY)),
      files: (files) => (taker.current() ?? (() => setPasteTold(PICTURES_STAY)))(files),
    }),
  );
  const error = pasteTold === TOO_MUCH ? TOO_MUCH : ownError;
  const [initialValue] = useState((): Descendant[] => toSlate(htmlToNodes(initialHtml)));
  const ids = { label: useId(), help: useId(), tools: useId() };

  useEffect(() => {
    if (takesFocus && isFocusLost()) focusText(editor);
  }, [editor, takesFocus]);

  function report(value: Descendant[]) {
    if (editor.operations.every((operation) => operation.type === 'set_selection')) return;
    setPasteTold(null);
    const html = nodesToHtml(fromSlate(value as SlateBlock[]));
    onChange(hasText(html) ? html : '');
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || ReactEditor.isComposing(editor)) return;
    if (event.altKey && event.key === 'F10') {
      event.preventDefault();
      document.getElementById(ids.tools)?.querySelector<HTMLElement>('button:not([disabled])')?.focus();
      return;
    }
    const mark = shortcuts[event.key.toLowerCase()];
    if (mark && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      toggleMark(editor, mark);
    }
  }

  return (
    <div className={`${styles.field} ${isOnPaper ? styles.onPaper : ''}`}>
      <span id={ids.label} className={isLabelHidden ? styles.hidden : styles.label}>
        {label}
      </span>
      <Slate editor={editor} initialValue={initialValue} onChange={report}>
        <div className={`${styles.frame} ${isBare ? styles.bare : ''} ${error ? styles.invalid : ''}`}>
          <EditorToolbar id={ids.tools} />
          <Editable
            id={id}
            role="textbox"
            aria-multiline="true"
            aria-labelledby={ids.label}
            aria-describedby={ids.help}
            aria-invalid={error ? true : undefined}
            aria-required={isRequired}
            translate="no"
            lang="pt-BR"
            spellCheck
            placeholder={placeholder}
            renderElement={drawElement}
            renderLeaf={drawLeaf}
            renderPlaceholder={drawPlaceholder}
            onKeyDown={press}
            onBlur={onBlur}
            onDragOver={offerFiles}
            className={`${textStyles.text} ${styles.editable}`}
            style={LEAST_HEIGHT}
          />
        </div>
      </Slate>
      <div id={ids.help} className={`${styles.help} ${isBare ? styles.inBox : ''}`}>
        {description ? <span>{description}</span> : null}
        <span role="status">{pasteTold === PICTURES_STAY ? PICTURES_STAY : null}</span>
        {error ? (
          <span className={styles.error}>
            <ErrorSentence>{error}</ErrorSentence>
          </span>
        ) : null}
      </div>
    </div>
  );
}
