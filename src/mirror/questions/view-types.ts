// The parts of the page of one document.

import type { DocumentViewer } from '#contract/documents.ts';
import type { OrganizationRef, PersonRef } from '#contract/references.ts';
import type { LogAction } from '#domain/document-types.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import type { DetailsRow } from '../store/rows.ts';
import type { ListedDocument } from './listed-document.ts';

export type ViewFile = {
  readonly key: string;
  /** Null until registered. */
  readonly serverFileId: number | null;
  /** Row of the mirror's files when the bytes are on this device. */
  readonly localFileId: string | null;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly onDevice: boolean;
  /** Not registered yet: it is sent with its message. */
  readonly pencil: boolean;
};

/** When it was done, and when it arrived if that was later (rule A4). */
type Moment = {
  /** ISO instant. */
  readonly at: string;
  readonly receivedAt: string | null;
  /** "hora do aparelho incorreta". */
  readonly clockSuspect: boolean;
};

type Entry = Moment & {
  /** Equal in pencil and in ink, so that the entry stays the same element. */
  readonly key: string;
  readonly author: PersonRef;
  /** The name that the author had then; absent where it is the present one. */
  readonly authorThen?: string;
  /** The command of an entry that is not registered; null in ink. */
  readonly pencil: OutboxCommand | null;
};

export type ThreadMessage = Entry & {
  readonly kind: 'message';
  readonly mine: boolean;
  /** The text of the document itself; the others are replies. */
  readonly letter: boolean;
  /** HTML; empty when only files were sent. */
  readonly content: string;
  readonly files: readonly ViewFile[];
};

export type ThreadAct = Entry & {
  readonly kind: 'transfer' | 'extension' | 'completion' | 'reopening';
  readonly responsibles: readonly PersonRef[];
  readonly organizations: readonly OrganizationRef[];
  readonly limitDate: string | null;
  readonly reason: string | null;
};

export type ThreadEntry = ThreadMessage | ThreadAct;

export type HistoryEntry = Entry & {
  readonly action: LogAction;
  readonly responsibles: readonly PersonRef[];
  readonly organizations: readonly OrganizationRef[];
  readonly limitDate: string | null;
  readonly reason: string | null;
};

/**
 * A sector that the document went through; `days`: the whole calendar days that it was, or has
 * been, there.
 */
export type RouteStop = {
  readonly acronym: string;
  readonly name: string;
  readonly days: number;
  readonly current: boolean;
};

/** "Visto por N de M": N = seen, M = seen + notYet, of current and past responsibles (rule E2). */
export type Viewers = {
  readonly seen: readonly DocumentViewer[];
  readonly notYet: readonly PersonRef[];
  /** Every other person who has opened the document: creator, colleagues, Super Admin. */
  readonly others: readonly DocumentViewer[];
};

export type DocumentView = {
  readonly document: ListedDocument;
  /** Null: not on this device (yet). */
  readonly details: DetailsRow | null;
  readonly thread: readonly ThreadEntry[];
  readonly route: readonly RouteStop[];
  /** Oldest first. */
  readonly history: readonly HistoryEntry[];
  readonly viewers: Viewers;
  /**
   * ISO instants at which the reader had it open with what the server had then, or wrote in it,
   * earliest first. What was done without a network is left out: it tells nothing of what others
   * had written.
   */
  readonly seenAt: readonly string[];
  readonly files: readonly ViewFile[];
};
