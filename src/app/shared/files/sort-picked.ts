import { roomProblem } from '../../text/document/files.ts';

type SizedFile = { readonly size: number };

/**
 * Which of the picked files go into a form that has `kept`, and one sentence for each of the others
 * (rule C9). Pure.
 */
export function sortPicked<Picked extends SizedFile & { readonly name: string }>(
  picked: readonly Picked[],
  { kept, judge }: { kept: readonly SizedFile[]; judge: (file: Picked) => string | null },
): { taken: Picked[]; problems: string[] } {
  const taken: Picked[] = [];
  const problems: string[] = [];
  for (const file of picked) {
    const problem = judge(file) ?? roomProblem(file, [...kept, ...taken]);
    if (problem === null) taken.push(file);
    else problems.push(problem);
  }
  return { taken, problems };
}
