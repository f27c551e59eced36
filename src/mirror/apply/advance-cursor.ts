import { readMetas, writeMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';
import { durably } from '../store/storage.ts';
import { CONTACT, noteContact } from './note-contact.ts';
import { isAlone, isFollowedBy, type PageToApply } from './page-to-apply.ts';

/**
 * Moves the cursor over a page that brings nothing new, as most pages do. Returns false and changes
 * nothing when the page has to be applied (apply-page.ts): it brings rows, belongs to a walk, came
 * late, says how far a bounded copy reaches, or what the person may see has changed. The
 * transaction takes one table, so screens that read the others do not wait for it.
 */
export async function advanceCursor(mirror: Mirror, page: PageToApply): Promise<boolean> {
  if (page.changes.length > 0 || !isAlone(page)) return false;
  return durably(mirror, {
    tables: ['meta'],
    work: async () => {
      const { cursor: stored, session, ...contact } = await readMetas(mirror, ['cursor', 'session', ...CONTACT]);
      if (session === undefined || !isFollowedBy(stored, page)) return false;
      await Promise.all([
        // Screens query the cursor. Writing an equal value would run all their queries again.
        page.next_cursor !== stored.value &&
          writeMeta(mirror, { name: 'cursor', value: { ...stored, value: page.next_cursor } }),
        noteContact(mirror, { before: contact, page }),
      ]);
      return true;
    },
  });
}
