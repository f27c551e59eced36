import { documentStateOf } from '#contract/document-state.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { decideRespond } from '#domain/decide-respond.ts';
import { judgeFiles } from '#domain/files.ts';
import { refuse, refuseAll } from '#domain/refusals.ts';
import { judgeRichText } from '#domain/rich-text-bounds.ts';
import { hasText } from '#domain/rich-text.ts';
import { candidateOf, foldContextOf } from '#mirror/fold/fold-context.ts';
import type { CommandContext, Outcome } from './context.ts';
import { documentFor } from './document-before.ts';
import { pickedFiles } from './picked-files.ts';
import { basedOnOf, momentOf, storeCommand } from './store-command.ts';

export type Response = {
  readonly documentKey: string;
  /** HTML; empty when only something else is sent. */
  readonly content: string;
  /** The later date asked for; null, or the current one, asks for none (rule A8). */
  readonly limitDate: CalendarDay | null;
  /** null: no transfer. */
  readonly responsibleIds: readonly number[] | null;
  /** Empty: the responsibles' own sectors. */
  readonly organizationIds: readonly number[];
  readonly fileIds: readonly string[];
  readonly draftId?: string | undefined;
  /** Its place in the lane, when it is not the end (S35). */
  readonly seq?: number;
};

/** Replies, prorogues and transfers in one gesture (rules D1, D2, D6). */
export async function respond(context: CommandContext, response: Response): Promise<Outcome> {
  const { mirror, session } = context;
  const document = await documentFor(mirror, response);
  if (document === undefined) return refuse('not_allowed');
  const { performedAtMs, today } = await momentOf(context);
  const files = await pickedFiles(mirror, response.fileIds);
  const refused = refuseAll([...judgeRichText(response.content), ...judgeFiles(files)]);
  if (refused !== null) return refused;
  const foldContext = await foldContextOf(mirror);
  const limitDate = response.limitDate === document.limit_date ? null : response.limitDate;
  const decision = decideRespond(documentStateOf(document), {
    userId: session.id,
    today,
    hasText: hasText(response.content),
    filesCount: files.length,
    limitDate,
    responsibles: response.responsibleIds?.map((id) => candidateOf(foldContext, id)) ?? null,
    organizationIds: response.organizationIds,
    basedOn: null,
  });
  if (decision.kind === 'refused') return decision;
  return storeCommand(context, {
    type: 'respond',
    documentKey: document.key,
    basedOn: basedOnOf(document, today),
    payload: {
      content: hasText(response.content) ? response.content : '',
      limit_date: limitDate,
      responsible_ids: response.responsibleIds,
      organization_ids: response.organizationIds,
    },
    files,
    performedAtMs,
    draftId: response.draftId,
    seq: response.seq,
  });
}
