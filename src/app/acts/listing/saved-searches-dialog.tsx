import { removeSearch, restoreSearch, savedSearches, saveSearch } from '#mirror/keep/saved-searches.ts';
import type { SavedSearch } from '#mirror/store/rows.ts';
import { Button } from '#ui/actions/button.tsx';
import { announce } from '#ui/base/live-region.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useRouter } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { Bookmark } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { alreadySavedText, removedText, renamedText, SAVED, SAVE_REFUSAL } from '../../text/saved-searches.ts';
import { NameForm } from './name-form.tsx';
import { SavedSearchRow } from './saved-search-row.tsx';
import styles from './saved-searches.module.css';

/** What was changed last, in words, and how it is taken back. */
type Undo = { readonly words: string; readonly act: () => Promise<unknown> };

type DialogProps = {
  /** Address of the search on screen. */
  readonly address: string;
  /** What the search on screen would be called, by the names that others have; null where there is nothing to save. */
  readonly propose: ((taken: readonly string[]) => string) | null;
  readonly onClose: () => void;
};

/** The searches that the person saved on this device, and saving the one on screen (src/app/experience.md, experience W5). */
export function SavedSearchesDialog({ address, propose, onClose }: DialogProps) {
  const { mirror, commandContext } = useProfile();
  const router = useRouter();
  const saved = useLiveQuery(() => savedSearches(mirror), [mirror]);
  const [undo, setUndo] = useState<Undo | null>(null);
  const undoLine = useRef<HTMLParagraphElement>(null);
  // Moved by hand: the library's `autoFocus` waits after a press by a screen reader, and gives up when the pressed row goes meanwhile.
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
                setUndo(null);
                void undo.act();
              }}
            >
              {SAVED.undo}
            </Button>
          </p>
        )}
        {saved.length === 0 ? (
          <EmptyState icon={Bookmark} title={SAVED.empty} />
        ) : (
          <ul className={styles.list} aria-label={SAVED.list}>
            {saved.map((one) => (
              <SavedSearchRow
                key={one.id}
                search={one}
                isInUse={one.address === address}
                // The dialog is an entry of the history, whose place the search takes.
                onOpen={() => void router.navigate({ href: one.address, replace: true })}
                onRename={(name) => rename(one, name)}
                onRemove={() => void remove(one)}
              />
            ))}
          </ul>
        )}
        <p className={styles.hint}>{SAVED.where}</p>
      </div>
    </Dialog>
  );
}
