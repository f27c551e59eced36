// `npm run admin -- person …` and `sector …`.

import { readFileSync } from 'node:fs';
import type { ImportReport } from '#contract/import.ts';
import { changeEmail, importSheet, inviteByConsole, listPeople, newLink } from '../operation/people.ts';
import { PERSON_COLUMNS, SECTOR_COLUMNS, titlesOf } from '../import/read-sheet.ts';
import { addressAt, addressOf } from '../config/config.ts';
import { type AdminCommand, type Answer, table, UsageFault, type Words } from './admin-command.ts';
import type { CommandParts } from './run-command.ts';

const flag = { type: 'boolean' } as const;

function linesOf({ counts, lines, ignored }: ImportReport): string[] {
  const refused = lines.flatMap(({ line, label, errors }) =>
    errors.map(({ column, message }) => `linha ${line} (${label}): ${[column, message].filter(Boolean).join(': ')}`),
  );
  return [
    ...refused,
    ...(ignored.length > 0 ? [`colunas que não são lidas: ${ignored.join(', ')}`] : []),
    `${counts.new} novas, ${counts.changed} mudam, ${counts.same} iguais, ${counts.refused} recusadas`,
  ];
}

const queuedText = (mailed: number): string =>
  mailed === 1 ? '1 convite na fila de e-mail' : `${mailed} convites na fila de e-mail`;

type Importing = { readonly rows: 'sectors' | 'people'; readonly given: Words };

async function importRows(parts: CommandParts, { rows, given }: Importing): Promise<Answer> {
  const { values, words } = given;
  const [acronym = '', path = ''] = words;
  const [apply, invite] = [values['apply'] === true, values['invite'] === true];
  if (invite && !apply) throw new UsageFault('use --invite com --apply');
  const done = await importSheet(parts, { rows, acronym, sheet: readFileSync(path), apply, invite });
  const end = done.applied
    ? `Gravado em nome de ${done.by}`
    : done.report.counts.refused > 0
      ? 'Nada foi gravado: corrija as linhas recusadas'
      : apply
        ? 'Nada foi gravado: a planilha está igual ao que já está no sistema'
        : 'Nada foi gravado: repita com --apply';
  const isRefused = done.report.counts.refused > 0;
  return {
    code: isRefused ? 2 : 0,
    lines: [...linesOf(done.report), end, ...(invite && done.applied ? [queuedText(done.invited)] : [])],
    data: { ...done.report, applied: done.applied, ...(rows === 'people' ? { invited: done.invited } : {}) },
  };
}

export const commandsOfPeople: readonly AdminCommand[] = [
  {
    name: 'sector import',
    takes: 'SIGLA arquivo.csv [--apply]',
    does: `confere a planilha de setores (${titlesOf(SECTOR_COLUMNS).join('; ')}), linha por linha; com --apply também a grava, inteira ou nada`,
    options: { apply: flag },
    words: [2, 2],
    run: (parts, given) => importRows(parts, { rows: 'sectors', given }),
  },
  {
    name: 'person list',
    takes: 'SIGLA [texto]',
    does: 'as pessoas do órgão, ou aquelas cujo nome ou e-mail contém o texto',
    words: [1, 2],
    run: async (parts, { words: [acronym = '', text = ''] }) => {
      const people = await listPeople(parts, { acronym, text });
      const rows = people.map((one) => [
        one.name,
        one.email,
        one.sector ?? '',
        one.roles.join(' | '),
        one.status === 'active' ? 'ativa' : 'inativa',
        one.last_login_at ?? 'nunca entrou',
      ]);
      return { lines: table(rows), data: people };
    },
  },
  {
    name: 'person import',
    takes: 'SIGLA arquivo.csv [--apply [--invite]]',
    does: `confere a planilha de pessoas (${titlesOf(PERSON_COLUMNS).join('; ')}), linha por linha; com --apply também a grava, inteira ou nada; com --invite convida por e-mail as pessoas novas`,
    options: { apply: flag, invite: flag },
    words: [2, 2],
    run: (parts, given) => importRows(parts, { rows: 'people', given }),
  },
  {
    name: 'person invite',
    takes: 'SIGLA pessoa@orgao … | --all [--paper]',
    does: 'convida quem ainda não tem senha, por e-mail, ou com códigos para entregar em papel',
    options: { all: flag, paper: flag },
    words: [1, 500],
    run: async ({ config, ...parts }, { values, words: [acronym = '', ...emails] }) => {
      if ((values['all'] === true) === emails.length > 0) throw new UsageFault('informe os e-mails, ou --all');
      const by = values['paper'] === true ? 'slip' : 'mail';
      const answer = await inviteByConsole(parts, { acronym, emails: values['all'] === true ? 'all' : emails, by });
      const address = addressOf(config, config.port);
      const slips = answer.slips.map((slip) => [
        `${slip.name} ${slip.last_name}`,
        slip.email,
        slip.code,
        `${address}${slip.path}`,
      ]);
      const lines = by === 'mail' ? [queuedText(answer.mailed)] : table(slips);
      return { lines, data: answer };
    },
  },
  {
    name: 'person new-link',
    takes: 'pessoa@orgao',
    does: 'um link para criar outra senha, que vale uma vez e por 60 minutos, para entregar em mãos',
    words: [1, 1],
    run: async ({ config, ...parts }, { words: [given = ''] }) => {
      const { path, host, email } = await newLink(parts, given);
      const link = `${addressAt(addressOf(config, config.port), host)}${path}`;
      return { lines: [link], data: { email, link } };
    },
  },
  {
    name: 'person change-email',
    takes: 'de@orgao para@orgao',
    does: 'outro e-mail para a conta; os dois endereços são avisados',
    words: [2, 2],
    run: async (parts, { words: [from = '', to = ''] }) => {
      const before = await changeEmail(parts, { from, to });
      return { lines: [`${before} agora entra como ${to}`], data: { from: before, to } };
    },
  },
];
