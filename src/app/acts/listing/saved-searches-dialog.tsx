import {
  removeSearch,
  restoreSearch,
  savedSearches,
  saveSearch,
  SEARCH_NAME_MAX,
} from '#mirror/keep/saved-searches.ts';
import type { SavedSearch } from '#mirror/store/rows.ts';
import { Button } from '#ui/actions/button.tsx';
import { announce } from '#ui/base/visually-hidden.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useRouter } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { Bookmark, Check, Pencil, Search, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { storageTroubleOf } from '#mirror/store/storage.ts';
import { keepChoice } from '../../device/keep-choice.ts';
import { useProfile } from '../../profile/profile.tsx';
import { alreadySavedText, removedText, renamedText, SAVE_REFUSAL, SAVED } from '../../text/lists/list.ts';
import { notStoredText } from '../../shared/form/not-stored.ts';
import styles from './saved-searches.module.css';

/**
 * The form for the name of a search. `onSubmit` returns what is wrong with the name, or null.
 * `initial` stands in the field until the person types. With `onCancel` the form can be left, also
 * by Escape.
 */
function NameForm(props: {
  label: string;
  initial: string;
  submit: string;
  onSubmit: (name: string) => Promise<string | null>;
  onCancel?: () => void;
}) {
  const { label, initial, submit, onSubmit, onCancel } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const name = typed ?? initial;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(name).catch(toldError).then(setError);
      }}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || onCancel === undefined) return;
        // Without this, Escape would close the dialog too.
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextField
        label={label}
        value={name}
        onChange={(text) => {
          setTyped(text);
          setError(null);
        }}
        maxLength={SEARCH_NAME_MAX}
        error={error ?? undefined}
        autoFocus={onCancel !== undefined}
      />
      <span className={styles.buttons}>
        <Button type="submit" variant={onCancel === undefined ? 'primary' : 'secondary'}>
          {submit}
        </Button>
        {onCancel === undefined ? null : (
          <Button variant="quiet" onPress={onCancel}>
            {SAVED.cancel}
          </Button>
        )}
      </span>
    </form>
  );
}

/**
 * The sentence for an error. An error that is no trouble of storage is a fault of the program and
 * is reported too.
 */
function toldError(error: unknown): string {
  if (storageTroubleOf(error) === null) reportError(error);
  return notStoredText(error);
}

/** One saved search: opens it, gives it another name, removes it. */
function SavedSearchRow(props: {
  search: SavedSearch;
  isInUse: boolean;
  onOpen: () => void;
  onRename: (name: string) => Promise<string | null>;
  onRemove: () => void;
}) {
  const { search, isInUse, onOpen, onRename, onRemove } = props;
  const [state, setState] = useState<'shown' | 'naming' | 'named'>('shown');
  if (state === 'naming') {
    return (
      <li className={styles.row}>
        <NameForm
          label={SAVED.newName}
          initial={search.name}
          submit={SAVED.keep}
          onSubmit={async (name) => {
            const error = await onRename(name);
            if (error === null) setState('shown');
            return error;
          }}
          onCancel={() => setState('named')}
        />
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <span className={styles.open}>
        <Button variant="quiet" isWide isStart icon={isInUse ? Check : Search} onPress={onOpen}>
          <span>{search.name}</span>
          {isInUse ? <span className={styles.inUse}>{SAVED.inUse}</span> : null}
        </Button>
      </span>
      <IconButton
        icon={Pencil}
        label={`${SAVED.rename} ${search.name}`}
        autoFocus={state === 'named'}
        onPress={() => setState('naming')}
      />
      <IconButton icon={Trash2} label={`${SAVED.remove} ${search.name}`} onPress={onRemove} />
    </li>
  );
}

/** The last change in words, and the act that undoes it. */
type Undo = { readonly words: string; readonly act: () => Promise<unknown> };

type DialogProps = {
  /** Address of the search on screen. */
  readonly address: string;
  /**
   * The proposed name of the search on screen, given the names that exist; null where there is
   * nothing to save.
   */
  readonly propose: ((taken: readonly string[]) => string) | null;
  readonly onClose: () => void;
};

/**
 * The searches that the person saved on this device, and saving the one on screen
 * (src/app/experience.md, experience W5).
 */
export function SavedSearchesDialog({ address, propose, onClose }: DialogProps) {
  const { mirror, commandContext } = useProfile();
  const router = useRouter();
  const saved = useLiveQuery(() => savedSearches(mirror), [mirror]);
  const [undo, setUndo] = useState<Undo | null>(null);
  const undoLine = useRef<HTMLParagraphElement>(null);
  // Focused by hand: the library's `autoFocus` waits after a press by a screen reader, and does
  // nothing when the pressed row disappears meanwhile.
  useEffect(() => undoLine.current?.querySelector('button')?.focus(), [undo]);
  if (saved === undefined) return null;
  const same = saved.find((one) => one.address === address);

  async function save(name: string): Promise<string | null> {
    const refusal = await saveSearch(mirror, { id: commandContext.newId(), name, address });
    if (refusal !== 'none') return SAVE_REFUSAL[refusal];
    setUndo(null);
    return null;
  }
  async function rename(before: SavedSearch, name: string): Promise<string | null> {
    const refusal = await saveSearch(mirror, { ...before, name });
    if (refusal !== 'none') return SAVE_REFUSAL[refusal];
    if (name.trim() !== before.name) tell({ words: renamedText(before.name), act: () => saveSearch(mirror, before) });
    return null;
  }
  async function remove(one: SavedSearch) {
    const at = await removeSearch(mirror, one.id);
    tell({ words: removedText(one.name), act: () => restoreSearch(mirror, { search: one, at }) });
  }
  function tell(next: Undo) {
    setUndo(next);
    announce(next.words);
  }

  return (
    <Dialog isOpen onClose={onClose} title={SAVED.title} icon={Bookmark} size="md">
      <div className={styles.body}>
        {propose !== null && same === undefined ? (
          <NameForm
            key={saved.length}
            label={SAVED.name}
            initial={propose(saved.map((one) => one.name))}
            submit={SAVED.save}
            onSubmit={save}
          />
        ) : (
          <p className={styles.hint}>{same === undefined ? SAVED.how : alreadySavedText(same.name)}</p>
        )}
        {undo === null ? null : (
          <p ref={undoLine} className={styles.undo}>
            <span>{undo.words}</span>
            <Button
              variant="quiet"
              onPress={() => {
                const taken = undo.act().then(() => setUndo((now) => (now === undo ? null : now)));
                keepChoice(taken);
              }}
            >
              {SAVED.undo}
            </Button>
          </p>
        )}
        {saved.length === 0 ? (
          <EmptyState icon={Bookmark} title={SAVED.empty}>
            {SAVED.emptyNext}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={SAVED.list}>
            {saved.map((one) => (
              <SavedSearchRow
                key={one.id}
                search={one}
                isInUse={one.address === address}
                // The search replaces the entry that the dialog has in the browser's history.
                onOpen={() => void router.navigate({ href: one.address, replace: true })}
                onRename={(name) => rename(one, name)}
                onRemove={() => keepChoice(remove(one))}
              />
            ))}
          </ul>
        )}
        <p className={styles.hint}>{SAVED.where}</p>
      </div>
    </Dialog>
  );
}
