// Build time only: the files into which the code of a start and of its screens is put.

/** `test`: whether a module is in it, by its id. */
type NamedFile = { readonly name: string; readonly test: RegExp | ((id: string) => boolean) };

/**
 * What a start loads is built into a few files (S57), and so are the screens of documents (S91):
 * each holds these modules and all that they import, except what a file above it holds. A module
 * that both the login and the screens behind it use belongs in `base` or `fields`: built into
 * `home` or `list`, it would make the login load all of that, which test/sizes.test.ts refuses.
 * `at`: the id of the module at a path from the project's root.
 */
export function namedFiles(at: (path: string) => string): NamedFile[] {
  const oneOf = (...paths: readonly string[]): NamedFile['test'] => {
    const ids = new Set(paths.map(at));
    return (id) => ids.has(id);
  };
  return [
    { name: 'ahead', test: oneOf('src/app/entry/ahead.ts') },
    // Changes only when a library does, so an update of the application does not bring it again.
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
    // The login's, and every form's; the home has none.
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
    // The code that sends, the screens that show an own receipt, and the screen that checks any
    // receipt. The sentences of refusals are with them: the login has none.
    {
      name: 'receipts',
      test: oneOf('src/contract/refusal-text.ts', 'src/mirror/keep/receipts.ts'),
    },
    // What a start with news, or with work to send, has in common with the screens of documents.
    {
      name: 'writes',
      test: oneOf(
        'src/app/online/open-file.ts',
        'src/mirror/keep/cached-files.ts',
        'src/mirror/engine/document-writes.ts',
        'src/mirror/store/position.ts',
      ),
    },
    // What the page that checks a receipt without a login shares with the documents.
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
      test: oneOf('src/mirror/apply/apply-details.ts', 'src/mirror/fold/refold.ts', 'src/mirror/keep/receipts.ts'),
    },
    // The code that applies rows, whichever kind of server they come from.
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
    // Screens and dialogs that open from the frame of any screen.
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
    // What only a device with a bounded copy needs: the home then shows its size, and searches
    // nothing beyond it.
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
