import { daysBetween } from '#domain/dates.ts';
import { useCallback, useMemo } from 'react';
import { useRowGestures } from '../../acts/rows/use-row-gestures.ts';
import { type ShownRow, useRows } from '../../acts/rows/use-rows.ts';
import { useProfile } from '../../profile/profile.tsx';
import { ManageList } from '../../shared/manage/manage-list.tsx';
import type { ManageSearch } from '../../shared/manage/manage-search.ts';
import type { Column, ManageWords } from '../../shared/manage/managed-row.ts';
import { excerptOf } from '../../text/words/document.ts';
import { formatDay } from '../../text/words/format.ts';
import { alertsCount, leftText, MANAGE_ALERTS, removeAlerts } from '../../text/manage/manage-alerts.ts';

type Row = ShownRow<'alerts'>;

const WORDS: ManageWords = {
  ...MANAGE_ALERTS,
  count: alertsCount,
  remove: { one: MANAGE_ALERTS.removeOne, many: removeAlerts },
};

const textOf = (row: Row) => row.name;
const editHrefOf = (row: Row) => `/admin/edit-alert/${row.serverId ?? encodeURIComponent(row.key)}`;

/** How much of a description a list shows, in characters. */
const DESCRIPTION_SHOWN = 110;
const shortOf = ({ data }: Row) => excerptOf(data.description.replace(/\s+/g, ' '), DESCRIPTION_SHOWN);

export function AlertsScreen(props: { search: ManageSearch; onSearch: (search: ManageSearch) => void }) {
  const { may, today } = useProfile();
  const rows = useRows('alerts');
  const gestures = useRowGestures('alerts');
  const until = useCallback(
    ({ data }: Row) => `${formatDay(data.limit_date)} · ${leftText(daysBetween(today, data.limit_date))}`,
    [today],
  );
  const columns = useMemo(
    (): Column<Row>[] => [{ id: 'limit_date', head: MANAGE_ALERTS.limitHead, width: 200, cell: until }],
    [until],
  );
  return (
    <ManageList
      words={WORDS}
      search={props.search}
      onSearch={props.onSearch}
      rows={rows}
      textOf={textOf}
      createHref={may('create_alerts') ? '/admin/create-alerts' : undefined}
      acts={{ ...gestures, editHref: may('update_alerts') ? editHrefOf : undefined }}
      columns={columns}
      detailOf={shortOf}
      linesOf={(row) => [until(row), shortOf(row)]}
    />
  );
}
