// Entry of `npm run admin -- COMMAND …`: what an operator does by hand. Each command has a file
// beside its operation.

import { parseArgs } from 'node:util';
import { declareRollback } from '../operation/rollbacks.ts';
import { removeDemo } from '../operation/remove-demo.ts';
import { setQuota, setTimeZone } from '../operation/tenants.ts';
import { runCommand, type CommandParts } from './run-command.ts';

type AdminCommand = {
  /** What may follow the name, and what the command does. */
  readonly usage: string;
  /** Returns the exit code. `args` is what follows the name. */
  readonly run: (parts: CommandParts, args: string[]) => Promise<number>;
};

const COMMANDS: Readonly<Record<string, AdminCommand>> = {
  'demo:remove': {
    usage: '[--with-work]  apaga os órgãos da demonstração, com tudo o que é deles',
    run: async ({ connection }, args) => {
      const { values } = parseArgs({ args, options: { 'with-work': { type: 'boolean', default: false } } });
      const removed = await removeDemo(connection, { withWork: values['with-work'] });
      process.stdout.write(
        removed.length === 0 ? 'Não há demonstração neste banco de dados\n' : `Apagado: ${removed.join(', ')}\n`,
      );
      return 0;
    },
  },
  'tenant:zone': {
    usage: 'SIGLA America/Manaus  o fuso horário do órgão',
    run: async ({ connection }, [acronym, zone, ...rest]) => {
      if (acronym === undefined || zone === undefined || rest.length > 0)
        throw new Error('uso: npm run admin -- tenant:zone SIGLA America/Manaus');
      await setTimeZone(connection, { acronym, zone });
      process.stdout.write(`${acronym}: ${zone}\n`);
      return 0;
    },
  },
  'tenant:quota': {
    usage: 'SIGLA [--tenant MB] [--person MB]  o que o órgão e cada pessoa podem guardar; padrao volta ao do servidor',
    run: async ({ connection }, args) => {
      const options = { tenant: { type: 'string' }, person: { type: 'string' } } as const;
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
      const [acronym, ...rest] = positionals;
      if (acronym === undefined || rest.length > 0)
        throw new Error('uso: npm run admin -- tenant:quota SIGLA [--tenant MB] [--person MB]');
      const { tenant, person, used } = await setQuota(connection, { acronym, ...values });
      const [ofTenant, ofPerson] = [tenant, person].map((mb) => (mb === null ? 'a do servidor' : `${mb} MB`));
      process.stdout.write(`${acronym}: cota do órgão ${ofTenant}, de cada pessoa ${ofPerson}; guardados ${used} MB\n`);
      return 0;
    },
  },
  'rolled-back': {
    usage:
      '[--last-number PMVI=812 …]  depois que o banco de dados voltou a um estado anterior: nenhum número se repete',
    run: async ({ connection, files, claim, now }, args) => {
      const { values } = parseArgs({
        args,
        options: { 'last-number': { type: 'string', multiple: true, default: [] } },
      });
      await claim();
      const lifted = await declareRollback({ connection, files, now }, new Map(values['last-number'].map(numberSaid)));
      for (const { acronym, next } of lifted) process.stdout.write(`${acronym}: o próximo documento será o ${next}\n`);
      process.stdout.write('Os aparelhos vão comparar tudo com o servidor\n');
      return 0;
    },
  },
};

/** `PMVI=812`: the last number of a document of this tenant that is known from paper. */
function numberSaid(text: string): [string, number] {
  const [, acronym, number] = /^(.+)=(\d{1,9})$/.exec(text) ?? [];
  if (acronym === undefined) throw new Error(`número do último documento: PMVI=812, e não ${text}`);
  return [acronym, Number(number)];
}

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command === undefined) {
  const lines = Object.entries(COMMANDS).map(([known, { usage }]) => `  npm run admin -- ${known} ${usage}`);
  process.stderr.write(`uso:\n${lines.join('\n')}\n`);
  process.exit(1);
}
await runCommand((parts) => command.run(parts, args));
