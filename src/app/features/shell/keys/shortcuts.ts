import type { Permission } from '#domain/permissions.ts';
import type { useNavigate } from '@tanstack/react-router';
import { mayOpen } from '../../../profile/screens.ts';
import { moveToRow, tickFocusedRow } from '../../../shared/screen/rows.ts';
import { actByKey } from '../../../shared/screen/screen-acts.ts';
import { ACT_KEYS } from '../../../text/frame/shortcuts.ts';

/** What a shortcut can reach on the present screen. */
export type Reach = {
  readonly navigate: ReturnType<typeof useNavigate>;
  readonly may: (permission: Permission) => boolean;
  readonly palette: { readonly open: () => void };
  readonly keys: { readonly open: () => void };
};

type Destination = '/admin/home' | '/admin/manage-documents' | '/admin/create-documents';
type Keys = Readonly<Record<string, (reach: Reach) => void>>;

const to = (place: Destination) => (reach: Reach) => {
  if (mayOpen(place, reach.may)) void reach.navigate({ to: place });
};

const SINGLE: Keys = {
  '/': ({ navigate }) => {
    const field = document.querySelector<HTMLElement>('#busca input, #busca > button');
    if (field === null) void navigate({ to: '/admin/results' });
    else if (field.matches('button')) field.click();
    else field.focus();
  },
  '?': ({ keys }) => keys.open(),
  n: to('/admin/create-documents'),
  j: () => moveToRow(1),
  k: () => moveToRow(-1),
  x: tickFocusedRow,
};

/** The second keys of `g i` and `g d`. */
const AFTER_G: Keys = { i: to('/admin/home'), d: to('/admin/manage-documents') };

/** The longest time between the two keys of a pair. */
const PAIR_MS = 1500;
let pairedAtMs = -PAIR_MS;

/** Menus and lists, in which a letter selects an entry by its first letter. */
const CHOSEN_IN = '[role=menu], [role=listbox], [aria-haspopup=listbox]';

/**
 * Modal dialogs, which take all keys while they are open. Toasts have the role too, but are not
 * modal.
 */
const DIALOG = '[role$=dialog]:not([aria-modal=false])';

/**
 * Runs the shortcut of a key, outside of dialogs and menus. The listener has left out keys that are
 * typed as text.
 */
export function press(event: KeyboardEvent, reach: Reach): void {
  if (document.querySelector(DIALOG) !== null) return;
  if (event.ctrlKey || event.metaKey) {
    reach.palette.open();
    return;
  }
  if (event.target instanceof Element && event.target.closest(CHOSEN_IN) !== null) return;
  const key = event.key.toLowerCase();
  if (event.repeat && key !== 'j' && key !== 'k') return;
  const second = event.timeStamp - pairedAtMs < PAIR_MS ? AFTER_G[key] : undefined;
  pairedAtMs = key === 'g' ? event.timeStamp : -PAIR_MS;
  const known = second ?? SINGLE[key];
  const act = ACT_KEYS.find((one) => one.key === key);
  if (known !== undefined) known(reach);
  else if (act !== undefined) actByKey(act);
}
