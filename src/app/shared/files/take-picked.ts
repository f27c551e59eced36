import type { RejectedFile } from '#ui/fields/file-selection.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { pickProblem } from '../../text/files.ts';

/** The picked files that are taken; for each of the others the reason is said (rule C9). */
export function takePicked(files: readonly File[], rejected: readonly RejectedFile[]): File[] {
  const taken: File[] = [];
  for (const file of [...files, ...rejected.map((one) => one.file)]) {
    const problem = pickProblem(file);
    if (problem === null) taken.push(file);
    else notify({ title: problem, tone: 'danger' });
  }
  return taken;
}
