// The messages between page and service worker, in one typed union for each direction.

/** Page → worker. */
export type ToWorker =
  /** There may be work in the outbox. `profile` is the name of the mirror. */
  | { readonly type: 'wake'; readonly profile: string }
  /**
   * Details of documents are to be fetched ahead (pull-details.ts). `profile` is the name of the
   * mirror.
   */
  | { readonly type: 'details'; readonly profile: string }
  /** The person of this device leaves, and the worker must end their session on the server. */
  | { readonly type: 'left' }
  /**
   * The worker is to fetch what is missing of this version's files. A `ShellState` answers on the
   * message's port.
   */
  | { readonly type: 'mend' }
  /** A waiting worker takes over now. Pages send it only while no command is being sent. */
  | { readonly type: 'take-over' };

/**
 * How many files this version of the application has, and how many of them this device lacks.
 * Without a missing one the application opens without a network.
 */
export type ShellState = { readonly files: number; readonly missing: number };

/** Worker → pages. */
export type FromWorker =
  | { readonly type: 'drained'; readonly profile: string }
  /** This device has no space left for details of documents. */
  | { readonly type: 'full'; readonly profile: string }
  /** A push came while this page was visible, so the page shows it. */
  | { readonly type: 'notice'; readonly title: string; readonly body: string; readonly href: string }
  /** A notification was pressed: show this address of the application. */
  | { readonly type: 'open'; readonly href: string };
