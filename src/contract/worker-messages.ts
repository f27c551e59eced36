// What page and service worker say to each other: one typed union, no bare strings.

/** Page → worker. */
export type ToWorker =
  /** There may be work in the outbox; `profile` is the mirror's name. */
  | { readonly type: 'wake'; readonly profile: string }
  /** The person of this device leaves, and the server is to be told. */
  | { readonly type: 'left' }
  /** Take over now (only sent with nothing being sent). */
  | { readonly type: 'take-over' };

/** Worker → pages. */
export type FromWorker =
  | { readonly type: 'drained'; readonly profile: string }
  /** A push came while this page is seen. */
  | { readonly type: 'notice'; readonly title: string; readonly body: string; readonly href: string }
  /** A notification was pressed: show this address of the application. */
  | { readonly type: 'open'; readonly href: string };
