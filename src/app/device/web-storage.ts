// The one reader of localStorage and sessionStorage. A browser that forbids cookies throws when
// they are named, so each call is guarded. Where one is forbidden, its values live as long as the
// page.

export type SmallStorage = {
  readonly get: (name: string) => string | null;
  /** Whether the value is kept beyond this page. */
  readonly set: (name: string, value: string) => boolean;
  readonly remove: (name: string) => void;
};

function guarded(storage: () => Storage): SmallStorage {
  const ofPage = new Map<string, string>();
  return {
    get(name) {
      try {
        return storage().getItem(name);
      } catch {
        return ofPage.get(name) ?? null;
      }
    },
    set(name, value) {
      try {
        storage().setItem(name, value);
        return true;
      } catch {
        ofPage.set(name, value);
        return false;
      }
    },
    remove(name) {
      ofPage.delete(name);
      try {
        storage().removeItem(name);
      } catch {
        // This browser forbids the storage, so there is nothing to remove.
      }
    },
  };
}

/** Kept on the device, for all tabs. */
export const deviceStorage = guarded(() => localStorage);

/** Kept for this tab alone, also when it is loaded anew. */
export const tabStorage = guarded(() => sessionStorage);
