import { referenceRows, type ReferenceRow } from '#mirror/questions/reference-rows.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { ChosenTags } from '#ui/fields/chosen-tags.tsx';
import { MultiComboBox } from '#ui/fields/multi-combo-box.tsx';
import type { ListOption } from '#ui/fields/option-row.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { FORM } from '../../text/manage/manage.ts';
import { SECTORS_FIELD } from '../../text/manage/sectors.ts';
import styles from './sectors-field.module.css';
import { useUnsentOptions } from './sector-options.ts';

const Sectors = createContext<readonly ReferenceRow<'organizations'>[]>([]);

/**
 * Shows its form once the sectors are read. Tags of chosen sectors that appear later would push
 * down the fields below.
 */
export function WithSectors({ children }: { children: ReactNode }) {
  const { mirror } = useProfile();
  const sectors = useLiveQuery(() => referenceRows(mirror, 'organizations'), [mirror]);
  if (sectors === undefined) return <SkeletonRows label={FORM.loading} count={3} />;
  return <Sectors value={sectors}>{children}</Sectors>;
}

/**
 * A field for several sectors, by id, with the chosen ones as tags below it; inside `WithSectors`.
 * An unsent sector has no id and can't be chosen. An inactive one stays where it was chosen, and is
 * not offered otherwise (rule B12). `only`: the one sector that is offered (null: none); absent:
 * all.
 */
export function SectorsField(props: {
  label: string;
  description?: ReactNode;
  placeholder: string;
  countText: (count: number) => string;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  only?: number | null | undefined;
  isOptional?: boolean | undefined;
  error?: string | undefined;
}) {
  const { label, description, placeholder, countText, value, onChange, only, isOptional, error } = props;
  const id = useId();
  const sectors = useContext(Sectors);
  const chosen = value.map(String);
  const unsent = useUnsentOptions('organizations');
  const offered = sectors.flatMap((sector) => optionOf(sector, { value, only }) ?? []);
  const options = only === undefined ? [...offered, ...unsent] : offered;
  const names = options.filter((option) => chosen.includes(option.id));
  return (
    <div>
      <MultiComboBox
        id={id}
        label={label}
        isOptional={isOptional}
        placeholder={placeholder}
        countText={countText}
        isCounted
        allLabel={SECTORS_FIELD.all}
        options={options}
        value={chosen}
        onChange={(ids) => onChange(ids.map(Number))}
        error={error}
      />
      <ChosenTags
        label={`${label}: ${SECTORS_FIELD.chosen}`}
        options={names}
        fieldId={id}
        onRemove={(gone) => onChange(value.filter((one) => String(one) !== gone))}
      />
      {description === undefined ? null : <p className={styles.help}>{description}</p>}
    </div>
  );
}

type Limits = { readonly value: readonly number[]; readonly only: number | null | undefined };

function optionOf({ serverId, row }: ReferenceRow<'organizations'>, { value, only }: Limits): ListOption | null {
  if (serverId === null) return null;
  const text = `${row.name} · ${row.acronym}`;
  const isOffered = row.status === 'active' && (only === undefined || only === serverId);
  return isOffered || value.includes(serverId) ? { id: String(serverId), text } : null;
}
