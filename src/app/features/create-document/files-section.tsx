import { canPreview } from '#domain/files.ts';
import { TAG_MAX_LENGTH, TAGS_MAX } from '#domain/tags.ts';
import { activePeople } from '#mirror/questions/people.ts';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import { splitAccepted } from '#ui/fields/file-selection.ts';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { TagInput } from '#ui/fields/tag-input.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { FileText, Paperclip } from 'lucide-react';
import { KeptFileChip } from '../../acts/attach/kept-file-chip.tsx';
import { PagesChip } from '../../acts/attach/pages-chip.tsx';
import { PagesOverlay } from '../../acts/attach/pages-overlay.tsx';
import { PhotoButtons } from '../../acts/attach/photo-buttons.tsx';
import { useLaunchedFiles } from '../../device/launched-files.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { FileProblems } from '../../shared/files/file-problems.tsx';
import { isAbout } from '../../shared/files/refused-files.ts';
import { useProfile } from '../../profile/profile.tsx';
import { CREATE_TEXT, tagsHelp } from '../../text/create-document.ts';
import { ACCEPTED_EXTENSIONS, ACCEPTED_MIMES, FILE_TEXT, PICKED_TYPES } from '../../text/files.ts';
import { formatSize } from '../../text/format.ts';
import { fullName } from '../../text/names.ts';
import { isSectionComplete } from './create-form.ts';
import styles from './create-document.module.css';
import { FIELD_PLACE, useHasMargin } from './field-places.ts';
import { FormSection } from './form-section.tsx';
import type { FormState } from './use-create-form.ts';

/**
 * 4 Arquivos e palavras-chave. Files are stored on this device as soon as they are picked; files can also be dropped on the
 * section.
 */
export function FilesSection({ state }: { state: FormState }) {
  const { form, change, draft, missing, attachments } = state;
  const isDesktop = useLayoutKind() === 'desktop';
  const { mirror } = useProfile();
  const people = useLiveQuery(() => activePeople(mirror), [mirror]) ?? [];
  useLaunchedFiles((files) => {
    const { accepted, rejected } = splitAccepted(files, ACCEPTED_EXTENSIONS);
    attachments.pick(accepted, rejected);
  });
  const hasMargin = useHasMargin();
  const { files: refused } = form.errors;
  const told = refused === undefined ? [] : refused.split('\n');
  // The server names the file that it refuses.
  const isRefused = (name: string) => told.some((sentence) => isAbout(sentence, name));
  const detailOf = ({ name, size }: { name: string; size: number }) =>
    isRefused(name)
      ? FILE_TEXT.refused
      : `${formatSize(size)} · ${canPreview(name) ? FILE_TEXT.onDevice : FILE_TEXT.noPreview}`;
  return (
    <FormSection
      number={4}
      title={CREATE_TEXT.files}
      isComplete={isSectionComplete('files', missing)}
      note={hasMargin ? CREATE_TEXT.fileRule : undefined}
    >
      <FileDrop onPick={attachments.pick} extensions={ACCEPTED_EXTENSIONS} mimeTypes={ACCEPTED_MIMES}>
        <div className={styles.files} id={FIELD_PLACE.files}>
          {draft.files.map((file) => (
            <KeptFileChip
              key={file.id}
              file={file}
              detail={detailOf(file)}
              isRefused={isRefused(file.name)}
              icon={FileText}
              onBack={attachments.backOf(file.id)}
              onRemove={() => void draft.removeFile(file.id)}
            />
          ))}
          <PagesChip attachments={attachments} />
          <FilePicker
            label={CREATE_TEXT.attach}
            icon={Paperclip}
            extensions={ACCEPTED_EXTENSIONS}
            // A phone would offer its camera for every picture type.
            mimeTypes={isDesktop ? PICKED_TYPES : ACCEPTED_MIMES}
            onPick={attachments.pick}
            describedBy={attachments.field.describedBy}
            isMultiple
          />
          <PhotoButtons attachments={attachments} />
        </div>
      </FileDrop>
      <PagesOverlay attachments={attachments} />
      <FileProblems
        id={attachments.field.id}
        sentences={[...attachments.field.problems, ...told]}
        notes={attachments.field.notes}
      />
      {hasMargin ? null : <p className={styles.help}>{CREATE_TEXT.fileRule}</p>}
      <TagInput
        label={CREATE_TEXT.tags}
        isOptional
        placeholder={CREATE_TEXT.tagsPlaceholder}
        value={form.tags}
        onChange={(tags) => change({ tags })}
        people={people.map((person) => ({ userId: person.id, name: fullName(person) }))}
        max={TAGS_MAX}
        maxLength={TAG_MAX_LENGTH}
        description={tagsHelp(form.tags.length)}
        error={form.errors['tags']}
      />
    </FormSection>
  );
}
