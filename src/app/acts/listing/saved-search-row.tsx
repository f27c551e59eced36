import type { SavedSearch } from '#mirror/store/rows.ts';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Check, Pencil, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { SAVED } from '../../text/saved-searches.ts';
import { NameForm } from './name-form.tsx';
import styles from './saved-searches.module.css';

/** One saved search: opens it, gives it another name, removes it. */
export function SavedSearchRow(props: {
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
