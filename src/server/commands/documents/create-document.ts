import type { CreateDocumentInput } from '#contract/writes.ts';
import { decideCreate } from '#domain/decide-create.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import { hasText } from '#domain/plain-text.ts';
import { normalizeTag, type Tag } from '#domain/tags.ts';
import { problems } from '../../reporting/errors.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { documentAgain } from './on-document.ts';
import { loadCreation, type Creation } from '../../queries/load-creation.ts';
import { inOrder } from '../../queries/references.ts';
import { storedRichText } from './rich-text.ts';
import { type CommandCall, momentOf } from '../../call/command-call.ts';
import { insertDocument } from './insert-document.ts';
import { asStored } from '../frame/stored-text.ts';

/** POST /api/documents (rules A9, B9, C1–C3, C9, C13, C17). */
export function createDocument(call: CommandCall<CreateDocumentInput>): Promise<Done> {
  const { files_sha256: _claimed, ...fields } = call.body;
  const { actor, files } = call;
  return once(call, {
    write: { type: 'create-document', fields, fileHashes: files.map((file) => file.sha256) },
    again: documentAgain(actor),
    effect: async (tx) => {
      const body = { ...asStored(call.body), content: storedRichText(call.body.content) };
      const moment = momentOf(call);
      const tags = body.tags.map(storedTag);
      const creation = await loadCreation(tx, {
        tenantId: actor.tenantId,
        subjectId: body.document_subject_id,
        userIds: [...body.user_ids, ...tags.flatMap((tag) => (tag.userId === null ? [] : [tag.userId]))],
        organizationIds: [...body.organization_ids, ...(actor.organizationId === null ? [] : [actor.organizationId])],
      });
      const { decision } = judgeInTime(
        (today) =>
          decideCreate({
            today,
            originOrganizationId: actor.organizationId,
            subject: creation.subject,
            title: body.title,
            physicalDocumentNumber: body.physical_document_number,
            limitDate: body.limit_date,
            hasText: hasText(body.content),
            files,
            tags,
            responsibles: inOrder(body.user_ids, creation.people),
            organizations: inOrder(body.organization_ids, creation.organizations),
            isException: body.is_exception,
          }),
        moment,
      );
      if (decision.kind === 'refused') throw problems.refused(decision);
      if (decision.kind === 'conflict') throw new Error('a new document conflicts with nothing');
      judgeMentions(tags, creation);
      const { id, number } = await insertDocument(tx, {
        actor,
        moment,
        creation,
        changes: decision.changes,
        fields: body,
        tags,
        files,
      });
      const said = { documentNumber: number, text: body.content };
      return { touched: { documents: [id] }, result: 'applied', ids: { document_id: id }, ...said };
    },
  });
}

function storedTag(tag: CreateDocumentInput['tags'][number]): Tag {
  return { title: normalizeTag(tag.title), type: tag.type, userId: tag.user_id };
}

/** A mention picked from people gives sight (rule B9), so it must be a person of the tenant. */
function judgeMentions(tags: readonly Tag[], creation: Creation): void {
  const known = new Set(creation.people.filter((person) => person.active).map((person) => person.id));
  const unknown = tags.some((tag) => tag.userId !== null && (tag.type !== 'mention' || !known.has(tag.userId)));
  if (unknown) throw problems.invalid({ tags: ['Escolha a pessoa mencionada da lista.'] });
}
