// What a role may do, in a few sentences beside its field: the permissions themselves, put together by what they serve.

import type { Permission } from '#domain/permissions.ts';

export type RoleSentence = { readonly may: boolean; readonly text: string };

type PermissionCheck = (permission: Permission) => boolean;

/** The sentences of a role, what it may do first. `superAdmin` sees the whole organization, others their own sector. */
export function roleSentences(held: PermissionCheck, superAdmin: boolean): RoleSentence[] {
  const people = superAdmin ? 'Cadastra pessoas e modelos' : 'Cadastra pessoas e modelos do próprio setor';
  const said: RoleSentence[] = [
    held('create_documents')
      ? { may: true, text: 'Cria e acompanha documentos' }
      : held('read_documents')
        ? { may: true, text: 'Consulta documentos, sem criar' }
        : { may: false, text: 'Não vê documentos' },
    held('create_users') ? { may: true, text: people } : { may: false, text: 'Não cadastra pessoas' },
    ...(held('reassign_documents')
      ? [{ may: true, text: superAdmin ? 'Redistribui documentos' : 'Redistribui documentos do setor' }]
      : []),
    ...(held('create_document_subjects') ? [{ may: true, text: 'Cadastra assuntos de documento' }] : []),
    administration(held),
  ];
  return said.toSorted((left, right) => Number(right.may) - Number(left.may));
}

function administration(held: PermissionCheck): RoleSentence {
  const [sectors, alerts] = [held('create_organizations'), held('create_alerts')];
  if (sectors && alerts) return { may: true, text: 'Cadastra setores e alertas' };
  if (sectors) return { may: true, text: 'Cadastra setores' };
  if (alerts) return { may: true, text: 'Cadastra alertas' };
  return { may: false, text: 'Não muda setores nem alertas' };
}
