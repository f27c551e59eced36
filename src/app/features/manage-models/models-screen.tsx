import { activeOrganizations } from '#mirror/questions/people.ts';
import { defined } from '#ui/base/defined.ts';
import { Tabs } from '#ui/actions/tabs.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { ModelRow } from '#contract/reference-data.ts';
import { Button } from '#ui/actions/button.tsx';
import { Download, Building2, FileText, FileType, Paperclip } from 'lucide-react';
import type { Mirror } from '#mirror/store/schema.ts';
import { useRowGestures } from '../../acts/rows/use-row-gestures.ts';
import { type ShownRow, useRows } from '../../acts/rows/use-rows.ts';
import { useProfile } from '../../profile/profile.tsx';
import { ManageList } from '../../shared/manage/manage-list.tsx';
import { type Consequence, type ManageWords, hasBulkActs } from '../../shared/manage/managed-row.ts';
import { searchRows } from '../../shared/manage/search-rows.ts';
import {
  downloadAllText,
  filesLostText,
  MODELS,
  modelsCount,
  removeModels,
  filesText,
  MODEL_TYPE_LABEL,
  sectorsText,
} from '../../text/manage/models.ts';
import { MODEL_FILE_LABEL } from '../../text/lists/home.ts';
import { useDownload } from '../../shared/files/use-download.ts';
import { saveFile } from '../../device/save-file.ts';
import { modelFileBytes } from '../../shared/files/file-bytes.ts';
import { distinctNames, saveZip, type ZipEntry } from '../../shared/files/zip.ts';
import { downloadModel } from '../../acts/model/download-model.ts';
import { isInTab, type ModelsSearch, passesFilters } from './models-search.ts';
import styles from './models-screen.module.css';
import { classNames } from '#ui/base/class-names.ts';
import { Card } from '#ui/document-look/surface.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { RowMarkStamp, RowTools, StatusSwitch, TickRow } from '../../shared/manage/row-parts.tsx';
import type { RowsProps } from '../../shared/manage/manage-rows.tsx';
import { selectAllText } from '../../text/manage/manage.ts';

type ModelsDownload = { readonly models: readonly Pick<ModelRow, 'name' | 'files'>[]; readonly nowMs: number };

/**
 * Hands over the files of these models: one file as it is, several as `modelos.zip` with a folder
 * per model. Resolves to whether the person took them. Throws FileUnavailable when a file can't be
 * had, because a ZIP that lacks a file would look complete.
 */
async function downloadModels(mirror: Mirror, { models, nowMs }: ModelsDownload): Promise<boolean> {
  const [only, ...others] = models.flatMap((model) => model.files);
  if (only === undefined) return false;
  if (others.length === 0) return saveFile(await modelFileBytes(mirror, { file: only, nowMs }), only.name);
  const folders = distinctNames(models.map((model) => model.name));
  const entries: ZipEntry[] = [];
  for (const [place, model] of models.entries()) {
    const names = distinctNames(model.files.map((file) => file.name));
    for (const [index, file] of model.files.entries()) {
      const input = await modelFileBytes(mirror, { file, nowMs });
      entries.push({ name: `${folders[place] ?? model.name}/${names[index] ?? file.name}`, input });
    }
  }
  return saveZip(entries, 'modelos.zip');
}

/**
 * Downloads the files of the shown models. Models that wait to be sent have no files on the server
 * yet.
 */
function DownloadAll({ models }: { models: readonly Pick<ModelRow, 'name' | 'files'>[] }) {
  const { mirror, now } = useProfile();
  const { run, isBusy } = useDownload();
  const ready = models.filter((model) => model.files.length > 0);
  return (
    <span className={styles.last}>
      <Button
        icon={Download}
        isDisabled={ready.length === 0}
        isPending={isBusy}
        onPress={() => void run(() => downloadModels(mirror, { models: ready, nowMs: now() }))}
      >
        {downloadAllText(ready.length)}
      </Button>
    </span>
  );
}

type Row = ShownRow<'models'>;

const WORDS: ManageWords = {
  ...MODELS,
  count: modelsCount,
  remove: { one: MODELS.removeOne, many: removeModels },
};

const textOf = (row: Row) => row.name;
const editHrefOf = (row: Row) => `/admin/edit-model/${row.serverId ?? encodeURIComponent(row.key)}`;
const consequencesOf = async (going: readonly Row[]): Promise<Consequence[]> => {
  const files = going.reduce((sum, { data }) => sum + data.files.length, 0);
  return files === 0 ? [] : [{ id: 'files', icon: 'models', text: filesLostText(files) }];
};

export function ModelsScreen(props: { search: ModelsSearch; onSearch: (search: ModelsSearch) => void }) {
  const { search, onSearch } = props;
  const { may, mirror } = useProfile();
  const rows = useRows('models');
  const gestures = useRowGestures('models');
  const sectors = useLiveQuery(() => activeOrganizations(mirror), [mirror]) ?? [];
  const passes = useCallback(({ data }: Row) => isInTab(search.aba, data) && passesFilters(search, data), [search]);
  const shown = useMemo(() => searchRows(rows ?? [], { search, textOf }).filter(passes), [rows, search, passes]);
  const { aba, setor, arquivo } = search;

  return (
    <ManageList
      words={WORDS}
      search={search}
      onSearch={(next) => onSearch({ ...next, ...defined({ aba, setor, arquivo }) })}
      rows={rows}
      textOf={textOf}
      passes={passes}
      isFiltered={aba !== undefined || setor !== undefined || arquivo !== undefined}
      onClearFilters={() => onSearch({})}
      createHref={may('create_models') ? '/admin/create-models' : undefined}
      acts={{ ...gestures, editHref: may('update_models') ? editHrefOf : undefined, consequencesOf }}
      columns={NO_COLUMNS}
      detailOf={() => null}
      linesOf={() => []}
      filters={
        <>
          <Filters search={search} onSearch={onSearch} sectors={sectors} />
          <DownloadAll models={shown.map((row) => row.data)} />
        </>
      }
      tabsAround={(list) => <TypeTabs rows={rows ?? []} search={search} onSearch={onSearch} list={list} />}
      draw={(drawn) => <ModelsGrid {...drawn} activeSectors={sectors.length} />}
    />
  );
}

const NO_COLUMNS: readonly never[] = [];
const ANY = 'todos';

type SearchProps = { search: ModelsSearch; onSearch: (search: ModelsSearch) => void };

function TypeTabs(props: SearchProps & { rows: readonly Row[]; list: ReactNode }) {
  const { rows, search, onSearch, list } = props;
  const countOf = (tab: ModelsSearch['aba']) =>
    rows.filter(({ data }) => isInTab(tab, data) && passesFilters(search, data)).length;
  const panel = () => list;
  return (
    <Tabs
      label={MODELS.tabs}
      selectedId={search.aba ?? ANY}
      onChange={(id) => {
        const { aba: _before, ...rest } = search;
        onSearch(id === 'modelos' || id === 'fluxos' ? { ...rest, aba: id } : rest);
      }}
      tabs={[
        { id: ANY, text: MODELS.all, count: countOf(undefined), panel },
        { id: 'modelos', text: MODELS.models, count: countOf('modelos'), panel },
        { id: 'fluxos', text: MODELS.flows, count: countOf('fluxos'), panel },
      ]}
    />
  );
}

function Filters(props: SearchProps & { sectors: readonly { id: number; name: string; acronym: string }[] }) {
  const { search, onSearch, sectors } = props;
  const { setor, arquivo, ...rest } = search;
  return (
    <>
      <Select
        label={MODELS.sector}
        appearance="toolbar"
        value={setor === undefined ? ANY : String(setor)}
        options={[
          { id: ANY, text: MODELS.allSectors },
          ...sectors.map(({ id, name, acronym }) => ({ id: String(id), text: acronym, detail: name })),
        ]}
        onChange={(id) => onSearch({ ...rest, ...defined({ arquivo }), ...(id === ANY ? {} : { setor: Number(id) }) })}
      />
      <Select
        label={MODELS.fileType}
        appearance="toolbar"
        value={arquivo ?? ANY}
        options={[
          { id: ANY, text: MODELS.bothFiles },
          { id: 'word', text: MODEL_FILE_LABEL.word },
          { id: 'pdf', text: MODEL_FILE_LABEL.pdf },
        ]}
        onChange={(id) =>
          onSearch({ ...rest, ...defined({ setor }), ...(id === 'word' || id === 'pdf' ? { arquivo: id } : {}) })
        }
      />
    </>
  );
}

/** With fewer models than this the cards keep their width and leave out the description. */
const COMPACT_BELOW = 4;

type GridProps = RowsProps<ShownRow<'models'>> & { activeSectors: number };

/** The models as cards, three in a row. */
function ModelsGrid(props: GridProps) {
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
