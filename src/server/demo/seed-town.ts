// Makes the sectors, roles, people, subjects and alerts of one tenant, and the look-ups by which
// the other seeds find them.

import { type CalendarDay, dayAt } from '#domain/dates.ts';
import { ROLES } from '#domain/permissions.ts';
import { randomBytes } from 'node:crypto';
import { alertsOn, holidaysIn } from './papers.ts';
import type { RowBuffer } from './row-buffer.ts';

export const ZONE = 'America/Sao_Paulo';

type TownSeed = {
  readonly tenantId: number;
  readonly acronym: string;
  readonly domain: string;
  readonly sectors: readonly SectorSeed[];
  readonly people: readonly PersonSeed[];
};

export type Town = {
  readonly tenantId: number;
  readonly acronym: string;
  readonly today: CalendarDay;
  readonly sectorId: (acronym: string) => number;
  readonly sectorName: (acronym: string) => string;
  readonly subjectId: (name: string) => number;
  readonly peopleOf: (acronym: string) => readonly number[];
  readonly person: (id: number) => PersonSeed;
  readonly superAdmins: readonly number[];
};

/** Every row of a seed belongs to the tenant's first change. */
export const FIRST_REV = 1;

export function seedTown(buffer: RowBuffer, seed: TownSeed & { now: number; passwordHash: string }): Town {
  const { tenantId } = seed;
  const common = { tenant_id: tenantId, rev: FIRST_REV };
  const sectors = new Map(
    seed.sectors.map((sector) => [sector.acronym, { id: buffer.id('organizations'), ...sector }]),
  );
  for (const { id, name, acronym, active } of sectors.values()) {
    buffer.add('organizations', { ...common, id, name, acronym, status: active === false ? 'inactive' : 'active' });
  }
  const roles = new Map(Object.keys(ROLES).map((name) => [name, buffer.id('roles')]));
  for (const [name, id] of roles) buffer.add('roles', { ...common, id, name, permissions: ROLES[name] ?? [] });
  const people = new Map(seed.people.map((person) => [buffer.id('users'), person]));
  for (const [id, person] of people) {
    buffer.add('users', {
      ...common,
      id,
      name: person.name,
      last_name: person.lastName,
      email: emailOf(person, seed.domain),
      password_hash: seed.passwordHash,
      organization_id: person.sector === null ? null : (sectors.get(person.sector)?.id ?? null),
      status: person.active === false ? 'inactive' : 'active',
      scope_epoch: 1,
      sealing_key: `\\x${randomBytes(32).toString('hex')}`,
      created_at: new Date(seed.now).toISOString(),
    });
    buffer.add('user_roles', { tenant_id: tenantId, user_id: id, role_id: roles.get(person.role) ?? 0, position: 0 });
  }
  const subjects = seedSubjects(buffer, {
    common,
    sectorIds: new Map([...sectors].map(([acronym, { id }]) => [acronym, id])),
  });
  const today = dayAt(seed.now, ZONE);
  for (const alert of alertsOn(today)) {
    const { title, description, limitDate, active } = alert;
    const status = active === false ? 'inactive' : 'active';
    buffer.add('alerts', { ...common, id: buffer.id('alerts'), title, description, limit_date: limitDate, status });
  }
  for (const { day, name, kind, working } of holidaysIn(today)) {
    const id = buffer.id('holidays');
    buffer.add('holidays', { ...common, id, day, name, kind });
    for (const acronym of working) {
      const organizationId = sectors.get(acronym)?.id;
      if (organizationId === undefined) continue;
      const exempt = { tenant_id: tenantId, holiday_id: id, organization_id: organizationId };
      buffer.add('holiday_exempt_organizations', exempt);
    }
  }
  const idsWhere = (holds: (person: PersonSeed) => boolean): number[] =>
    [...people].filter(([, person]) => holds(person)).map(([id]) => id);
  return {
    tenantId,
    acronym: seed.acronym,
    today,
    sectorId: (acronym) => known(sectors.get(acronym), acronym).id,
    sectorName: (acronym) => known(sectors.get(acronym), acronym).name,
    subjectId: (name) => known(subjects.get(name), name),
    peopleOf: (acronym) => idsWhere((person) => person.sector === acronym && !READERS.has(person.role)),
    person: (id) => known(people.get(id), String(id)),
    superAdmins: idsWhere((person) => person.role === 'Super Admin'),
  };
}

/** Roles that neither write nor receive documents. */
const READERS: ReadonlySet<string> = new Set(['Consulta', 'Controle Interno']);

type Common = { readonly tenant_id: number; readonly rev: number };

function seedSubjects(
  buffer: RowBuffer,
  facts: { common: Common; sectorIds: ReadonlyMap<string, number> },
): Map<string, number> {
  const ids = new Map<string, number>();
  for (const { name, window, exempt, active } of SUBJECTS) {
    const id = buffer.id('document_subjects');
    ids.set(name, id);
    buffer.add('document_subjects', {
      ...facts.common,
      id,
      name,
      status: active === false ? 'inactive' : 'active',
      submission_start_day: window?.[0] ?? null,
      submission_end_day: window?.[1] ?? null,
    });
    for (const acronym of exempt ?? []) {
      const organizationId = facts.sectorIds.get(acronym);
      if (organizationId === undefined) continue;
      buffer.add('subject_exempt_organizations', {
        tenant_id: facts.common.tenant_id,
        subject_id: id,
        organization_id: organizationId,
      });
    }
  }
  return ids;
}

function known<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`the demonstration has no ${name}`);
  return found;
}

/** A sector of the demonstration, with an invented name. */
type SectorSeed = { readonly name: string; readonly acronym: string; readonly active?: boolean };

export const SECTORS: readonly SectorSeed[] = [
  { name: 'Gabinete do Prefeito', acronym: 'GAB' },
  { name: 'Procuradoria-Geral do Município', acronym: 'PGM' },
  { name: 'Controladoria-Geral do Município', acronym: 'CGM' },
  { name: 'Secretaria Municipal de Administração', acronym: 'SEMAD' },
  { name: 'Secretaria Municipal da Fazenda', acronym: 'SEFAZ' },
  { name: 'Secretaria Municipal de Planejamento e Orçamento', acronym: 'SEPLAN' },
  { name: 'Secretaria Municipal de Educação', acronym: 'SEMED' },
  { name: 'Secretaria Municipal de Saúde', acronym: 'SEMUS' },
  { name: 'Secretaria Municipal de Assistência Social', acronym: 'SEMAS' },
  { name: 'Secretaria Municipal de Obras e Infraestrutura', acronym: 'SEMOB' },
  { name: 'Secretaria Municipal de Serviços Urbanos', acronym: 'SEMSUR' },
  { name: 'Secretaria Municipal de Trânsito e Segurança Viária', acronym: 'SEMTRAN' },
  { name: 'Secretaria Municipal de Meio Ambiente', acronym: 'SEMMA' },
  { name: 'Secretaria Municipal de Habitação', acronym: 'SEHAB' },
  { name: 'Secretaria Municipal de Cultura e Turismo', acronym: 'SECULT' },
  { name: 'Secretaria Municipal de Esporte e Lazer', acronym: 'SEMEL' },
  { name: 'Secretaria Municipal de Desenvolvimento Econômico', acronym: 'SEDEC' },
  { name: 'Secretaria Municipal de Agricultura e Abastecimento', acronym: 'SEMAGRI' },
  { name: 'Secretaria Municipal de Comunicação', acronym: 'SECOM' },
  { name: 'Secretaria Municipal de Tecnologia e Inovação', acronym: 'SETIN' },
  { name: 'Guarda Civil Municipal', acronym: 'GCM' },
  { name: 'Defesa Civil Municipal', acronym: 'DEFCIV' },
  { name: 'Ouvidoria-Geral', acronym: 'OUVI' },
  { name: 'Protocolo Geral', acronym: 'PROT' },
  { name: 'Arquivo Público Municipal', acronym: 'ARQ' },
  { name: 'Departamento de Licitações e Contratos', acronym: 'DLC' },
  { name: 'Instituto de Previdência Municipal', acronym: 'IPREVI', active: false },
];

type SubjectSeed = {
  readonly name: string;
  /** First and last day of the month; absent means no window. */
  readonly window?: readonly [number, number];
  /** Acronyms of exempt sectors. */
  readonly exempt?: readonly string[];
  readonly active?: boolean;
};

export const SUBJECTS: readonly SubjectSeed[] = [
  { name: 'Folha de frequência mensal', window: [1, 5], exempt: ['SEMUS', 'GCM'] },
  { name: 'Prestação de contas de adiantamento', window: [1, 10] },
  { name: 'Medição de obra e boletim mensal', window: [20, 28], exempt: ['DEFCIV'] },
  { name: 'Solicitação de empenho', window: [5, 20], exempt: ['SEMUS'] },
  { name: 'Pedido de material de consumo', window: [10, 15], exempt: ['SEMED'] },
  { name: 'Relatório de gestão fiscal (subsídios)', window: [1, 12] },
  { name: 'Escala de férias e licenças', window: [15, 25], exempt: ['GCM'] },
  { name: 'Inclusão na pauta do Diário Oficial', window: [1, 31] },
  { name: 'Aditivo contratual', window: [1, 20], exempt: ['PGM', 'DLC'] },
  { name: 'Rescisão de contrato' },
  { name: 'Nomeação e exoneração' },
  { name: 'Sinalização viária e obras na via' },
  { name: 'Resposta ao Ministério Público' },
  { name: 'Resposta a requerimento da Câmara' },
  { name: 'Pedido de acesso à informação (LAI)' },
  { name: 'Poda e supressão de árvore' },
  { name: 'Vistoria técnica' },
  { name: 'Ocorrência de Defesa Civil' },
  { name: 'Manutenção de prédio público', window: [1, 15], exempt: ['SEMED', 'SEMUS'] },
  { name: 'Suporte e acesso a sistemas' },
  { name: 'Fechamento contábil do mês', window: [28, 31] },
  { name: 'Censo patrimonial', window: [1, 31], active: false },
];

/** A person of the demonstration. README.md names some of their accounts. */
type PersonSeed = {
  readonly name: string;
  readonly lastName: string;
  readonly role: string;
  /** Acronym of the sector; null for a person without one. */
  readonly sector: string | null;
  /** Local part of the e-mail; absent means that it is made from the name. */
  readonly account?: string;
  readonly active?: boolean;
};

const person = (name: string, lastName: string): Pick<PersonSeed, 'name' | 'lastName'> => ({ name, lastName });

export const PEOPLE: readonly PersonSeed[] = [
  { ...person('Helena', 'Prado Tavares'), role: 'Super Admin', sector: 'GAB', account: 'admin' },
  { ...person('Otávio', 'Brandão Lima'), role: 'Super Admin', sector: 'SETIN' },
  { ...person('Rosângela', 'Meireles'), role: 'Gestor de Setor', sector: 'SEMOB', account: 'gestor.semob' },
  { ...person('Davi', 'Queiroz Antunes'), role: 'Gestor de Setor', sector: 'SEMED' },
  { ...person('Jaqueline', 'Sampaio'), role: 'Gestor de Setor', sector: 'SEMUS' },
  { ...person('Nestor', 'Fagundes'), role: 'Gestor de Setor', sector: 'SEFAZ' },
  { ...person('Luana', 'Peçanha'), role: 'Gestor de Setor', sector: 'SEMAD' },
  { ...person('Ícaro', 'Vilela'), role: 'Gestor de Setor', sector: 'PGM' },
  { ...person('Marlene', 'Bittencourt'), role: 'Gestor de Setor', sector: 'DLC' },
  { ...person('Caio', 'Rezende Porto'), role: 'Gestor de Setor', sector: 'SEMTRAN' },
  { ...person('Tereza', 'Uchoa'), role: 'Gestor de Setor', sector: 'SEMAS' },
  { ...person('Benício', 'Falcão'), role: 'Protocolo', sector: 'PROT', account: 'protocolo' },
  { ...person('Sueli', 'Amorim'), role: 'Protocolo', sector: 'PROT' },
  { ...person('Wagner', 'Tolentino'), role: 'Protocolo', sector: 'OUVI' },
  { ...person('Priscila', 'Noronha'), role: 'Protocolo', sector: 'SEMAD' },
  { ...person('Edgar', 'Salgueiro'), role: 'Servidor', sector: 'SEMOB', account: 'servidor.semob' },
  { ...person('Yasmin', 'Cordeiro'), role: 'Servidor', sector: 'SEMED', account: 'servidor.semed' },
  { ...person('Anselmo', 'Guedes'), role: 'Servidor', sector: 'SEMUS' },
  { ...person('Débora', 'Sabino'), role: 'Servidor', sector: 'SEFAZ' },
  { ...person('Ulisses', 'Barreto'), role: 'Servidor', sector: 'SEMTRAN' },
  { ...person('Conceição', "d'Ávila"), role: 'Servidor', sector: 'SEMMA' },
  { ...person('Geraldo', 'Pimenta Neves'), role: 'Servidor', sector: 'SEMSUR' },
  { ...person('Íris', 'Magalhães Couto'), role: 'Servidor', sector: 'SEHAB' },
  { ...person('Estêvão', 'Lacerda'), role: 'Servidor', sector: 'SEPLAN' },
  { ...person('Marisol', 'Figueira'), role: 'Servidor', sector: 'SECULT' },
  { ...person('Joaquim', 'Serrano'), role: 'Servidor', sector: 'SEMEL' },
  { ...person('Noêmia', 'Castanheira'), role: 'Servidor', sector: 'SEDEC' },
  { ...person('Ademir', 'Roçado'), role: 'Servidor', sector: 'SEMAGRI' },
  { ...person('Flávia', 'Monteserrat'), role: 'Servidor', sector: 'GAB' },
  { ...person('Maria Aparecida', 'do Nascimento Albuquerque Vasconcelos'), role: 'Servidor', sector: 'SETIN' },
  { ...person('Rubens', 'Tapajós'), role: 'Servidor de Campo', sector: 'DEFCIV', account: 'campo.defciv' },
  { ...person('Ivonete', 'Calado'), role: 'Servidor de Campo', sector: 'DEFCIV' },
  { ...person('Élcio', 'Morais'), role: 'Servidor de Campo', sector: 'GCM' },
  { ...person('Cátia', 'Valença'), role: 'Servidor de Campo', sector: 'SEMTRAN' },
  { ...person('Nivaldo', 'Peixoto'), role: 'Servidor de Campo', sector: 'SEMOB' },
  { ...person('Lídia', 'Arantes'), role: 'Servidor de Campo', sector: 'SEMMA' },
  { ...person('Heitor', 'Vasques'), role: 'Controle Interno', sector: 'CGM', account: 'controle' },
  { ...person('Olívia', 'Fontenele'), role: 'Controle Interno', sector: 'CGM' },
  { ...person('Renan', 'Pacheco'), role: 'Consulta', sector: 'SECOM', account: 'consulta' },
  { ...person('Aurora', 'Bragança'), role: 'Consulta', sector: 'SECOM' },
  { ...person('Valdir', 'Quaresma'), role: 'Servidor', sector: 'ARQ', account: 'inativo', active: false },
  { ...person('Zélia', 'Outeiro'), role: 'Servidor', sector: null },
];

export const CHAMBER_SECTORS = [
  { name: 'Presidência da Câmara', acronym: 'PRES' },
  { name: 'Secretaria Legislativa', acronym: 'SELEG' },
  { name: 'Assessoria Jurídica', acronym: 'ASJUR' },
] as const;

export const CHAMBER_PEOPLE: readonly PersonSeed[] = [
  { ...person('Amália', 'Ferrão Duarte'), role: 'Super Admin', sector: 'PRES', account: 'admin' },
  { ...person('Tomás', 'Ribeirinho'), role: 'Servidor', sector: 'SELEG', account: 'servidor' },
  { ...person('Solange', 'Abrantes'), role: 'Gestor de Setor', sector: 'SELEG' },
  { ...person('Virgílio', 'Camargo'), role: 'Servidor', sector: 'ASJUR' },
];

/** `otavio.brandao@…`: first name and first surname, without accents. */
function emailOf(seed: PersonSeed, domain: string): string {
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .replace(/[^a-z ]/gi, '')
      .toLowerCase();
  const first = plain(seed.name).split(' ').at(-1) ?? '';
  const surname = plain(seed.lastName).split(' ')[0] ?? '';
  return `${seed.account ?? `${first}.${surname}`}@${domain}`;
}
