import {
  Bold,
  ChevronDown,
  Heading,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import { Editor, Transforms } from 'slate';
import { useSlateSelector, useSlateStatic } from 'slate-react';
import { type Font, FONTS, type HeadingLevel } from '#domain/rich-text.ts';
import type { IconType } from '#ui/base/icon.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { Tool, Toolbar, ToolSeparator, ToolToggle } from '#ui/actions/toolbar.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { focusText, formatAt, removeLink, setFont, setHeading, setLink, toggleList, toggleMark } from './format.ts';
import type { MarkName } from './slate-types.ts';
import styles from './editor.module.css';

/**
 * The tool for links. It opens a form for the address. `current`: the address of the link at the
 * caret, null without one.
 */
function LinkTool({ icon, current }: { icon: IconType; current: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Link"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      placement="bottom start"
      trigger={<Tool label={current ? 'Editar link' : 'Link'} icon={icon} />}
    >
      <LinkForm current={current} close={() => setIsOpen(false)} />
    </Popover>
  );
}

function LinkForm({ current, close }: { current: string | null; close: () => void }) {
  const editor = useSlateStatic();
  const [address, setAddress] = useState(current ?? '');
  const [error, setError] = useState<string | null>(null);

  function leave() {
    close();
    focusText(editor);
  }

  return (
    <form
      className={styles.linkForm}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (setLink(editor, address)) leave();
        else setError('Escreva um endereço da internet ou um e-mail.');
      }}
    >
      <TextField
        label="Endereço"
        value={address}
        onChange={setAddress}
        error={error}
        inputMode="url"
        autoFocus
        spellCheck="false"
        placeholder="https://"
      />
      <div className={styles.linkActions}>
        {current ? (
          <Button
            variant="quiet"
            size="sm"
            onPress={() => {
              removeLink(editor);
              leave();
            }}
          >
            Tirar link
          </Button>
        ) : null}
        <Button type="submit" variant="primary" size="sm" isDisabled={!address.trim()}>
          Aplicar
        </Button>
      </div>
    </form>
  );
}

const markTools: readonly { mark: MarkName; label: string; icon: IconType; shortcut?: string }[] = [
  { mark: 'strong', label: 'Negrito', icon: Bold, shortcut: 'Ctrl+B' },
  { mark: 'em', label: 'Itálico', icon: Italic, shortcut: 'Ctrl+I' },
  { mark: 'u', label: 'Sublinhado', icon: Underline, shortcut: 'Ctrl+U' },
  { mark: 's', label: 'Tachado', icon: Strikethrough },
];

const levels: readonly HeadingLevel[] = [1, 2, 3, 4, 5, 6];
const paragraphId = 'p';
const plainKind = 'Texto';

/** The state of the editor that the tools show. */
function shownOf(editor: Editor) {
  const { undos, redos } = editor.history;
  return { format: formatAt(editor), canUndo: undos.length > 0, canRedo: redos.length > 0 };
}

type ToolbarState = ReturnType<typeof shownOf>;

function isSame(one: ToolbarState | null, other: ToolbarState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The toolbar of the editor. It names the kind of block at the caret: "Texto" until a heading is
 * applied. The heading tool is preset to level 2 (rule C12). The toolbar is drawn again only when
 * what it shows has changed, not at each key.
 */
export const EditorToolbar = memo(function EditorToolbar({ id }: { id: string }) {
  const editor = useSlateStatic();
  const { format, canUndo, canRedo } = useSlateSelector(shownOf, isSame);
  const [preset, setPreset] = useState<HeadingLevel>(2);
  const level = format.heading ?? preset;
  const kind = format.heading === null ? plainKind : `Título ${format.heading}`;

  const returnToText = useCallback(() => focusText(editor), [editor]);

  /** Applies the change of a tool. A text that has had no caret yet gets it at its end. */
  function act(change: () => void) {
    if (editor.selection === null) Transforms.select(editor, Editor.end(editor, []));
    change();
    focusText(editor);
  }

  function chooseHeading(id: string) {
    const chosen = levels.find((one) => String(one) === id) ?? null;
    if (chosen) setPreset(chosen);
    act(() => setHeading(editor, chosen));
  }

  return (
    <Toolbar label="Formatação do texto" id={id} onEscape={returnToText}>
      <ToolToggle
        label={`Título ${level}`}
        icon={Heading}
        isSelected={format.heading !== null}
        onPress={() => act(() => setHeading(editor, format.heading === null ? preset : null))}
      />
      <Menu
        label="Nível do título"
        placement="bottom start"
        trigger={
          <Tool label={`Nível do título: ${kind}`} iconEnd={ChevronDown}>
            {kind}
          </Tool>
        }
        selectedId={format.heading === null ? paragraphId : String(format.heading)}
        onAction={chooseHeading}
        items={[
          { id: paragraphId, text: plainKind },
          ...levels.map((one) => ({ id: String(one), text: `Título ${one}` })),
        ]}
      />
      <Menu
        label="Fonte"
        placement="bottom start"
        trigger={
          <Tool label={`Fonte: ${format.font}`} iconEnd={ChevronDown}>
            {format.font}
          </Tool>
        }
        selectedId={format.font}
        onAction={(id) => act(() => setFont(editor, id as Font))}
        items={FONTS.map((font) => ({ id: font, text: font }))}
      />
      <ToolSeparator />
      {markTools.map(({ mark, label, icon, shortcut }) => (
        <ToolToggle
          key={mark}
          label={label}
          icon={icon}
          shortcut={shortcut}
          isSelected={format.marks.includes(mark)}
          onPress={() => act(() => toggleMark(editor, mark))}
        />
      ))}
      <ToolSeparator />
      <ToolToggle
        label="Lista com marcadores"
        icon={List}
        isSelected={format.list === 'bulleted'}
        onPress={() => act(() => toggleList(editor, false))}
      />
      <ToolToggle
        label="Lista numerada"
        icon={ListOrdered}
        isSelected={format.list === 'ordered'}
        onPress={() => act(() => toggleList(editor, true))}
      />
      <LinkTool icon={LinkIcon} current={format.link} />
      <ToolSeparator />
      <Tool
        label="Desfazer"
        icon={Undo2}
        shortcut="Ctrl+Z"
        isDisabled={!canUndo}
        onPress={() => act(() => editor.undo())}
      />
      <Tool
        label="Refazer"
        icon={Redo2}
        shortcut="Ctrl+Shift+Z"
        isDisabled={!canRedo}
        onPress={() => act(() => editor.redo())}
      />
    </Toolbar>
  );
});
