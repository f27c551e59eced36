import { type ReactElement, useRef } from 'react';

type FileInputOptions = {
  readonly accept: string;
  readonly isMultiple: boolean;
  /** Opens the system's camera where there is one. */
  readonly isCamera?: boolean;
  readonly onPick: (files: File[]) => void;
};

/**
 * A file input without a look of its own. The caller draws `input` anywhere on the screen, and
 * calls `open` from a press, because browsers open no picker otherwise.
 */
export function useFileInput({ accept, isMultiple, isCamera = false, onPick }: FileInputOptions): {
  readonly input: ReactElement;
  readonly open: () => void;
} {
  const field = useRef<HTMLInputElement>(null);
  return {
    open: () => field.current?.click(),
    input: (
      <input
        ref={field}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden
        accept={accept}
        multiple={isMultiple}
        {...(isCamera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Without this, picking the same file again would be no change and call nothing.
          event.target.value = '';
          if (files.length > 0) onPick(files);
        }}
      />
    ),
  };
}
