// Used by the build only: the files into which the build puts the code of a start and of its
// screens.

/** `test`: tells by a module's id whether the file holds the module. */
type NamedFile = { readonly name: string; readonly test: RegExp | ((id: string) => boolean) };

/**
 * The files that a start loads (S57), and those of the screens of documents (S91). Each file holds
 * the listed modules and all that they import, except what a file above it holds. A module that
 * both the login and the screens behind it use belongs in `base` or `fields`. In `home` or `list`
 * it would make the login load that whole file, which test/sizes.test.ts refuses. `at`: the id of
 * the module at a path from the project's root.
 */
export function namedFiles(at: (path: string) => string): NamedFile[] {
  const oneOf = (...paths: readonly string[]): NamedFile['test'] => {
    const ids = new Set(paths.map(at));
    return (id) => ids.has(id);
  };
  return [
    { name: 'ahead', test: oneOf('src/app/entry/ahead.ts') },
    // This file changes only with a library, so an update of the application does not load it
    // again.
    { name: 'vendor', test: /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\// },
    {
      name: 'base',
      test: oneOf(
        'src/app/device/use-browser-online.ts',
        'src/app/entry/main.tsx',
        'src/app/online/page-server.ts',
        'src/app/shared/screen/tenant-logo.tsx',
        'src/app/text/words/format.ts',
        'src/contract/paths.ts',
        'src/contract/version.ts',
        'src/domain/ticket.ts',
        'src/mirror/store/sealed-row.ts',
        'src/ui/actions/icon-button.tsx',
        'src/ui/actions/link.tsx',
        'src/ui/base/visually-hidden.tsx',
        'src/ui/fields/field.module.css',
        'src/ui/frame/skip-links.tsx',
        'node_modules/lucide-react/dist/esm/icons/arrow-left.mjs',
        'node_modules/lucide-react/dist/esm/icons/check.mjs',
        'node_modules/lucide-react/dist/esm/icons/clock.mjs',
        'node_modules/lucide-react/dist/esm/icons/cloud-off.mjs',
        'node_modules/lucide-react/dist/esm/icons/download.mjs',
        'node_modules/lucide-react/dist/esm/icons/eye.mjs',
        'node_modules/lucide-react/dist/esm/icons/eye-off.mjs',
        'node_modules/lucide-react/dist/esm/icons/file-text.mjs',
        'node_modules/lucide-react/dist/esm/icons/pencil.mjs',
        'node_modules/lucide-react/dist/esm/icons/shield-check.mjs',
        'node_modules/lucide-react/dist/esm/icons/users.mjs',
        'node_modules/lucide-react/dist/esm/icons/x.mjs',
      ),
    },
    // Used by the login and by all forms. The home has no field and does not load it.
    {
      name: 'fields',
      test: oneOf(
        'src/app/text/person/kept-work.ts',
        'src/ui/feedback/banner.tsx',
        'src/ui/fields/checkbox.tsx',
        'src/ui/fields/password-field.tsx',
        'src/ui/fields/text-field.tsx',
        'node_modules/lucide-react/dist/esm/icons/info.mjs',
        'node_modules/lucide-react/dist/esm/icons/user.mjs',
        'node_modules/react-aria/dist/private/i18n/useLocalizedStringFormatter.mjs',
      ),
    },
    { name: 'network', test: oneOf('src/app/online/client.ts') },
    {
      name: 'home',
      test: oneOf(
        'src/app/acts/model/model-preview-overlay.tsx',
        'src/app/features/home/home-screen.tsx',
        'src/app/features/shell/frame/admin-layout.tsx',
        'src/app/features/shell/session/emptied-watch.tsx',
        'src/app/leaving/leave-watch.tsx',
        'src/app/online/profile-parts.ts',
        'src/app/shared/screen/use-overlay.ts',
        'src/domain/bounded-copy.ts',
        'src/mirror/questions/cover.ts',
      ),
    },
    // Used by the code that sends, by the screens that show an own receipt, and by the one that
    // checks any receipt. The sentences of refusals are here too, because the login has none.
    {
      name: 'receipts',
      test: oneOf('src/contract/refusal-text.ts', 'src/mirror/keep/receipts.ts'),
    },
    // Used by the screens of documents, and by a start that has news to apply or work to send.
    {
      name: 'writes',
      test: oneOf(
        'src/app/device/retry-pause.ts',
        'src/app/online/open-file.ts',
        'src/mirror/keep/cached-files.ts',
        'src/mirror/engine/document-writes.ts',
        'src/mirror/store/position.ts',
      ),
    },
    // Used by the screens of documents, and by the page that checks a receipt without a login.
    {
      name: 'receipt',
      test: oneOf(
        'src/app/device/save-file.ts',
        'src/app/text/document/receipt.ts',
        'src/ui/fields/file-picker.tsx',
        'node_modules/lucide-react/dist/esm/icons/copy.mjs',
        'node_modules/lucide-react/dist/esm/icons/printer.mjs',
      ),
    },
    {
      name: 'fold',
      test: oneOf('src/mirror/apply/apply-details.ts', 'src/mirror/fold/refold.ts'),
    },
    // The code that applies rows from the server, whether it has a feed or lists alone (S106).
    { name: 'mirror-store', test: oneOf('src/mirror/apply/apply-page.ts', 'src/sync/mirror-store.ts') },
    {
      name: 'sent',
      test: oneOf(
        'src/contract/row-writes.ts',
        'src/contract/writes.ts',
        'src/mirror/keep/given-up.ts',
        'src/mirror/questions/outbox-items.ts',
      ),
    },
    { name: 'files', test: oneOf('src/app/shared/files/file-dialog.tsx', 'src/app/shared/files/use-download.ts') },
    { name: 'tip', test: oneOf('src/ui/actions/tip-bubble.tsx') },
    // Screens and dialogs that the frame of any screen can open.
    {
      name: 'shell',
      test: oneOf(
        'src/app/leaving/own-work-dialog.tsx',
        'src/app/acts/notices/tell.ts',
        'src/app/features/home/newest-draft.tsx',
        'src/app/features/shell/menu/menu-sheet.tsx',
        'src/app/features/shell/messages/notifications-dialog.tsx',
        'src/app/features/shell/keys/shortcuts.ts',
      ),
    },
    // Used only on a device with a bounded copy, whose home tells how much the copy has.
    { name: 'counted', test: oneOf('src/app/features/home/counted-note.tsx') },
    { name: 'list', test: oneOf('src/app/features/list-documents/list-screen.tsx') },
    {
      name: 'document',
      test: oneOf(
        'src/app/acts/document/complete-dialog.tsx',
        'src/app/acts/document/extend-dialog.tsx',
        'src/app/acts/document/more-acts.tsx',
        'src/app/acts/document/reassign-dialog.tsx',
        'src/app/acts/document/transfer-dialog.tsx',
        'src/app/features/file-preview/file-preview.tsx',
        'src/app/features/resolve-conflict/resolve-conflict-dialog.tsx',
        'src/app/features/respond/reply-box.tsx',
        'src/app/features/view-document/view-document-screen.tsx',
      ),
    },
  ];
}
