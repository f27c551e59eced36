// The form of a model as plain data, and the field of its files.

import type { ModelRow, ModelFile } from '#contract/reference-data.ts';
import { canPreview, FILE_TYPES, fitsModel, MODEL_EXTENSIONS } from '#domain/files.ts';
import { isBlank } from '#domain/text.ts';
import type { Missing } from '../../shared/manage/form-fields.ts';
import { FileDialog } from '../../shared/files/file-dialog.tsx';
import { Button } from '#ui/actions/button.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { FileDrop, FilePicker } from '#ui/fields/file-picker.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { TextButton } from '#ui/actions/link.tsx';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { CircleAlert, Clock, Eye, FileText, FileType, Paperclip, X } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { keptBytes, modelFileBytes } from '../../shared/files/file-bytes.ts';
import type { ReadableFile } from '../../shared/files/use-opened-file.ts';
import { FILE_TEXT } from '../../text/document/files.ts';
import { formatSize } from '../../text/words/format.ts';
import { MODELS } from '../../text/manage/models.ts';
import styles from './model-files.module.css';

export type ModelFields = {
  readonly type: ModelRow['type'] | null;
  readonly organization_ids: readonly number[];
  readonly file_mime_type: ModelRow['file_mime_type'] | null;
  readonly name: string;
  readonly description: string;
  readonly status: ModelRow['status'];
  /** Ids of the server's files that saving the form removes. */
  readonly delete_file_ids: readonly number[];
};

export const NEW_MODEL: ModelFields = {
  type: null,
  organization_ids: [],
  file_mime_type: null,
  name: '',
  description: '',
  status: 'active',
  delete_file_ids: [],
};

/** The wire's names of the fields, in the order of the form. */
export const MODEL_FIELDS = [
  'type',
  'organization_ids',
  'file_mime_type',
  'name',
  'status',
  'description',
  'files',
] as const;

/** The fields of the form, made from a stored model. */
export function modelFieldsOf(row: Omit<ModelRow, 'id' | 'rev'>): ModelFields {
  const { type, file_mime_type, name, description, status, organizations } = row;
  const ids = organizations.map((sector) => sector.id);
  return { type, organization_ids: ids, file_mime_type, name, description, status, delete_file_ids: [] };
}

/**
 * Names of the files that are not of the model's type (rule C10). `names`: the files that the model
 * will have.
 */
export function misfits(names: readonly string[], type: ModelFields['file_mime_type']): string[] {
  return type === null ? [] : names.filter((name) => !fitsModel(name, type));
}

/** The model's type that fits a file, for a form without a chosen type; null when neither fits. */
export function typeOfFile(name: string): ModelRow['file_mime_type'] | null {
  if (fitsModel(name, 'pdf')) return 'pdf';
  return fitsModel(name, 'word') ? 'word' : null;
}

/** What a model must have and this form lacks. `names`: the files that it will have. */
export function missingOfModel(fields: ModelFields, names: readonly string[]): Missing[] {
  const { type, organization_ids: sectors, file_mime_type: fileType, name, description } = fields;
  const isFit = misfits(names, fileType).length === 0;
  return [
    ...(type === null ? [{ field: 'type', word: 'tipo' }] : []),
    ...(sectors.length === 0 ? [{ field: 'organization_ids', word: 'setor' }] : []),
    ...(fileType === null ? [{ field: 'file_mime_type', word: 'tipo de arquivo' }] : []),
    ...(isBlank(name) ? [{ field: 'name', word: 'nome' }] : []),
    ...(isBlank(description) ? [{ field: 'description', word: 'descrição' }] : []),
    ...(names.length === 0 ? [{ field: 'files', word: 'arquivo' }] : []),
    ...(isFit ? [] : [{ field: 'files', word: 'tirar os arquivos de outro tipo' }]),
  ];
}

/** A file kept on this device: picked in this form, or waiting to be sent. */
type LocalFile = { readonly id: string; readonly name: string; readonly size: number };

/**
 * The files of a model: the server's in ink, added and waiting ones in pencil, and those to be
 * removed struck through.
 */
export function ModelFiles(props: {
  kept: readonly ModelFile[];
  waiting: readonly LocalFile[];
  picked: readonly LocalFile[];
  removedIds: readonly number[];
  type: ModelFields['file_mime_type'];
  onRemoved: (ids: number[]) => void;
  onUnpick: (id: string) => void;
  onPick: (files: File[]) => void;
  describedBy: string | undefined;
  /** Whether the model can't be saved with this file. */
  isRefused: (file: { readonly id: string | number; readonly name: string }) => boolean;
}) {
  const { kept, waiting, picked, removedIds, type, onRemoved, onUnpick, onPick, describedBy, isRefused } = props;
  const { mirror, now } = useProfile();
  const [shown, setShown] = useState<(ReadableFile & LocalFile) | null>(null);
  const showKept = (file: ModelFile) =>
    setShown({ ...file, id: String(file.id), read: () => modelFileBytes(mirror, { file, nowMs: now() }) });
  const showLocal = (file: LocalFile) => setShown({ ...file, read: () => keptBytes(mirror, file.id) });
  const accepted = type === null ? [...MODEL_EXTENSIONS.word, ...MODEL_EXTENSIONS.pdf] : MODEL_EXTENSIONS[type];
  const target = {
    extensions: accepted.map((extension) => `.${extension}`),
    mimeTypes: accepted.map((extension) => FILE_TYPES[extension]),
    onPick: (files: File[], rejected: { file: File }[]) => onPick([...files, ...rejected.map((one) => one.file)]),
  };
  return (
    <FileDrop {...target}>
      <ul className={styles.tiles}>
        {kept.map((file) => (
          <Tile
            key={file.id}
            file={file}
            isLeaving={removedIds.includes(file.id)}
            isRefused={!removedIds.includes(file.id) && isRefused(file)}
            onView={() => showKept(file)}
            onRemove={() => onRemoved([...removedIds, file.id])}
            onUndo={() => onRemoved(removedIds.filter((id) => id !== file.id))}
          />
        ))}
        {waiting.map((file) => (
          <Tile key={file.id} file={file} note={MODELS.waits} onView={() => showLocal(file)} />
        ))}
        {picked.map((file) => (
          <Tile
            key={file.id}
            file={file}
            note={MODELS.goesAlong}
            isRefused={isRefused(file)}
            onView={() => showLocal(file)}
            onRemove={() => onUnpick(file.id)}
          />
        ))}
        <li className={styles.add}>
          <FilePicker label={MODELS.attach} icon={Paperclip} isMultiple describedBy={describedBy} {...target} />
          <span>{MODELS.drop}</span>
        </li>
      </ul>
      <OnceOpened isOpen={shown !== null}>
        {shown === null ? null : <FileDialog key={shown.id} file={shown} onClose={() => setShown(null)} />}
      </OnceOpened>
    </FileDrop>
  );
}

function Tile(props: {
  file: { readonly name: string; readonly size: number };
  /** What happens to a file that is only on this device. */
  note?: string;
  isLeaving?: boolean;
  isRefused?: boolean;
  onView: () => void;
  onRemove?: () => void;
  onUndo?: () => void;
}) {
  const { file, note, isLeaving = false, isRefused = false, onView, onRemove, onUndo } = props;
  const isPdf = canPreview(file.name);
  const Icon = isPdf ? FileText : FileType;
  return (
    <li
      className={classNames(
        styles.tile,
        note !== undefined && styles.pencil,
        isLeaving && styles.leaving,
        isRefused && styles.refused,
      )}
    >
      <div className={styles.sheet}>
        <Icon size={40} strokeWidth={1.25} aria-hidden className={isPdf ? styles.pdf : styles.word} />
        {isPdf ? (
          <Button variant="secondary" size="sm" icon={Eye} aria-label={`${MODELS.view}: ${file.name}`} onPress={onView}>
            {MODELS.view}
          </Button>
        ) : null}
        {onRemove === undefined || isLeaving ? null : (
          <span className={styles.remove}>
            <IconButton icon={X} variant="secondary" size="sm" label={`Tirar ${file.name}`} onPress={onRemove} />
          </span>
        )}
      </div>
      <div className={styles.words}>
        <span className={styles.name}>{file.name}</span>
        <span className={styles.size}>{file.size === 0 ? null : formatSize(file.size)}</span>
        {isRefused ? (
          <span className={styles.note}>
            <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
            <span>{FILE_TEXT.refused}</span>
          </span>
        ) : note === undefined ? null : (
          <span className={styles.note}>
            <Clock size={14} strokeWidth={1.75} aria-hidden />
            {note}
          </span>
        )}
        {isLeaving ? (
          <span className={styles.leaves}>
            <b>{MODELS.leaves}</b>
            <TextButton aria-label={`${MODELS.undo}: ${file.name}`} onPress={onUndo}>
              {MODELS.undo}
            </TextButton>
          </span>
        ) : null}
      </div>
    </li>
  );
}
