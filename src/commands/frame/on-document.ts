import { documentStateOf, guardOf } from '#contract/document-state.ts';
import type { SeenDocument } from '#contract/writes.ts';
import { type FileRow, isAnother, type MirrorDocument } from '#mirror/store/rows.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { BasedOn, DocumentState } from '#domain/document-state.ts';
import { refuse, type RefusedDecision } from '#domain/refusals.ts';
import type { JoinedPages } from '#mirror/store/draft-row.ts';
import type { CommandPayloads, CommandType, OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { CommandContext, GestureResult } from './context.ts';
import { gestureMomentOf, seenDocumentOf, type ShownDocument, storeCommand } from './store-command.ts';
import { foldContextOf } from '#mirror/fold/fold-context.ts';
import { foldDocument } from '#mirror/fold/fold.ts';
import { commandsOn } from '#mirror/outbox/stored-commands.ts';
import { baseOf } from '#mirror/fold/refold.ts';
import type { Mirror } from '#mirror/store/schema.ts';

/**
 * What a gesture is judged on: its author, the tenant's day, and the document in the mirror. For a
 * gesture at a position of the lane (`seq`), the document is without the commands from that
 * position on.
 */
export type Sight = {
  readonly document: MirrorDocument;
  readonly state: DocumentState;
  /** What the author saw, as the command says it. The mirror may have learned more since then. */
  readonly seen: SeenDocument;
  /** The guard made of `seen`, by which the server judges the gesture too. */
  readonly basedOn: BasedOn | null;
  readonly userId: number;
  readonly today: CalendarDay;
};

type DocumentGesture<Type extends CommandType> = {
  readonly type: Type;
  readonly documentKey: string;
  /**
   * The document that the author had on the screen; absent: the one in the mirror. The command is
   * based on it (rule E6). If another document has its key by now, the gesture is refused (I11).
   */
  readonly seen?: ShownDocument | undefined;
  /** The position in the lane; absent: the end (S35). */
  readonly seq?: number | undefined;
  readonly files?: readonly FileRow[];
  readonly draftId?: string | undefined;
  readonly joined?: readonly JoinedPages[] | undefined;
  /** The undo time in ms; absent: none. */
  readonly undoMs?: number | undefined;
  /**
   * Judges the gesture. A refusal ends it here. A conflict does not, because the server judges
   * again, by what the author saw.
   */
  readonly decide: (sight: Sight) => { readonly kind: 'accepted' | 'conflict' } | RefusedDecision;
  /** Builds the payload of the command, after the gesture was accepted. */
  readonly payloadOf: (sight: Sight) => CommandPayloads[Type];
};

/**
 * The frame of every gesture on a document: find it, judge it, store the command with what its
 * author saw.
 */
export async function onDocument<Type extends CommandType>(
  context: CommandContext,
  gesture: DocumentGesture<Type>,
): Promise<GestureResult> {
  const { type, documentKey, seq, files = [], draftId, joined, undoMs, decide, payloadOf } = gesture;
  const document = await documentFor(context.mirror, { documentKey, seq });
  const shown = gesture.seen ?? document;
  if (document === undefined || shown === undefined || (shown.mark !== undefined && isAnother(shown.mark, document)))
    return refuse('not_allowed');
  const { performedAtMs, today } = await gestureMomentOf(context);
  const { mark: _shown, ...facts } = shown;
  const { mark } = document;
  const basedOn = seenDocumentOf({ ...facts, ...(mark === undefined ? {} : { mark }) }, today);
  const sight: Sight = {
    document,
    state: documentStateOf(document),
    seen: basedOn,
    basedOn: guardOf(basedOn),
    userId: context.session.id,
    today,
  };
  const decision = decide(sight);
  if (decision.kind === 'refused') return decision;
  return storeCommand(context, {
    type,
    documentKey: document.key,
    basedOn,
    payload: payloadOf(sight),
    files,
    performedAtMs,
    draftId,
    seq,
    joined,
    undoMs,
  });
}

/** A position in a lane, right before the command with this `seq`. There may be no such command. */
export type LanePosition = Pick<OutboxCommand, 'documentKey' | 'seq'>;

/**
 * The document as its author sees it at a position of the lane: the server's row with the commands
 * made before that position. Null when there is no document.
 */
export async function documentBefore(mirror: Mirror, place: LanePosition): Promise<MirrorDocument | null> {
  const key = place.documentKey;
  const lane = await commandsOn(mirror, key);
  const commands = lane.filter((other) => other.seq < place.seq);
  return foldDocument({ key, base: await baseOf(mirror, key), commands }, await foldContextOf(mirror)).document;
}

/**
 * The document that a gesture is judged on: as its author sees it, or, with `seq`, without the
 * commands from that position of the lane on. Undefined when this device has no such document, or
 * it is out of the person's sight.
 */
export async function documentFor(
  mirror: Mirror,
  { documentKey, seq }: { documentKey: string; seq?: number | undefined },
): Promise<MirrorDocument | undefined> {
  const shown = await mirror.documents.get(documentKey);
  if (shown === undefined || shown.gone === true) return undefined;
  return seq === undefined ? shown : ((await documentBefore(mirror, { documentKey, seq })) ?? undefined);
}
