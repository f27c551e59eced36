import type { RichTextEditorProps } from '#editor/editor.tsx';
import { PlainTextEditor } from '#editor/plain-text-editor.tsx';
import { Button } from '#ui/actions/button.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { CaseSensitive, TextCursor } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { chooseEditor, editorChoice } from '../../device/editor-choice.ts';
import { EDITOR_TEXT } from '../../text/editor.ts';

const RichTextEditor = lazy(() => import('#editor/editor.tsx').then((module) => ({ default: module.RichTextEditor })));

type TextEditorProps = RichTextEditorProps & {
  /** Height in px of the place that is kept while the editor loads. */
  readonly height: number;
};

/** The text of a document or reply, in the editor that was chosen on this device. Both take and give the same HTML. */
export function TextEditor({ height, ...props }: TextEditorProps) {
  const kind = useWatched(editorChoice);
  if (kind === 'simple') return <PlainTextEditor {...props} />;
  return (
    <Suspense fallback={<SkeletonBlock height={height} />}>
      <RichTextEditor {...props} />
    </Suspense>
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
