// What a gesture is for the tables of kills.

import type { CommandType } from '#mirror/store/outbox-row.ts';
import type { ApiClient } from '../api-client.ts';
import type { Device } from '../device.ts';
import type { Effects } from './effects.ts';

export type ActName =
  | 'create-document with a file'
  | 'reply'
  | 'reply with a date'
  | 'transfer'
  | 'complete'
  | 'reopen'
  | 'record-view'
  | 'reassign'
  | 'create-row'
  | 'update-row'
  | 'switch-rows'
  | 'delete-rows'
  | 'create-document in parts'
  | 'reply in parts';

/**
 * A gesture as its author made it: the last command of `type` in its lane is the one that is meant.
 */
export type Act = {
  readonly name: ActName;
  readonly type: CommandType;
  /** Id of the document that it acts on; null where it acts on none. */
  readonly documentId: number | null;
  readonly effects: Effects;
  readonly make: (device: Device) => Promise<void>;
};

/**
 * `author` makes the documents, so that they may do everything with them. `other` gets the one that
 * is transferred.
 */
export type People = { readonly author: ApiClient; readonly responsible: ApiClient; readonly other: ApiClient };
