import { useId, useState } from 'react';
import { StorageTrouble } from '#mirror/store/storage.ts';
import { displayName, namedAs } from '#domain/files.ts';
import { contentRefusalText, cutFileText } from '#contract/refusal-text.ts';
import { isCut, judgePicked } from '#mirror/keep/judge-picked.ts';
import { keptAsText, notKeptText, pickProblem, repeatedText, roomProblem } from '../../text/document/files.ts';

/**
 * Why one file is refused, as a sentence; null when it is accepted. It is called with the picked
 * name, and again with `keptAs` when the content gives the file another name.
 */
type JudgeFile = (file: { readonly name: string; readonly size: number }, keptAs?: string) => string | null;

/** The part of a form's draft that has its files. */
type FileDraft = {
  readonly files: readonly { readonly size: number }[];
  readonly addFiles: (files: readonly File[]) => Promise<void>;
  /**
   * Runs `work`, which stores files. Sending, replacing or discarding the draft waits for its end.
   * Nothing is sent where `work` resolves to false.
   */
  readonly store: (work: () => Promise<boolean>) => Promise<boolean>;
};

export type FileField = {
  /** Id of the element that shows `problems`. */
  readonly id: string;
  /** The `aria-describedby` of the field's buttons: `id` while there are problems. */
  readonly describedBy: string | undefined;
  /**
   * Why files of the last choice were not taken, one sentence each. They stay until the next
   * choice.
   */
  readonly problems: readonly string[];
  /**
   * Remarks about accepted files of the last choice, one sentence each. The next choice clears
   * them.
   */
  readonly notes: readonly string[];
  /**
   * Takes a new choice of files and stores those that `judge` accepts, one after the other. Without
   * `judge`, the rules for attachments hold (rule C9).
   */
  readonly take: (picked: readonly File[], judge?: JudgeFile) => void;
  /** Says one more sentence about the last choice. */
  readonly add: (problem: string) => void;
};

/**
 * The state of a field that adds files to a draft, and refuses those that don't fit (rule C9).
 * `onChoice` is called after each choice.
 */
export function useFileField(draft: FileDraft, onChoice: () => void = () => undefined): FileField {
  const id = useId();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const add = (problem: string) => setProblems((before) => [...before, problem]);

  /** Resolves to whether the file was kept. If it was not, the field says why. */
  async function keepOne(file: File, judge: JudgeFile): Promise<boolean> {
    const { problem, note, keptAs } = await contentOf(file);
    const isRenamed = keptAs !== displayName(file.name);
    const refused = problem ?? (isRenamed ? judge(file, keptAs) : null);
    if (refused !== null) {
      add(refused);
      return false;
    }
    const told = [...(isRenamed ? [keptAsText(file.name, keptAs)] : []), ...(note === undefined ? [] : [note])];
    if (told.length > 0) setNotes((before) => [...before, ...told]);
    return draft.addFiles([file]).then(
      () => true,
      (error: unknown) => {
        add(notKeptText(file.name, error instanceof StorageTrouble));
        return false;
      },
    );
  }

  function keep(files: readonly File[], judge: JudgeFile): Promise<boolean> {
    return draft.store(async () => {
      let areKept = true;
      for (const file of files) areKept = (await keepOne(file, judge)) && areKept;
      return areKept;
    });
  }

  return {
    id,
    describedBy: problems.length === 0 ? undefined : id,
    problems,
    notes,
    take(picked, judge = (file) => pickProblem(file)) {
      const sorted = sortPicked(picked, { kept: draft.files, judge });
      setProblems(sorted.problems);
      onChoice();
      setNotes([]);
      void keep(sorted.taken, judge);
    },
    add,
  };
}

type PickedContent = {
  /** Why the file is refused, as a sentence; null when it is accepted. */
  readonly problem: string | null;
  /** A remark about an accepted file, such as that it seems cut. */
  readonly note?: string | undefined;
  /** The name under which the server keeps it. */
  readonly keptAs: string;
};

/** Judges a picked file by its content (S181). */
async function contentOf(file: File): Promise<PickedContent> {
  const name = displayName(file.name);
  try {
    const judged = await judgePicked(file);
    if (judged === null) return { problem: null, keptAs: name };
    if ('refused' in judged) return { problem: contentRefusalText(name, judged.refused), keptAs: name };
    const note = (await isCut(file, judged.is)) ? cutFileText(name) : undefined;
    return { problem: null, note, keptAs: namedAs(name, judged.is) };
  } catch {
    // A file that this device can't judge is accepted, because the server judges it too.
    return { problem: null, keptAs: name };
  }
}

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

type HashedFile = { readonly name: string; readonly sha256: string };

/**
 * Sentences about files whose content is already in the document, or twice in the form.
 * `inDocument`: the document's files. A queued message that is being edited has its files in both,
 * and they don't count. Pure.
 */
export function repeatedFiles(
  files: readonly (HashedFile & { readonly id: string })[],
  inDocument: readonly (HashedFile & { readonly key: string })[] = [],
): string[] {
  const own = new Set(files.map(({ id }) => `l:${id}`));
  const seen = new Map(inDocument.filter(({ key }) => !own.has(key)).map(({ sha256, name }) => [sha256, name]));
  const sentences = new Set<string>();
  for (const { name, sha256 } of files) {
    const thereAs = seen.get(sha256);
    if (thereAs === undefined) seen.set(sha256, name);
    else sentences.add(repeatedText(name, thereAs));
  }
  return [...sentences];
}
