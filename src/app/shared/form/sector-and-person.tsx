import { activeOrganizations, activePeople, sectorOf } from '#mirror/questions/people.ts';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { announce } from '#ui/base/visually-hidden.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { pickPersonOf, sectorAdjustedText, sectorGoneText, TRANSFER_TEXT } from '../../text/document/acts.ts';
import { shortSectorName } from '../../text/words/format.ts';
import { PersonPicker } from './person-picker.tsx';
import { sectorOptions, useUnsentOptions } from './sector-options.ts';
import styles from './sector-and-person.module.css';
import { useUsedBefore } from './use-used-before.ts';

export type SectorAndPersonValue = { readonly organizationId: number | null; readonly responsibleId: number | null };

/**
 * The fields Setor and Responsável, linked by rule J3: choosing a sector clears the person;
 * choosing a person sets and announces their sector. A sector without active people says so.
 */
export function SectorAndPerson(props: {
  value: SectorAndPersonValue;
  onChange: (value: SectorAndPersonValue) => void;
  without?: readonly number[];
  /** Ids of the elements round the two fields. */
  sectorPlace?: string;
  personPlace?: string;
  sectorError?: string | undefined;
  personError?: string | undefined;
  /**
   * Puts the fields one below the other, for dialogs, with short lists that leave the text above
   * readable.
   */
  isStacked?: boolean;
  /** Begins with the list of people open. */
  startsOpen?: boolean;
}) {
  const {
    value,
    onChange,
    without = [],
    sectorPlace,
    personPlace,
    sectorError,
    personError,
    isStacked = false,
    startsOpen = false,
  } = props;
  const { mirror } = useProfile();
  const active = useLiveQuery(() => activeOrganizations(mirror), [mirror]);
  const sectors = active ?? [];
  const unsent = useUnsentOptions('organizations');
  const used = useUsedBefore();
  const people = useLiveQuery(() => activePeople(mirror), [mirror]);
  const peopled = new Set(people?.map((person) => person.organization?.id));
  const sector = sectors.find((one) => one.id === value.organizationId) ?? null;
  const isGone = value.organizationId !== null && active !== undefined && sector === null;
  const gone = useLiveQuery(
    async () => (isGone ? ((await sectorOf(mirror, value.organizationId)) ?? null) : null),
    [mirror, isGone, value.organizationId],
  );
  const isEmpty = sector !== null && people !== undefined && !peopled.has(sector.id);

  return (
    <div className={isStacked ? styles.stack : styles.pair}>
      <div id={sectorPlace}>
        <ComboBox
          label={TRANSFER_TEXT.sector}
          placeholder={TRANSFER_TEXT.sectorPlaceholder}
          error={sectorError ?? (isGone ? sectorGoneText(gone ? shortSectorName(gone.name) : null) : undefined)}
          isListLow={isStacked}
          options={[
            ...sectorOptions(sectors, ({ id }) =>
              people === undefined || peopled.has(id) ? undefined : TRANSFER_TEXT.noActiveUsers,
            ),
            ...unsent,
          ]}
          usedBefore={used.organizations.map(String)}
          value={value.organizationId === null ? null : String(value.organizationId)}
          onChange={(id) => onChange({ organizationId: id === null ? null : Number(id), responsibleId: null })}
        />
      </div>
      <div id={personPlace}>
        <PersonPicker
          label={TRANSFER_TEXT.responsible}
          placeholder={pickPersonOf(sector?.acronym ?? null)}
          description={isEmpty ? TRANSFER_TEXT.noActiveUsers : undefined}
          error={personError}
          hasIcon={false}
          isListLow={isStacked}
          startsOpen={startsOpen}
          organizationId={value.organizationId}
          without={without}
          value={value.responsibleId}
          onChange={(responsibleId, person) => {
            const organizationId = person?.organization?.id ?? value.organizationId;
            if (person?.organization && organizationId !== value.organizationId) {
              announce(sectorAdjustedText(shortSectorName(person.organization.name)));
            }
            onChange({ organizationId, responsibleId });
          }}
        />
      </div>
    </div>
  );
}
