// That a person opened a document. The domain decides, and this code only writes down what it
// decided.

import { documentStateOf } from '#contract/document-state.ts';
import { applyView, isRepeatedView } from '#domain/apply-view.ts';
import { withLog, type Author } from './judged-parts.ts';
import { personRef, type Model, type ModelDocument } from './model.ts';
import type { Judgement, Moment } from './write.ts';

export function judgeView(model: Model, said: { offline: boolean; author: Author }) {
  return (document: ModelDocument | null, moment: Moment): Judgement => {
    if (document === null) throw new Error('a view needs its document');
    const { author } = said;
    const seen = applyView(documentStateOf(document), { userId: author.userId, today: moment.today });
    const before = document.viewers.find((viewer) => viewer.user.id === author.userId);
    const viewer = {
      user: personRef(model, author.userId),
      first_at: before?.first_at ?? moment.performedAt,
      last_at: moment.performedAt,
      count: (before?.count ?? 0) + 1,
      offline: said.offline,
    };
    const viewers = [...document.viewers.filter((one) => one !== before), viewer];
    const changed: ModelDocument = {
      ...document,
      viewers,
      stored_status: seen.storedStatus,
      facts: { ...document.facts, seen_by_responsible: seen.seenByResponsible },
    };
    const lines = document.logs.filter(({ action, creator }) => action === 'view' && creator.id === author.userId);
    const isRepeated = isRepeatedView(
      Date.parse(moment.performedAt),
      lines.map((line) => Date.parse(line.performed_at)),
    );
    if (isRepeated && author.key !== null) model.countedViews.add(author.key);
    const logged = isRepeated ? changed : withLog(model, { document: changed, author, moment, action: 'view' });
    const moves =
      seen.storedStatus !== document.stored_status || seen.seenByResponsible !== document.facts.seen_by_responsible;
    return { effected: { document: logged, result: 'applied', moves } };
  };
}
