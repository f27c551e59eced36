// `npm run admin -- tenant …`.

import { createReadStream } from 'node:fs';
import { IMAGE_MAX_BYTES } from '#domain/files.ts';
import { commonHostOf } from '../config/config.ts';
import { storeImage } from '../files/encode-image.ts';
import { exportTenant } from '../operation/export-tenant.ts';
import { createTenant, setPeopleQuota, setQuota, setTimeZone } from '../operation/tenants.ts';
import {
  beginDeletion,
  DELETE_DAYS,
  deleteTenant,
  disableTenant,
  enableTenant,
  readTenants,
  setFront,
  type TenantFacts,
} from '../operation/tenant-state.ts';
import { type AdminCommand, table, textOf, UsageFault, type Values, wantedText } from './admin-command.ts';
import type { CommandParts } from './run-command.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

function stateOf({ disabled_at, delete_from }: TenantFacts): string {
  if (delete_from !== null) return `suspenso, pode ser apagado a partir de ${delete_from}`;
  return disabled_at === null ? 'ativo' : `suspenso desde ${disabled_at}`;
}

const many = (used: number, most: number | null, unit: string): string =>
  `${used} ${unit}${most === null ? '' : ` de ${most}`}`;

async function logoAt(parts: CommandParts, path: string) {
  await parts.claim();
  const stored = await parts.files.put(createReadStream(path), { maxBytes: IMAGE_MAX_BYTES });
  const file = { ...stored, name: path, mimeType: '' };
  try {
    return await storeImage(parts.files, { file, field: 'logo', sender: 'console' });
  } finally {
    await parts.files.remove(file.storageKey);
  }
}

/** The value of an option; `-` stands for null, which clears the stored value. */
const orNothing = (value: string | undefined): string | null | undefined => (value === '-' ? null : value);

async function createFrom(parts: CommandParts, values: Values) {
  const [name, acronym] = [wantedText(values, 'name'), wantedText(values, 'acronym')];
  const admin = { name: wantedText(values, 'admin-name'), email: wantedText(values, 'admin-email') };
  const [password, zone, path] = ['admin-password', 'time-zone', 'logo'].map((one) => textOf(values, one));
  const logo = path === undefined ? undefined : await logoAt(parts, path);
  const made = await createTenant(parts.connection, {
    name,
    acronym,
    ...(zone === undefined ? {} : { timeZone: zone }),
    ...(logo === undefined ? {} : { logo }),
    admin: { ...admin, ...(password === undefined ? {} : { password }) },
  }).catch(async (error: unknown) => {
    if (logo !== undefined) await parts.files.remove(logo.storageKey);
    throw error;
  });
  return { acronym, name, admin: admin.email, password: made.password };
}

export const commandsOfTenants: readonly AdminCommand[] = [
  {
    name: 'tenant list',
    takes: '',
    does: 'os órgãos, o estado e o que cada um tem',
    words: [0, 0],
    run: async ({ connection }) => {
      const tenants = await readTenants(connection, null);
      const rows = tenants.map((one) => [
        one.acronym,
        one.name,
        stateOf(one),
        `${one.people} pessoas`,
        `${one.documents} documentos`,
        `${one.stored_mb} MB`,
        one.host ?? '',
      ]);
      return { lines: table(rows), data: tenants };
    },
  },
  {
    name: 'tenant usage',
    takes: 'SIGLA',
    does: 'pessoas, documentos, arquivos e cotas do órgão',
    words: [1, 1],
    run: async ({ connection }, { words: [acronym = ''] }) => {
      const [one] = await readTenants(connection, acronym);
      if (one === undefined) throw new UsageFault('informe a sigla de um órgão');
      const lines = table([
        ['órgão', `${one.acronym}, ${one.name}`],
        ['estado', stateOf(one)],
        ['endereço próprio', one.host ?? 'não tem'],
        ['fuso horário', one.time_zone],
        ['pessoas ativas', many(one.people, one.people_quota, '')],
        ['documentos', String(one.documents)],
        ['arquivos', `${one.files}, ${many(one.stored_mb, one.storage_quota_mb, 'MB')}`],
        [
          'cota de cada pessoa',
          one.person_storage_quota_mb === null ? 'a do servidor' : `${one.person_storage_quota_mb} MB`,
        ],
        ['última entrada', one.last_login_at ?? 'nenhuma'],
      ]);
      return { lines, data: one };
    },
  },
  {
    name: 'tenant create',
    takes:
      '--name "Prefeitura de …" --acronym SIGLA --admin-name "Nome Sobrenome" --admin-email pessoa@orgao ' +
      '[--admin-password …] [--time-zone Manaus] [--logo arquivo.png] [--new-database]',
    does: 'um órgão novo com o seu Super Admin; diz a senha, gerada se não for dada',
    options: {
      name: text,
      acronym: text,
      'admin-name': text,
      'admin-email': text,
      'admin-password': text,
      'time-zone': text,
      logo: text,
      'new-database': flag,
    },
    words: [0, 0],
    mayMake: true,
    run: async (parts, { values }) => {
      const made = await createFrom(parts, values);
      return {
        lines: [`Criado: ${made.name} (${made.acronym}), administrador ${made.admin}, senha ${made.password}`],
        data: made,
      };
    },
  },
  {
    name: 'tenant export',
    takes: 'SIGLA PASTA',
    does: 'tudo do órgão, legível sem o Malote; uma segunda tentativa continua de onde a primeira parou',
    words: [2, 2],
    run: async (parts, { words: [acronym = '', folder = ''] }) => {
      const { documents, files, lost } = await exportTenant(parts, { acronym, folder });
      const lines = [
        `Exportado em ${folder}: ${documents} documentos, ${files} arquivos`,
        ...lost.map((path) => `Arquivo perdido ou danificado: ${path}`),
      ];
      return { code: lost.length === 0 ? 0 : 2, lines, data: { acronym, folder, documents, files, lost } };
    },
  },
  {
    name: 'tenant move',
    takes: 'SIGLA PASTA',
    does: 'suspende o órgão e o exporta, para que outra instalação o receba: npm run import-export -- PASTA',
    words: [2, 2],
    run: async (parts, { words: [acronym = '', folder = ''] }) => {
      await disableTenant(parts.connection, { acronym, now: parts.now });
      const { documents, files, lost } = await exportTenant(parts, { acronym, folder });
      const lines = [
        `${acronym}: suspenso aqui e exportado em ${folder}: ${documents} documentos, ${files} arquivos`,
        ...lost.map((path) => `Arquivo perdido ou danificado: ${path}`),
        'Na outra instalação: npm run import-export -- PASTA; depois leve o endereço do órgão para lá',
        `Para desistir: npm run admin -- tenant enable ${acronym}`,
      ];
      return { code: lost.length === 0 ? 0 : 2, lines, data: { acronym, folder, documents, files, lost } };
    },
  },
  {
    name: 'tenant disable',
    takes: 'SIGLA',
    does: 'suspende o órgão: as sessões acabam, ninguém entra, nada é enviado; os dados ficam',
    words: [1, 1],
    run: async ({ connection, now }, { words: [acronym = ''] }) => {
      await disableTenant(connection, { acronym, now });
      return { lines: [`${acronym}: suspenso`], data: { acronym, disabled: true } };
    },
  },
  {
    name: 'tenant enable',
    takes: 'SIGLA',
    does: 'o órgão volta, e uma exclusão iniciada é desfeita',
    words: [1, 1],
    run: async ({ connection }, { words: [acronym = ''] }) => {
      await enableTenant(connection, acronym);
      return { lines: [`${acronym}: ativo`], data: { acronym, disabled: false } };
    },
  },
  {
    name: 'tenant delete',
    takes: `SIGLA [--days ${DELETE_DAYS.usual}], e depois da espera SIGLA --confirm SIGLA`,
    does: 'primeiro suspende e marca a data; depois apaga tudo, os arquivos também. Recibos em papel seguem conferíveis',
    options: { days: text, confirm: text },
    words: [1, 1],
    run: async (parts, { values, words: [acronym = ''] }) => {
      const confirmed = textOf(values, 'confirm');
      if (confirmed === undefined) {
        const days = Number(textOf(values, 'days') ?? DELETE_DAYS.usual);
        const from = await beginDeletion(parts.connection, { acronym, now: parts.now, days });
        const lines = [
          `${acronym}: suspenso. A partir de ${from} pode ser apagado: npm run admin -- tenant delete ${acronym} --confirm ${acronym}`,
          `Para desistir: npm run admin -- tenant enable ${acronym}`,
        ];
        return { lines, data: { acronym, delete_from: from } };
      }
      if (confirmed.toUpperCase() !== acronym.toUpperCase())
        throw new UsageFault(`para confirmar, repita a sigla: --confirm ${acronym}`);
      await parts.claim();
      const done = await deleteTenant(parts, { acronym, now: parts.now });
      const lines = [`${acronym}: apagado, com ${done.documents} documentos e ${done.files} arquivos`];
      return { lines, data: { acronym, deleted: true, ...done } };
    },
  },
  {
    name: 'tenant zone',
    takes: 'SIGLA Manaus (ou America/Manaus)',
    does: 'o fuso horário do órgão: Brasília, Manaus, Rio Branco, Cuiabá, Fernando de Noronha, …',
    words: [2, 3],
    run: async ({ connection }, { words: [acronym = '', ...named] }) => {
      const zone = await setTimeZone(connection, { acronym, zone: named.join(' ') });
      return { lines: [`${acronym}: ${zone}`], data: { acronym, time_zone: zone } };
    },
  },
  {
    name: 'tenant quota',
    takes: 'SIGLA [--tenant MB] [--person MB] [--people N]',
    does: 'o que o órgão e cada pessoa podem guardar, e quantas pessoas ativas há; padrao volta ao do servidor',
    options: { tenant: text, person: text, people: text },
    words: [1, 1],
    run: async ({ connection }, { values, words: [acronym = ''] }) => {
      const [tenantMb, personMb, people] = ['tenant', 'person', 'people'].map((name) => textOf(values, name));
      if (people !== undefined) await setPeopleQuota(connection, { acronym, people });
      const { tenant, person, used } = await setQuota(connection, {
        acronym,
        ...(tenantMb === undefined ? {} : { tenant: tenantMb }),
        ...(personMb === undefined ? {} : { person: personMb }),
      });
      const [one] = await readTenants(connection, acronym);
      const [ofTenant, ofPerson] = [tenant, person].map((mb) => (mb === null ? 'a do servidor' : `${mb} MB`));
      const ofPeople = one?.people_quota ?? null;
      return {
        lines: [
          `${acronym}: cota do órgão ${ofTenant}, de cada pessoa ${ofPerson}; guardados ${used} MB; ` +
            `pessoas ativas ${one?.people ?? 0}${ofPeople === null ? ', sem limite' : ` de ${ofPeople}`}`,
        ],
        data: { acronym, tenant, person, used, people: one?.people ?? 0, people_quota: ofPeople },
      };
    },
  },
  {
    name: 'tenant front',
    takes: 'SIGLA [--host oficios.prefeitura.gov.br] [--phone …] [--email …] (- tira)',
    does: 'o endereço próprio do órgão, e quem ajuda antes da entrada',
    options: { host: text, phone: text, email: text },
    words: [1, 1],
    run: async ({ connection, config }, { values, words: [acronym = ''] }) => {
      const [host, phone, email] = ['host', 'phone', 'email'].map((name) => orNothing(textOf(values, name)));
      const front = Object.fromEntries(
        Object.entries({ host, phone, email }).filter(([, value]) => value !== undefined),
      );
      await setFront(connection, { acronym, commonHost: commonHostOf(config), ...front });
      return { lines: [`${acronym}: feito`], data: { acronym, ...front } };
    },
  },
];
