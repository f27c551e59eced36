import { Dexie } from 'dexie';

const NAME = /^malote-(\d+)$/;

/**
 * The people (user ids) other than `userId` who have a mirror on this device, even one with sealed
 * work alone.
 */
export async function othersHere(userId: number): Promise<number[]> {
  const people = (await Dexie.getDatabaseNames()).flatMap((name) => NAME.exec(name)?.slice(1).map(Number) ?? []);
  return people.filter((other) => other !== userId);
}
