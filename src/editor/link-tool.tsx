import { useState } from 'react';
import { useSlateStatic } from 'slate-react';
import { Button } from '#ui/actions/button.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { Popover } from '#ui/overlays/popover.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Tool } from '#ui/actions/toolbar.tsx';
import styles from './editor.module.css';
import { focusText } from './focus-text.ts';
import { removeLink, setLink } from './format.ts';

/** Asks for the address of a link, beside its tool. `current` is the address at the caret, if there is one. */
export function LinkTool({ icon, current }: { icon: IconType; current: string | null }) {
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
