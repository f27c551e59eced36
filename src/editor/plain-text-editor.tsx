import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { hasText } from '#domain/plain-text.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { hasFormatting, nodesToHtml } from './nodes-to-html.ts';
import { htmlToNodes } from './html-to-nodes.ts';
import { blocksToText, textToBlocks } from './plain-text.ts';

const LOSES = 'Aqui o texto fica sem negrito, listas, títulos e letras: eles somem na primeira mudança.';

/**
 * "Editor simples": a plain text area for people whose keyboard or screen reader does not work with
 * the rich editor. It also takes and gives HTML. The first change removes the formatting of the
 * given text; a sentence says so until then.
 */
export function PlainTextEditor(props: {
  label: string;
  initialHtml: string;
  onChange: (html: string) => void;
  placeholder?: string | undefined;
  description?: string | undefined;
  error?: string | null | undefined;
  isLabelHidden?: boolean | undefined;
  isRequired?: boolean | undefined;
  rows?: number | undefined;
  id?: string | undefined;
  onBlur?: (() => void) | undefined;
  onFiles?: ((files: File[]) => void) | undefined;
}) {
  const {
    label,
    initialHtml,
    onChange,
    placeholder,
    error,
    isLabelHidden,
    isRequired,
    rows = 5,
    id,
    onBlur,
    onFiles,
  } = props;
  const [text, setText] = useState(() => blocksToText(htmlToNodes(initialHtml)));
  const [isFormatted, setFormatted] = useState(() => hasFormatting(initialHtml));
  const description = isFormatted ? LOSES : props.description;
  const take = (event: ClipboardEvent | DragEvent) => takeFiles(event, onFiles);
  return (
    <div onPaste={take} onDrop={take} onDragOver={offerFiles}>
      <TextField
        label={label}
        value={text}
        onChange={(next) => {
          setText(next);
          setFormatted(false);
          const html = nodesToHtml(textToBlocks(next));
          onChange(hasText(html) ? html : '');
        }}
        rows={rows}
        placeholder={placeholder}
        description={description}
        error={error}
        isLabelHidden={isLabelHidden}
        isRequired={isRequired}
        id={id}
        onBlur={onBlur}
      />
    </div>
  );
}

type TakeFiles = ((files: File[]) => void) | undefined;

/** Lets files be dropped on a text field. By default a browser lets only words be dropped there. */
export function offerFiles(event: DragEvent): void {
  if (!event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
}

/** Passes on the files of a paste or a drop, unless words come with them. */
function takeFiles(event: ClipboardEvent | DragEvent, take: TakeFiles): void {
  const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
  const files = [...data.files];
  if (files.length === 0 || data.getData('text/plain') !== '') return;
  event.preventDefault();
  take?.(files);
}
