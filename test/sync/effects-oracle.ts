// Checks the effects on the server of a history: each gesture once, as its author's, and in the
// author's order.

import { makersOf } from './row-oracle.ts';
import type { Intent, World } from './world.ts';

/** I1, I2, I4: a discarded command has no effect; every other has one, under its author's name. */
export function checkEffects(world: World): string[] {
  const found: string[] = [];
  for (const { key, type } of world.model.effects) {
    if (key !== null && world.givenUp.has(key))
      found.push(`I1: ${type} ${key} was done although it was taken out unsent`);
  }
  for (const intent of world.intents) {
    // A command that was discarded while its answer was lost may have had its effect before, but
    // only once and as its author's.
    const effects = world.model.effects.filter((effect) => effect.key === intent.commandId);
    const applied = effects.filter((effect) => effect.result === 'applied');
    if (effects.length > 1)
      found.push(`I2: ${intent.commandId} had ${effects.length} effects (${applied.length} applied)`);
    for (const effect of effects) {
      if (effect.sessionUserId !== intent.actorId) {
        found.push(`I4: ${intent.commandId} of ${intent.actorId} was done as ${effect.sessionUserId}`);
      }
    }
    if (world.discarded.has(intent.commandId)) continue;
    const written = authorsOf(world, intent);
    if (written.length > 1) found.push(`I2: ${intent.marker ?? ''} was written ${written.length} times`);
    if (written.some((author) => author !== intent.actorId))
      found.push(`I4: ${intent.marker ?? ''} has another author`);
  }
  return found;
}

/** The authors of this text on the server, one entry for each occurrence. */
function authorsOf(world: World, { marker }: Intent): number[] {
  if (marker === null) return [];
  const documents = [...world.model.documents.values()];
  const written = documents.flatMap((document) => [
    ...(document.title === marker ? [document.created_by] : []),
    ...document.interactions.filter((one) => one.content.includes(`>${marker}<`)).map((one) => one.creator.id),
  ]);
  return [...written, ...makersOf(world.model, marker)];
}

/** I3, for the effects so far. */
export function checkOrder(world: World): string[] {
  const made = new Map(world.intents.map((intent) => [intent.commandId, intent]));
  const last = new Map<string, number>();
  const found: string[] = [];
  for (const effect of world.model.effects) {
    const intent = effect.key === null ? undefined : made.get(effect.key);
    if (intent === undefined || world.again.has(intent.commandId)) continue;
    for (const about of effect.rows ?? [effect.documentId]) {
      const lane = `${intent.device}:${intent.actorId}:${about}`;
      const before = last.get(lane) ?? -1;
      if (intent.seq < before) found.push(`I3: ${intent.commandId} came after a later gesture on ${about}`);
      last.set(lane, Math.max(before, intent.seq));
    }
  }
  return found;
}

/**
 * I3: a command made from a conflict takes the conflict's position: commands that waited for the
 * old one go after the new one. Before the end the new one may still be discarded, and the waiting
 * commands go on.
 */
export function checkRedone(world: World): string[] {
  const placeOf = (id: string) => world.model.effects.findIndex((effect) => effect.key === id);
  return world.redone.flatMap(({ first, waiting }) => {
    const place = placeOf(first);
    if (place === -1 && (world.discarded.has(first) || world.lost.has(first))) return [];
    const earlier = waiting.filter((id) => placeOf(id) !== -1 && (place === -1 || placeOf(id) < place));
    return earlier.map((id) => `I3: ${id} went before ${first}, made of a conflict that it waited for`);
  });
}
