import { lazyPart } from '#ui/base/lazy-part.tsx';
import type { RichTextEditorProps } from '#editor/editor.tsx';
import { htmlToNodes } from '#editor/html-to-nodes.ts';
import { blocksToText } from '#editor/plain-text.ts';
import { PlainTextEditor } from '#editor/plain-text-editor.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { Button } from '#ui/actions/button.tsx';
import { useWatched, watchedValue } from '#ui/base/watched-value.ts';
import { CaseSensitive, TextCursor } from 'lucide-react';
import { useState } from 'react';
import { chooseEditor, editorChoice } from '../../device/editor-choice.ts';
import { EDITOR_TEXT } from '../../text/document/acts.ts';
import styles from './text-editor.module.css';

const RichTextEditor = lazyPart(async () => (await import('#editor/editor.tsx')).RichTextEditor, {
  meanwhile: (props) => <EditorPlace {...props} />,
});

/**
 * The text of a document or reply, in the editor that was chosen on this device. Both take and give
 * the same HTML.
 */
export function TextEditor(props: RichTextEditorProps) {
  const kind = useWatched(editorChoice);
  // The typed text, for a switch to the other editor. The form may not have drawn it yet.
  const [typed] = useState(() => watchedValue(props.initialHtml));
  const field = {
    ...props,
    initialHtml: typed.current(),
    onChange(html: string) {
      typed.set(html);
      props.onChange(html);
    },
  };
  if (kind === 'simple') {
    return props.isOnPaper ? (
      <div className={styles.simple}>
        <PlainTextEditor {...field} />
      </div>
    ) : (
      <PlainTextEditor {...field} />
    );
  }
  return <RichTextEditor {...field} />;
}

/**
 * The outline of an editor that is still loading, with its label and text, as high as the editor.
 */
export function EditorPlace(
  props: Pick<RichTextEditorProps, 'label' | 'isLabelHidden' | 'isBare' | 'isOnPaper' | 'placeholder'> & {
    initialHtml?: string;
  },
) {
  const { label, isLabelHidden, isBare, isOnPaper, placeholder, initialHtml = '' } = props;
  const text = blocksToText(htmlToNodes(initialHtml));
  return (
    <div className={classNames(styles.place, isOnPaper && styles.onPaper)} aria-busy>
      <span className={isLabelHidden ? styles.hidden : styles.label}>{label}</span>
      <div className={classNames(styles.frame, isBare && styles.bare)} aria-hidden>
        <div className={styles.tools} />
        <div className={classNames(styles.text, text === '' && styles.placeholder)}>{text || placeholder}</div>
      </div>
    </div>
  );
}

/** Changes to the other editor; the text goes with it. */
export function EditorSwitch() {
  const kind = useWatched(editorChoice);
  return kind === 'rich' ? (
    <Button variant="quiet" size="sm" icon={TextCursor} onPress={() => chooseEditor('simple')}>
      {EDITOR_TEXT.toSimple}
    </Button>
  ) : (
    <Button variant="quiet" size="sm" icon={CaseSensitive} onPress={() => chooseEditor('rich')}>
      {EDITOR_TEXT.toRich}
    </Button>
  );
}
