import { STATUS_FILTERS, type StatusFilter } from '#domain/status.ts';
import { activeOrganizations, activePeople } from '#mirror/questions/people.ts';
import { Button } from '#ui/actions/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Bookmark, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { LIST } from '../../text/lists/list.ts';
import { fullName } from '../../text/words/format.ts';
import { STATUS_LABEL } from '../../text/words/document.ts';
import { CreatedBetween, useCreatedBetween } from './created-between.tsx';
import { withCreated, withoutFilters } from './list-choices.ts';
import type { ListSearch } from './list-search.ts';
import styles from './list-screen.module.css';

const ANY = 'any';

/**
 * The dialog of filters: one status or the exceptions, a sector, a responsible, a subject, and the
 * person's own documents. On phones, whose toolbar has no room for a dialog of their own, also the
 * days of creation.
 */
export function FiltersDialog(props: {
  search: ListSearch;
  hasStatus: boolean;
  hasDates: boolean;
  /** Opens the saved searches; on phones only, whose toolbar has no room for them. */
  onSaved?: (() => void) | undefined;
  onApply: (search: ListSearch) => void;
  onClose: () => void;
}) {
  const { search, hasStatus, hasDates, onSaved, onApply, onClose } = props;
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
        {onSaved === undefined ? null : (
          <Button icon={Bookmark} isWide onPress={onSaved}>
            {LIST.saved}
          </Button>
        )}
        {hasStatus ? (
          <RadioGroup
            label={LIST.status}
            appearance="plain"
            value={draft.status ?? ANY}
            onChange={(value) => set('status', value === ANY ? undefined : (value as StatusFilter))}
            options={[
              { value: ANY, text: LIST.anyStatus },
              ...STATUS_FILTERS.filter((one) => one !== 'sent').map((one) => ({ value: one, text: STATUS_LABEL[one] })),
            ]}
          />
        ) : null}
        <ComboBox
          label={LIST.organization}
          isOptional
          options={choices.organizations}
          value={textOf(draft.organization_id)}
          onChange={(id) => set('organization_id', idOf(id))}
        />
        <ComboBox
          label={LIST.responsible}
          isOptional
          options={choices.people}
          value={textOf(draft.responsible_id)}
          onChange={(id) => set('responsible_id', idOf(id))}
        />
        <ComboBox
          label={LIST.subject}
          isOptional
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
      // Deactivated ones are offered too, because old documents have them.
      subjects: subjects.filter((one) => !one.deleted).map((one) => ({ id: String(one.id), text: one.name })),
    };
  }, [mirror]);
  return choices ?? { organizations: [], people: [], subjects: [] };
}
