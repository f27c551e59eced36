// I9: nothing is called registered that the server's history does not hold. Compares what an item
// says, in the words that a person reads, with what the server wrote down under the command's id.

import { hasText } from '#domain/plain-text.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { stateWords } from '../../src/app/text/sending/command-state.ts';
import { ZONE } from '../fakes/model-server/model.ts';
import type { World } from './world.ts';

/** What a command asked for, with the names of the history; a reply is an `interaction`. */
function askedOf(command: OutboxCommand): string[] {
  switch (command.type) {
    case 'create-document':
      return ['creation'];
    case 'complete-document':
      return ['completion'];
    case 'reopen-document':
      return ['reopening'];
    case 'reassign-document':
      return ['transfer'];
    case 'record-view':
      return ['view'];
    case 'create-row':
    case 'update-row':
    case 'switch-rows':
    case 'delete-rows':
      return ['row'];
    case 'respond': {
      const { content, limit_date: date, responsible_ids: people } = command.payload;
      return [
        ...(hasText(content) || command.files.length > 0 ? ['interaction'] : []),
        ...(people === null ? [] : ['transfer']),
        ...(date === null ? [] : ['extension']),
      ];
    }
  }
}

/** What its item calls registered. */
function calledRegistered(command: OutboxCommand): string[] {
  const frame = { nowMs: 0, zone: ZONE, needsLogin: false, isWaiting: false, personName: () => '' };
  const { text } = stateWords(command, frame);
  if (text.startsWith('Registrado às')) return askedOf(command);
  return text.startsWith('Registrado em parte') ? askedOf(command).filter((part) => part !== 'extension') : [];
}

/** What is called registered of these commands, and is not in the server's history. */
export function falselyRegistered({ model, checked, lost }: World, commands: readonly OutboxCommand[]): string[] {
  const done = commands.filter((command) => command.state === 'done' && !checked.has(command) && !lost.has(command.id));
  if (done.length === 0) return [];
  const held = new Set<string>();
  for (const { logs, interactions } of model.documents.values()) {
    for (const log of logs) held.add(`${log.command_id} ${log.action}`);
    for (const interaction of interactions) held.add(`${interaction.command_id} interaction`);
  }
  for (const key of model.countedViews) held.add(`${key} view`);
  for (const { key, rows } of model.effects) if (rows !== undefined) held.add(`${key} row`);
  for (const command of done) checked.add(command);
  return done.flatMap((command) =>
    calledRegistered(command)
      .filter((part) => !held.has(`${command.id} ${part}`))
      .map((part) => `I9: ${command.type} ${command.id} is called registered, and there is no ${part} of it`),
  );
}
