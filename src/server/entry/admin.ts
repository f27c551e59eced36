// Entry of `npm run admin -- COMMAND …`: the operator's console. Each noun has its commands in a
// file of this folder, and what they do stands in `src/server/operation`.

import type { AdminCommand, Answer, Words } from './admin-command.ts';
import { askedBy } from './admin-words.ts';
import { runCommand, runConfigured } from './run-command.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const words = process.argv.slice(2);
const isJson = words.includes('--json');
const asked = askedBy(words);

function refuse(sentence: string, text = sentence): void {
  if (isJson) say(JSON.stringify({ error: sentence }));
  else process.stderr.write(`${text}\n`);
}

if (asked.kind === 'command') await run(asked.command, asked.given);
if (asked.kind === 'help') say(asked.text);
else if (asked.kind === 'refused') refuse(asked.sentence, asked.text);
process.exit(asked.kind === 'help' ? 0 : 1);

async function run(command: AdminCommand, given: Words): Promise<never> {
  const onFault = (sentence: string): void => refuse(sentence);
  const tell = ({ code = 0, lines, data }: Answer): number => {
    if (isJson) say(JSON.stringify(data));
    else for (const line of lines) say(line);
    return code;
  };
  if ('alone' in command) return runConfigured(async (config) => tell(await command.alone(config, given)), { onFault });
  return runCommand(async (parts) => tell(await command.run(parts, given)), {
    mayMake: command.mayMake === true && given.values['new-database'] === true,
    onFault,
  });
}
