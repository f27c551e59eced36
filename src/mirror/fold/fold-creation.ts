import type { CommandOf } from '../store/outbox-row.ts';
import { organizationRefOf, personRefOf, type FoldContext } from './fold-context.ts';
import type { FoldedRow } from './folded-row.ts';

/**
 * The document that a creation makes, before the server has given it a number; its names come from
 * the mirror (rule C6).
 */
export function foldCreation(command: CommandOf<'create-document'>, context: FoldContext): FoldedRow {
  const { actorId } = command;
  const {
    document_subject_id: subjectId,
    organization_ids,
    user_ids,
    tags,
    content: _inDetails,
    ...said
  } = command.payload;
  const createdAt = new Date(command.performedAtMs).toISOString();
  const creator = personRefOf(context, actorId);
  const userIds = [...new Set(user_ids)];
  return {
    ...said,
    serverId: null,
    rev: 0,
    number: null,
    stored_status: 'pending',
    created_at: createdAt,
    created_by: actorId,
    creator,
    origin: creator.organization,
    subject: context.subjects.get(subjectId) ?? { id: subjectId, name: '' },
    responsibles: userIds.map((id) => personRefOf(context, id)),
    organizations: [...new Set(organization_ids)].map((id) => organizationRefOf(context, id)),
    tags: [...tags],
    facts: {
      responsible_ids_ever: userIds,
      completed_by: null,
      seen_by_responsible: false,
      arrived_at: Object.fromEntries(userIds.map((id) => [String(id), createdAt])),
    },
    files_count: command.files.length,
    interactions_count: 0,
    last_activity_at: createdAt,
    command_id: command.id,
    mark: command.id,
  };
}
