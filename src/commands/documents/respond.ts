import type { CalendarDay } from '#domain/dates.ts';
import { decideRespond } from '#domain/decide-respond.ts';
import { judgeFiles } from '#domain/files.ts';
import { refuseAll } from '#domain/refusals.ts';
import { judgeRichText } from '#domain/rich-text.ts';
import { hasText } from '#domain/plain-text.ts';
import { candidateOf, foldContextOf } from '#mirror/fold/fold-context.ts';
import type { JoinedPages } from '#mirror/store/draft-row.ts';
import type { CommandContext, GestureResult } from '../frame/context.ts';
import { onDocument, type Sight } from '../frame/on-document.ts';
import { pickedFiles, type ShownDocument } from '../frame/store-command.ts';

/** The fields of the reply form and of the transfer. */
export type RespondFields = {
  readonly documentKey: string;
  /** The document that the form showed; absent where the gesture repeats a stored command. */
  readonly seen?: ShownDocument | undefined;
  /** HTML; empty for a gesture without words. */
  readonly content: string;
  /** The later date that is asked for; null, or the current date, asks for none (rule A8). */
  readonly limitDate: CalendarDay | null;
  /** Null: no transfer. */
  readonly responsibleIds: readonly number[] | null;
  /** The sectors of the transfer; empty: those of the responsibles. */
  readonly organizationIds: readonly number[];
  readonly fileIds: readonly string[];
  readonly draftId?: string | undefined;
  /** The photographs of which the files were made; absent: those that the draft names. */
  readonly joined?: readonly JoinedPages[] | undefined;
  /** The position in the lane; absent: the end (S35). */
  readonly seq?: number;
  /** The undo time of the gesture in ms; absent: none. */
  readonly undoMs?: number | undefined;
};

/** Replies, extends the date and transfers, in one gesture (rules D1, D2, D6). */
export async function respond(context: CommandContext, fields: RespondFields): Promise<GestureResult> {
  const { documentKey, content, responsibleIds, organizationIds, draftId, joined, seq, undoMs } = fields;
  const files = await pickedFiles(context.mirror, fields.fileIds);
  const foldContext = await foldContextOf(context.mirror);
  const laterDate = ({ seen }: Sight) => (fields.limitDate === seen.limit_date ? null : fields.limitDate);
  return onDocument(context, {
    type: 'respond',
    documentKey,
    seen: fields.seen,
    seq,
    files,
    draftId,
    joined,
    undoMs,
    decide(sight) {
      const { state, userId, today } = sight;
      const unfit = refuseAll([...judgeRichText(content), ...judgeFiles(files)]);
      if (unfit !== null) return unfit;
      return decideRespond(state, {
        userId,
        today,
        hasText: hasText(content),
        filesCount: files.length,
        limitDate: laterDate(sight),
        responsibles: responsibleIds?.map((id) => candidateOf(foldContext, id)) ?? null,
        organizationIds,
        basedOn: sight.basedOn,
      });
    },
    payloadOf: (sight) => ({
      content: hasText(content) ? content : '',
      limit_date: laterDate(sight),
      responsible_ids: responsibleIds,
      organization_ids: organizationIds,
    }),
  });
}
