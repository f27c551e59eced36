// That a person has begun to leave, in the browser's other storage, which answers when the databases do not (S107). The device's
// facts take its place as soon as they can be written.

const NAME = 'malote-saindo';

/** Where nothing can be stored, leaving goes on without the mark. Null: nobody is in. */
export function markLeaving(userId: number | null): void {
  try {
    if (userId !== null) localStorage.setItem(NAME, String(userId));
  } catch {
    // The device's facts are written next.
  }
}

export function unmarkLeaving(): void {
  localStorage.removeItem(NAME);
}

/** The person (user id as text) whose leaving was begun and not remembered; null for none. */
export function markedLeaving(): string | null {
  return localStorage.getItem(NAME);
}
