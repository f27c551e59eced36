import type { UserRow } from '#contract/reference-data.ts';
import { activePeople, personOf } from '#mirror/questions/people.ts';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import type { FieldProps } from '#ui/fields/field-parts.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { User } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { fullName, shortSectorName } from '../../text/words/format.ts';
import { personGoneText } from '../../text/document/acts.ts';
import { PersonAvatar } from '../screen/person-avatar.tsx';
import { useUsedBefore } from './use-used-before.ts';

type PersonPickerProps = Pick<
  FieldProps,
  'label' | 'isLabelHidden' | 'description' | 'error' | 'id' | 'isRequired' | 'isDisabled'
> & {
  readonly value: number | null;
  /** `person`: the chosen person's row, because a form may take the sector from it (rule J3). */
  readonly onChange: (id: number | null, person: UserRow | null) => void;
  readonly placeholder?: string | undefined;
  /** Offers only the people of this sector; null = everybody. */
  readonly organizationId?: number | null | undefined;
  /** People who can't be chosen, such as the present responsible (rule D7). */
  readonly without?: readonly number[] | undefined;
  readonly hasIcon?: boolean | undefined;
  readonly startsOpen?: boolean | undefined;
  readonly isListLow?: boolean | undefined;
};

/**
 * A field to choose one of the active people of the tenant, found by name, sector or acronym (rules
 * B2, B12, C14).
 */
export function PersonPicker(props: PersonPickerProps) {
  const { value, onChange, organizationId = null, without = [], hasIcon = true, ...field } = props;
  const { mirror } = useProfile();
  const people = useLiveQuery(
    () => activePeople(mirror, { organizationId: organizationId ?? undefined }),
    [mirror, organizationId],
  );
  const shown = people?.filter((person) => !without.includes(person.id)) ?? [];
  const isGone = value !== null && people !== undefined && !people.some((person) => person.id === value);
  const gone = useLiveQuery(
    async () => (isGone ? ((await personOf(mirror, value)) ?? null) : null),
    [mirror, isGone, value],
  );
  const used = useUsedBefore();
  const byId = new Map(shown.map((person) => [String(person.id), person]));
  return (
    <ComboBox
      {...field}
      error={field.error ?? (isGone ? personGoneText(gone ? fullName(gone) : null) : undefined)}
      icon={hasIcon ? User : undefined}
      options={shown.map((person) => ({
        id: String(person.id),
        text: fullName(person),
        detail:
          person.organization === null
            ? 'sem setor'
            : `${shortSectorName(person.organization.name)} · ${person.organization.acronym}`,
        search: `${person.organization?.acronym ?? ''} ${person.organization?.name ?? ''}`,
      }))}
      usedBefore={used.people.map(String)}
      value={value === null ? null : String(value)}
      onChange={(id) => {
        const person = id === null ? null : (byId.get(id) ?? null);
        onChange(person?.id ?? null, person);
      }}
      lead={(option) => {
        const person = byId.get(option.id);
        return person === undefined ? null : <PersonAvatar person={person} size={32} />;
      }}
    />
  );
}
