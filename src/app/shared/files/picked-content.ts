// Loaded when a file is picked.

import { cutFileText } from '#contract/cut-file-text.ts';
import { contentRefusalText } from '#contract/refusal-text.ts';
import { displayName, namedAs } from '#domain/files.ts';
import { isCut, judgePicked } from '#mirror/keep/judge-picked.ts';

export type PickedContent = {
  /** Why the file can't be sent, as a sentence; null when it can. */
  readonly problem: string | null;
  /** What its sender should know of a file that can be sent. */
  readonly note?: string | undefined;
  /** The name under which the server keeps it. */
  readonly keptAs: string;
};

/** What the content of a picked file means for it. */
export async function contentOf(file: File): Promise<PickedContent> {
  const name = displayName(file.name);
  const judged = await judgePicked(file);
  if (judged === null) return { problem: null, keptAs: name };
  if ('refused' in judged) return { problem: contentRefusalText(name, judged.refused), keptAs: name };
  const note = (await isCut(file, judged.is)) ? cutFileText(name) : undefined;
  return { problem: null, note, keptAs: namedAs(name, judged.is) };
}
