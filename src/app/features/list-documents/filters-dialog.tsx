import { EARLIEST_FILTER_DAY } from '#domain/dates.ts';
import { STATUS_FILTERS, type StatusFilter } from '#domain/status.ts';
import { activeOrganizations, activePeople } from '#mirror/questions/people.ts';
import { Button } from '#ui/actions/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { DateField } from '#ui/fields/date-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { CalendarDays, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { LIST } from '../../text/lists/list.ts';
import { fullName } from '../../text/words/format.ts';
import { STATUS_LABEL } from '../../text/words/document.ts';
import { withCreated, withoutFilters } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import styles from './list-screen.module.css';

type DateRange = { readonly from: string | null; readonly to: string | null };
type Problems = { readonly from: string | null; readonly to: string | null };

const NO_PROBLEMS: Problems = { from: null, to: null };
const isWrongWayRound = ({ from, to }: DateRange) => from !== null && to !== null && from > to;

/**
 * The days of a form. They begin with those of the address. `isWrong`: a field holds text that is
 * no allowed day, or the first day is after the last. Filtering would then not do what the fields
 * say.
 */
function useCreatedBetween(search: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  const [days, setDays] = useState<DateRange>({ from: search.from ?? null, to: search.to ?? null });
  const [problems, setProblems] = useState(NO_PROBLEMS);
  return {
    days,
    isWrong: problems.from !== null || problems.to !== null || isWrongWayRound(days),
    change: (part: Partial<DateRange>) => setDays((before) => ({ ...before, ...part })),
    tell: (part: Partial<Problems>) => setProblems((before) => ({ ...before, ...part })),
  };
}

/**
 * The days between which a document was created (rule F6): each may stay empty, none is before
 * 2024.
 */
function CreatedBetween(props: {
  between: ReturnType<typeof useCreatedBetween>;
  labels: { from: string; to: string };
}) {
  const { between, labels } = props;
  const { days, change, tell } = between;
  const { today } = useProfile();
  const shared = { minValue: EARLIEST_FILTER_DAY, today, isClearable: true } as const;
  return (
    <>
      <DateField
        {...shared}
        label={labels.from}
        value={days.from}
        onChange={(from) => change({ from })}
        onProblem={(from) => tell({ from })}
      />
      <DateField
        {...shared}
        label={labels.to}
        value={days.to}
        onChange={(to) => change({ to })}
        onProblem={(to) => tell({ to })}
        error={isWrongWayRound(days) ? LIST.datesWrong : null}
      />
    </>
  );
}

/** The dialog for the days between which a document was created (rule F6). */
export function DatesDialog(props: { search: ListSearch; onApply: (search: ListSearch) => void; onClose: () => void }) {
  const { search, onApply, onClose } = props;
  const between = useCreatedBetween(search);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={LIST.dates}
      icon={CalendarDays}
      size="sm"
      footer={
        <>
          <Button onPress={() => onApply(withCreated(search, { from: null, to: null }))}>{LIST.clear}</Button>
          <Button
            variant="primary"
            isDisabled={between.isWrong}
            onPress={() => onApply(withCreated(search, between.days))}
          >
            {LIST.apply}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <CreatedBetween between={between} labels={LIST} />
      </div>
    </Dialog>
  );
}

const ANY = 'any';

/**
 * The statuses to choose from. `unfinished` is among them only while it is chosen, because only a
 * report leads to it.
 */
const statusesFor = ({ status }: ListSearch): readonly StatusFilter[] =>
  STATUS_FILTERS.filter((one) => one !== 'sent' && (one !== 'unfinished' || status === one));

/**
 * The dialog of filters: one status or the exceptions, a sector, a responsible, a subject, and the
 * person's own documents. On phones and tablets it has the days of creation too; a wide screen has
 * a dialog for them (`DatesDialog`).
 */
export function FiltersDialog(props: {
  search: ListSearch;
  hasStatus: boolean;
  hasDates: boolean;
  onApply: (search: ListSearch) => void;
  onClose: () => void;
}) {
  const { search, hasStatus, hasDates, onApply, onClose } = props;
  const [draft, setDraft] = useState<ListSearch>(search);
  const between = useCreatedBetween(search);
  const choices = useChoices();

  function set<Name extends keyof ListSearch>(name: Name, value: ListSearch[Name]) {
    setDraft(({ [name]: _old, ...rest }) => (value === undefined ? rest : { ...rest, [name]: value }) as ListSearch);
  }
  const idOf = (id: string | null) => (id === null ? undefined : Number(id));
  const textOf = (id: number | undefined) => (id === undefined ? null : String(id));

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={LIST.filters}
      icon={SlidersHorizontal}
      size="md"
      footer={
        <>
          <Button onPress={() => onApply(withoutFilters(search))}>{LIST.clear}</Button>
          <Button
            variant="primary"
            isDisabled={between.isWrong}
            onPress={() => onApply(withCreated(draft, between.days))}
          >
            {LIST.apply}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {hasStatus ? (
          <RadioGroup
            label={LIST.status}
            appearance="plain"
            value={draft.status ?? ANY}
            onChange={(value) => set('status', value === ANY ? undefined : (value as StatusFilter))}
            options={[
              { value: ANY, text: LIST.anyStatus },
              ...statusesFor(search).map((one) => ({ value: one, text: STATUS_LABEL[one] })),
            ]}
          />
        ) : null}
        <ComboBox
          label={LIST.organization}
          options={choices.organizations}
          value={textOf(draft.organization_id)}
          onChange={(id) => set('organization_id', idOf(id))}
        />
        <ComboBox
          label={LIST.responsible}
          options={choices.people}
          value={textOf(draft.responsible_id)}
          onChange={(id) => set('responsible_id', idOf(id))}
        />
        <ComboBox
          label={LIST.subject}
          options={choices.subjects}
          value={textOf(draft.document_subject_id)}
          onChange={(id) => set('document_subject_id', idOf(id))}
        />
        <Checkbox
          isSelected={draft.created_by_me === true}
          onChange={(isOn) => set('created_by_me', isOn ? true : undefined)}
        >
          {LIST.createdByMe}
        </Checkbox>
        {hasDates ? <CreatedBetween between={between} labels={{ from: LIST.createdFrom, to: LIST.createdTo }} /> : null}
      </div>
    </Dialog>
  );
}

type Choice = { id: string; text: string; detail?: string };

function useChoices(): { organizations: Choice[]; people: Choice[]; subjects: Choice[] } {
  const { mirror } = useProfile();
  const choices = useLiveQuery(async () => {
    const [organizations, people, subjects] = await Promise.all([
      activeOrganizations(mirror),
      activePeople(mirror),
      mirror.document_subjects.toArray(),
    ]);
    return {
      organizations: organizations.map((one) => ({ id: String(one.id), text: one.name, detail: one.acronym })),
      people: people.map((one) => ({
        id: String(one.id),
        text: fullName(one),
        detail: one.organization?.acronym ?? 'sem setor',
      })),
      // Deactivated subjects are offered too, because old documents have them.
      subjects: subjects.filter((one) => !one.deleted).map((one) => ({ id: String(one.id), text: one.name })),
    };
  }, [mirror]);
  return choices ?? { organizations: [], people: [], subjects: [] };
}
