import type { Mirror } from '../store/schema.ts';

/**
 * The `seq` for a command that is to come right before the one at `seq`: between it and the command
 * stored before it, of whatever document (S35). Inside the transaction that writes it.
 */
export async function placeBefore(mirror: Mirror, seq: number): Promise<number> {
  const [before = seq - 1] = await mirror.commands.where('seq').below(seq).reverse().limit(1).primaryKeys();
  const place = (before + seq) / 2;
  if (place <= before || place >= seq) throw new Error('no number is left between two commands');
  return place;
}
