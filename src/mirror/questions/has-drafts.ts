import type { Mirror } from '../store/schema.ts';

/** Whether any form keeps something here, also one with nothing written in it. */
export async function hasDrafts(mirror: Mirror): Promise<boolean> {
  return (await mirror.drafts.count()) > 0;
}
