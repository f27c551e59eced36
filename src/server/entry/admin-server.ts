// `npm run admin -- mail …`, `doctor`, and what concerns the server as a whole.

import type pg from 'pg';
import { addressOf } from '../config/config.ts';
import { movedClock } from '../config/system-clock.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { openMailer } from '../mail/mailer.ts';
import { testMessage } from '../mail/messages.ts';
import { examine, type Finding, wordsOf } from '../operation/doctor.ts';
import { removeDemo } from '../operation/remove-tenants.ts';
import { declareRollback } from '../operation/rollbacks.ts';
import { readTenants } from '../operation/tenant-state.ts';
import { withDatabase } from '../db/database.ts';
import { listFailedMail, retryFailedMail } from '../operation/failed-mail.ts';
import { type AdminCommand, table, UsageFault } from './admin-command.ts';
import { placeOf, withConnection } from './run-command.ts';

const MARK: Readonly<Record<Finding['state'], string>> = { ok: 'certo ', look: 'ver   ', fault: 'FALHA ' };

const lineOf = ({ part, state, told, advice }: Finding): string =>
  `${MARK[state]} ${part}: ${told}${advice === undefined ? '' : `\n         o que fazer: ${advice}`}`;

/** `PMVI=812`: the number of the tenant's last document, as it is known from paper. */
function numberSaid(text: string): [string, number] {
  const [, acronym, number] = /^(.+)=(\d{1,9})$/.exec(text) ?? [];
  if (acronym === undefined) throw new UsageFault(`número do último documento: PMVI=812, e não ${text}`);
  return [acronym, Number(number)];
}

/**
 * Throws for an unknown tenant. The answer "Nenhum" would read as if all its e-mails had gone out.
 */
async function refuseUnknown(connection: pg.ClientConfig, acronym: string | null): Promise<void> {
  if (acronym !== null) await readTenants(connection, acronym);
}

export const commandsOfMail: readonly AdminCommand[] = [
  {
    name: 'mail test',
    takes: 'pessoa@orgao',
    does: 'envia uma mensagem agora, sem fila, e diz o motivo se ela não sai',
    words: [1, 1],
    alone: async (config, { words: [to = ''] }) => {
      const address = addressOf(config, config.port);
      const mailer = openMailer(config, { address, clock: movedClock(config.clockOffsetMs) });
      try {
        await mailer.send(testMessage(to, address));
      } catch (error) {
        throw new Error(`a mensagem não saiu: ${wordsOf(error)}`, { cause: error });
      } finally {
        mailer.close();
      }
      const where = config.smtpUrl === null ? `um arquivo em ${config.dataDir}/mail` : new URL(config.smtpUrl).host;
      return {
        lines: [`Entregue a ${where}, para ${to}, de ${mailer.from}`],
        data: { to, from: mailer.from, sent: true },
      };
    },
  },
  {
    name: 'mail failed',
    takes: '[SIGLA]',
    does: 'os e-mails que o servidor de e-mail não aceitou: os que esperam outra tentativa e os abandonados',
    words: [0, 1],
    run: async ({ connection }, { words: [acronym = null] }) => {
      await refuseUnknown(connection, acronym);
      const failed = await withDatabase(connection, (database) => listFailedMail(database, acronym));
      const rows = failed.map((one) => [
        one.tenant,
        one.kind,
        `${one.attempts} tentativas`,
        one.next_at === null ? 'abandonado' : `de novo em ${one.next_at}`,
        one.error,
      ]);
      return { code: failed.length === 0 ? 0 : 2, lines: rows.length === 0 ? ['Nenhum'] : table(rows), data: failed };
    },
  },
  {
    name: 'mail retry',
    takes: '[SIGLA]',
    does: 'envia de novo, agora, os e-mails que mail failed mostra',
    words: [0, 1],
    run: async ({ connection, now }, { words: [acronym = null] }) => {
      await refuseUnknown(connection, acronym);
      const retried = await withDatabase(connection, (database) => retryFailedMail(database, { acronym, now }));
      return { lines: [`${retried} e-mails voltaram para a fila`], data: { retried } };
    },
  },
];

export const commandsOfServer: readonly AdminCommand[] = [
  {
    name: 'doctor',
    takes: '',
    does: 'olha banco de dados, papéis, arquivos, e-mail, relógios, versões, fusos, disco e backup; diz o que fazer',
    words: [0, 0],
    alone: async (config) => {
      const clock = movedClock(config.clockOffsetMs);
      const mailer = openMailer(config, { address: addressOf(config, config.port), clock });
      try {
        const findings = await withConnection(config, (connection) =>
          examine({
            config,
            connection,
            place: placeOf(config),
            openFiles: () => openFileStore(config, { besideServer: true }),
            mailer,
            clock,
          }),
        );
        const faults = findings.filter(({ state }) => state === 'fault').length;
        return {
          code: faults === 0 ? 0 : 2,
          lines: [
            ...findings.map(lineOf),
            faults === 0 ? 'Nenhuma falha' : `${faults} ${faults === 1 ? 'falha' : 'falhas'}`,
          ],
          data: findings,
        };
      } finally {
        mailer.close();
      }
    },
  },
  {
    name: 'rolled-back',
    takes: '[--last-number PMVI=812 …]',
    does: 'depois que o banco de dados voltou a um estado anterior: nenhum número se repete',
    options: { 'last-number': { type: 'string', multiple: true, default: [] } },
    words: [0, 0],
    run: async ({ connection, files, claim, now }, { values }) => {
      await claim();
      const said = values['last-number'];
      const known = new Map((Array.isArray(said) ? said : []).map((one) => numberSaid(String(one))));
      const lifted = await declareRollback({ connection, files, now }, known);
      return {
        lines: [
          ...lifted.map(({ acronym, next }) => `${acronym}: o próximo documento será o ${next}`),
          'Os aparelhos vão comparar tudo com o servidor',
        ],
        data: lifted,
      };
    },
  },
  {
    name: 'demo remove',
    takes: '[--with-work]',
    does: 'apaga os órgãos da demonstração, com tudo o que é deles',
    options: { 'with-work': { type: 'boolean' } },
    words: [0, 0],
    run: async ({ connection }, { values }) => {
      const removed = await removeDemo(connection, { withWork: values['with-work'] === true });
      const line = removed.length === 0 ? 'Não há demonstração neste banco de dados' : `Apagado: ${removed.join(', ')}`;
      return { lines: [line], data: { removed } };
    },
  },
];
