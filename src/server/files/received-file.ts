/** A file of the request, already stored and checked by extension and content (rule C9). */
export type ReceivedFile = {
  /** displayName() of the client's name for it. */
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
};

export type FilesDeclaration = {
  readonly field: 'files' | 'image' | 'logo' | 'part';
  /** `parts`: the body itself is one part of a file, judged when its file is whole (S101). */
  readonly accept: 'documents' | 'images' | 'parts';
};
