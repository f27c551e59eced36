// Which acts on a document a person is told of, and why. Each act is judged as of its own time,
// from the replies and logs of the details, by the table of pushes and e-mails (`TOLD_FOR`).

import type { DocumentDetails } from '#contract/documents.ts';
import type { PersonRef } from '#contract/scalars.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { LogAction } from '#domain/document-types.ts';
import { type NoticeReason, TOLD_FOR } from '#domain/notices.ts';
import type { IndexEntry } from '../engine/document-index.ts';

/** What a person did; `message` is a reply. Views are no notices. */
type ActKind = Exclude<LogAction, 'view'> | 'message';

type AnyAct = {
  /** `i:<id>` of a reply, `l:<id>` of a log. */
  readonly id: string;
  /** ISO instant of its arrival at the server. */
  readonly at: string;
  readonly kind: ActKind;
  readonly author: PersonRef;
  readonly responsibles: readonly PersonRef[];
  readonly limitDate: CalendarDay | null;
};

export type Act = AnyAct & { readonly reason: NoticeReason };

/**
 * The notice of an act, where it has another name. A creation or a transfer that brings the
 * document to the person is told as an arrival instead.
 */
const NOTICE_OF = { message: 'reply', creation: 'mention' } as const;

/** The acts that the person is told of, each with its reason, oldest first. */
export function toldActs(
  details: Pick<DocumentDetails, 'interactions' | 'logs'>,
  { entry, userId }: { entry: IndexEntry; userId: number },
): Act[] {
  const wrote = entry.createdBy === userId;
  const mentioned = entry.mentionedIds.includes(userId);
  let hadIt = entry.responsibleIds.includes(userId);
  let replied = false;
  return gesturesOf(details).flatMap((gesture) => {
    const moved = gesture.find(({ kind }) => kind === 'creation' || kind === 'transfer');
    if (moved?.kind === 'creation') hadIt = false;
    const hasIt = moved === undefined ? hadIt : isFor(moved, userId);
    const is = { wrote, mentioned, replied, holds: hadIt && hasIt, held: hadIt && !hasIt };
    const isArrival = hasIt && !hadIt;
    const isOwn = gesture.some(({ author }) => author.id === userId);
    replied ||= isOwn && gesture.some(({ kind }) => kind === 'message');
    hadIt = hasIt;
    if (isOwn) return [];
    return gesture.flatMap((act): Act[] => {
      const { kind } = act;
      const notice = kind === 'message' || kind === 'creation' ? NOTICE_OF[kind] : kind;
      const reason = isArrival ? 'holds' : TOLD_FOR[notice].find((one) => is[one]);
      return reason === undefined ? [] : [{ ...act, reason }];
    });
  });
}

export const isFor = ({ responsibles }: AnyAct, userId: number): boolean =>
  responsibles.some((person) => person.id === userId);

/**
 * The acts of each gesture, oldest first. A reply, its transfer and its new limit date are one
 * gesture: one person did them at one instant.
 */
function gesturesOf({ interactions, logs }: Pick<DocumentDetails, 'interactions' | 'logs'>): AnyAct[][] {
  const replies = interactions.map(({ id, created_at: at, creator: author }): AnyAct => {
    return { id: `i:${id}`, at, kind: 'message', author, responsibles: [], limitDate: null };
  });
  const logged = logs.flatMap(({ id, created_at: at, creator: author, responsibles, limit_date, action }): AnyAct[] =>
    action === 'view' ? [] : [{ id: `l:${id}`, at, kind: action, author, responsibles, limitDate: limit_date }],
  );
  const gestures: AnyAct[][] = [];
  for (const act of [...replies, ...logged].sort((left, right) =>
    left.at === right.at ? 0 : left.at < right.at ? -1 : 1,
  )) {
    const last = gestures.at(-1);
    const [first] = last ?? [];
    if (first?.at === act.at && first.author.id === act.author.id) last?.push(act);
    else gestures.push([act]);
  }
  return gestures;
}
