import { useId, useState } from 'react';
import { StorageTrouble } from '#mirror/store/storage.ts';
import { notKeptText, pickProblem } from '../../text/files.ts';
import { sortPicked } from './sort-picked.ts';

/** Why one file is refused, as a sentence; null when it is accepted. */
export type JudgeFile = (file: File) => string | null;

/** The part of a form's draft that has its files. */
type FileDraft = {
  readonly files: readonly { readonly size: number }[];
  readonly addFiles: (files: readonly File[]) => Promise<void>;
};

export type FileField = {
  /** Of the place where `problems` are said. */
  readonly id: string;
  /** What the buttons of the field are described by: `id` while something is said there. */
  readonly describedBy: string | undefined;
  /** Why files of the last choice were not taken, one sentence each. They stay until the next choice. */
  readonly problems: readonly string[];
  /** A new choice of files: those that `judge` accepts are kept, one after the other. Without it the form takes any attachment. */
  readonly take: (picked: readonly File[], judge?: JudgeFile) => void;
  /** Says one more sentence about the last choice. */
  readonly add: (problem: string) => void;
};

/** A field for files over a draft: what it takes, and what it refuses (rule C9). `onChoice` is told of every choice. */
export function useFileField(draft: FileDraft, onChoice: () => void = () => undefined): FileField {
  const id = useId();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const add = (problem: string) => setProblems((before) => [...before, problem]);

  async function keep(files: readonly File[]): Promise<void> {
    for (const file of files) {
      await draft.addFiles([file]).catch((error: unknown) => {
        add(notKeptText(file.name, error instanceof StorageTrouble));
      });
    }
  }

  return {
    id,
    describedBy: problems.length === 0 ? undefined : id,
    problems,
    take(picked, judge = (file) => pickProblem(file)) {
      const sorted = sortPicked(picked, { kept: draft.files, judge });
      setProblems(sorted.problems);
      onChoice();
      void keep(sorted.taken);
    },
    add,
  };
}
