import type { RejectedFile } from '#ui/fields/file-selection.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { pickProblem } from '../../text/files.ts';

/** Returns the picked files that are accepted, and shows the reason for each of the others (rule C9). */
export function takePicked(files: readonly File[], rejected: readonly RejectedFile[]): File[] {
  const taken: File[] = [];
  for (const file of [...files, ...rejected.map((one) => one.file)]) {
    const problem = pickProblem(file);
    if (problem === null) taken.push(file);
    else notify({ title: problem, tone: 'danger' });
  }
  return taken;
}
