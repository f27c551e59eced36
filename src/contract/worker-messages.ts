// What page and service worker say to each other: one typed union, no bare strings.

/** Page → worker. */
export type ToWorker =
  /** There may be work in the outbox. `profile` is the name of the mirror. */
  | { readonly type: 'wake'; readonly profile: string }
  /** Details are wanted ahead (pull-details.ts). `profile` as above. */
  | { readonly type: 'details'; readonly profile: string }
  /** The person of this device leaves, and the worker must end their session on the server. */
  | { readonly type: 'left' }
  /**
   * Compare the kept files of the application with those of this version. A `ShellState` answers on
   * the message's port.
   */
  | { readonly type: 'mend' }
  /** Take over now. Only sent when nothing is being sent. */
  | { readonly type: 'take-over' };

/**
 * How many files the application has in this version, and how many of them this device lacks. With
 * none it opens without a network.
 */
export type ShellState = { readonly files: number; readonly missing: number };

/** Worker → pages. */
export type FromWorker =
  | { readonly type: 'drained'; readonly profile: string }
  /** The device has no space for details. */
  | { readonly type: 'full'; readonly profile: string }
  /** A push came while this page was seen. */
  | { readonly type: 'notice'; readonly title: string; readonly body: string; readonly href: string }
  /** A notification was pressed: show this address of the application. */
  | { readonly type: 'open'; readonly href: string };
