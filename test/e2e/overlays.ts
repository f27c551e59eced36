// What opens over a screen (dialogs, sheets, menus, lists of fields, explanations), by the file of
// src that opens it, and the looks by which axe sees it. Every look is seen in each of its layouts,
// in light, dark and high contrast (looks.ts). A file that opens something and has no row here, and
// a look that no test takes, fail overlays.test.ts.

export const LAYOUTS = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1440, height: 900 },
} as const;

export type Layout = keyof typeof LAYOUTS;

export const EVERY_LAYOUT: readonly Layout[] = ['phone', 'tablet', 'desk'];
/** Layouts in which a person meets it; the others draw something else in its place. */
const PHONE_ONLY: readonly Layout[] = ['phone'];
const TABLET_ONLY: readonly Layout[] = ['tablet'];
const CARDS_ONLY: readonly Layout[] = ['phone', 'tablet'];

/** Name of a look → its layouts. */
type Looks = Readonly<Record<string, readonly Layout[]>>;

const everywhere = (...names: readonly string[]): Looks =>
  Object.fromEntries(names.map((name) => [name, EVERY_LAYOUT]));

/** Paths are below src. */
export const OVERLAYS: Readonly<Record<string, Looks>> = {
  'app/acts/attach/attach-button.tsx': everywhere('attach-ways'),
  'app/acts/attach/camera-dialog.tsx': everywhere('camera'),
  'app/acts/attach/pages-dialog.tsx': everywhere('pages'),
  'app/acts/document/act-dialog.tsx': everywhere('reopen'),
  'app/acts/document/complete-dialog.tsx': everywhere('complete'),
  'app/acts/document/extend-dialog.tsx': everywhere('extend'),
  'app/acts/document/more-acts.tsx': { 'more-acts': PHONE_ONLY },
  'app/acts/document/reassign-dialog.tsx': everywhere('reassign'),
  'app/acts/document/reopen-dialog.tsx': everywhere('reopen'),
  'app/acts/document/transfer-dialog.tsx': everywhere('transfer'),
  'app/acts/document/transfer-many-dialog.tsx': everywhere('transfer-many'),
  'app/acts/listing/row-menu.tsx': everywhere('row-menu'),
  'app/acts/listing/saved-searches-dialog.tsx': everywhere('saved-searches'),
  'app/acts/model/model-preview.tsx': everywhere('model-preview'),
  'app/acts/take-back/discard-dialog.tsx': everywhere('outbox-discard'),
  'app/features/create-document/create-document-screen.tsx': everywhere('draft-erase'),
  'app/features/create-document/sent-dialog.tsx': everywhere('sent'),
  'app/features/device-data/device-data-screen.tsx': everywhere('device-record'),
  'app/features/device-data/kinds-card.tsx': everywhere('files-clear'),
  'app/features/home/newest-draft.tsx': everywhere('home-draft-menu', 'home-draft-discard'),
  'app/features/list-documents/calendar-dialog.tsx': everywhere('calendar'),
  'app/features/list-documents/filters-dialog.tsx': everywhere('filters', 'dates'),
  'app/features/list-documents/list-screen.tsx': { 'list-scope': CARDS_ONLY },
  'app/features/list-documents/list-sheet.tsx': { 'list-sheet': PHONE_ONLY },
  'app/features/list-documents/list-toolbar.tsx': { 'list-more': TABLET_ONLY },
  'app/features/outbox/outbox-row-view.tsx': everywhere('outbox-menu'),
  'app/features/outbox/outbox-screen.tsx': everywhere('draft-menu', 'draft-discard'),
  'app/features/outbox/preview-dialog.tsx': everywhere('outbox-preview'),
  'app/features/profile/account-form.tsx': everywhere('profile-saved', 'photo-remove'),
  'app/features/resolve-conflict/resolve-conflict-dialog.tsx': everywhere(
    'conflict-finished',
    'conflict-followed',
    'conflict-transferred',
  ),
  'app/features/respond/reply-box.tsx': everywhere('reply-replace'),
  'app/features/respond/reply-form.tsx': everywhere('reply-erase'),
  'app/features/shell/install/install-banner.tsx': everywhere('install-steps'),
  'app/features/shell/keys/keys-window.tsx': everywhere('shortcuts'),
  'app/features/shell/keys/palette-window.tsx': everywhere('palette'),
  'app/features/shell/menu/menu-sheet.tsx': { 'menu-sheet': PHONE_ONLY },
  'app/features/shell/messages/held-share-dialog.tsx': everywhere('held-share'),
  'app/features/shell/messages/notifications-dialog.tsx': everywhere('notifications'),
  'app/features/shell/session/idle-watch.tsx': everywhere('idle'),
  'app/features/users-directory/users-directory-screen.tsx': everywhere('directory-filter'),
  'app/features/view-document/document-header.tsx': everywhere('document-menu'),
  'app/leaving/own-work-dialog.tsx': everywhere('leave', 'leave-with-work'),
  'app/shared/connection/sync-details.tsx': everywhere('sending'),
  'app/shared/files/file-dialog.tsx': everywhere('document-file', 'model-file'),
  'app/shared/manage/manage-rows.tsx': { 'manage-menu': CARDS_ONLY },
  'app/shared/manage/use-row-asking.tsx': everywhere('user-remove', 'user-off'),
  'editor/editor-toolbar.tsx': everywhere('editor-menu', 'editor-link'),
  'ui/actions/tip-bubble.tsx': everywhere('status-meaning'),
  'ui/fields/calendar-dialog.tsx': everywhere('alert-date'),
  'ui/fields/combo-box.tsx': everywhere('person-list'),
  'ui/fields/multi-combo-box.tsx': everywhere('sectors-list'),
  'ui/fields/select.tsx': everywhere('sector-list'),
};

const LAYOUTS_OF: ReadonlyMap<string, readonly Layout[]> = new Map(Object.values(OVERLAYS).flatMap(Object.entries));

/** The layouts in which this look is taken; undefined when it is the look of a screen. */
export function layoutsOfOverlay(name: string): readonly Layout[] | undefined {
  return LAYOUTS_OF.get(name);
}
