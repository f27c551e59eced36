// Entry of `npm run admin -- COMMAND …`: what an operator does by hand. Each command has a file beside its operation.

import { parseArgs } from 'node:util';
import { removeDemo } from '../operation/remove-demo.ts';
import { runCommand, type CommandParts } from './run-command.ts';

type AdminCommand = {
  /** What may follow the name, and what the command does. */
  readonly usage: string;
  /** Answers the exit code. `args` is what follows the name. */
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
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command === undefined) {
  const lines = Object.entries(COMMANDS).map(([known, { usage }]) => `  npm run admin -- ${known} ${usage}`);
  process.stderr.write(`uso:\n${lines.join('\n')}\n`);
  process.exit(1);
}
await runCommand((parts) => command.run(parts, args));
