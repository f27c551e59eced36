import { Button } from '#ui/actions/button.tsx';
import { classNames } from '#ui/base/class-names.ts';
import { Card } from '#ui/document-look/surface.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Building2, Download, FileText, FileType, Paperclip } from 'lucide-react';
import { useState } from 'react';
import type { ShownRow } from '../../acts/rows/use-rows.ts';
import { useProfile } from '../../profile/profile.tsx';
import { hasBulkActs } from '../../shared/manage/managed-row.ts';
import { RowMarkStamp, RowTools, StatusSwitch, TickRow } from '../../shared/manage/row-parts.tsx';
import type { RowsProps } from '../../shared/manage/rows-props.ts';
import { selectAllText } from '../../text/manage/manage.ts';
import { filesText, MODEL_TYPE_LABEL, MODELS, sectorsText } from '../../text/manage/models.ts';
import { MODEL_FILE_LABEL } from '../../text/lists/home.ts';
import styles from './models-grid.module.css';

/** With fewer models than this the cards keep their width and leave out the description. */
const COMPACT_BELOW = 4;

type GridProps = RowsProps<ShownRow<'models'>> & { activeSectors: number };

/** The models as cards, three in a row. */
export function ModelsGrid(props: GridProps) {
  const { groups, selection, acts } = props;
  const rows = groups.flatMap((group) => group.rows);
  return (
    <>
      {hasBulkActs(acts) ? (
        <div className={styles.all}>
          <Checkbox
            isSelected={selection.isAll}
            isIndeterminate={selection.selected.length > 0 && !selection.isAll}
            onChange={selection.toggleAll}
          >
            {selectAllText(selection.allCount)}
          </Checkbox>
        </div>
      ) : null}
      <ul className={styles.grid}>
        {rows.map((row) => (
          <ModelTile key={row.key} row={row} isCompact={rows.length < COMPACT_BELOW} {...props} />
        ))}
      </ul>
    </>
  );
}

function ModelTile(props: GridProps & { row: ShownRow<'models'>; isCompact: boolean }) {
  const { row, isCompact, selection, acts, asking, activeSectors } = props;
  const { data, name, pencil, waitingFiles } = row;
  const isPdf = data.file_mime_type === 'pdf';
  const Icon = isPdf ? FileText : FileType;
  const files = [...data.files, ...waitingFiles];
  return (
    <Card
      as="li"
      rowKey={row.key}
      padding="none"
      isPencil={pencil.row}
      state={selection.has(row.key) ? 'active' : 'plain'}
      className={classNames(styles.card, selection.has(row.key) && styles.selected)}
    >
      <div className={styles.head}>
        {hasBulkActs(acts) ? <TickRow row={row} selection={selection} /> : null}
        <Icon size={20} strokeWidth={1.75} aria-hidden className={isPdf ? styles.pdf : styles.word} />
        <span className={styles.kind}>
          {MODEL_FILE_LABEL[data.file_mime_type]} · {MODEL_TYPE_LABEL[data.type]}
        </span>
        <RowMarkStamp row={row} />
      </div>
      <p className={styles.name} tabIndex={-1} data-row-name>
        {name}
      </p>
      {isCompact ? null : (
        <p className={styles.description} title={data.description}>
          {data.description}
        </p>
      )}
      <p className={styles.line}>
        <Building2 size={16} strokeWidth={1.75} aria-hidden />
        {sectorsText(
          data.organizations.map((sector) => sector.acronym),
          activeSectors,
        )}
      </p>
      <div className={styles.line}>
        <Paperclip size={16} strokeWidth={1.75} aria-hidden />
        <span>{filesText(files)}</span>
        {data.files.length === 0 ? null : <DownloadOne row={row} />}
      </div>
      <div className={styles.foot}>
        <StatusSwitch row={row} acts={acts} asking={asking} />
        <RowTools row={row} acts={acts} asking={asking} />
      </div>
    </Card>
  );
}

function DownloadOne({ row }: { row: ShownRow<'models'> }) {
  const { mirror, now } = useProfile();
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    const { downloadModel } = await import('../../acts/model/download-model.ts');
    await downloadModel(mirror, { model: row.data, nowMs: now() });
    setBusy(false);
  }
  return (
    <span className={styles.download}>
      <Button
        variant="quiet"
        size="sm"
        icon={Download}
        isPending={isBusy}
        aria-label={`${MODELS.download}: ${row.name}`}
        onPress={() => void download()}
      >
        {MODELS.download}
      </Button>
    </span>
  );
}
