import { SectorAndPerson } from '../../shared/form/sector-and-person.tsx';
import { CREATE_TEXT } from '../../text/create-document.ts';
import { isSectionComplete } from './create-form.ts';
import styles from './create-document.module.css';
import { FIELD_PLACE, useHasMargin } from './field-places.ts';
import { FormSection } from './form-section.tsx';
import type { FormState } from './use-create-form.ts';

/** 2 Para quem: sector and responsible, which depend on each other. */
export function WhomSection({ state }: { state: FormState }) {
  const { form, draft, change, missing } = state;
  const hasMargin = useHasMargin();
  return (
    <FormSection
      number={2}
      title={CREATE_TEXT.whom}
      isComplete={isSectionComplete('whom', missing)}
      note={hasMargin ? CREATE_TEXT.sectorRule : undefined}
    >
      <SectorAndPerson
        // What the draft names: the fields say so when it can't be chosen any more.
        value={draft.fields}
        onChange={({ organizationId, responsibleId }) => change({ organizationId, responsibleId })}
        sectorPlace={FIELD_PLACE.organization}
        personPlace={FIELD_PLACE.responsible}
        sectorError={form.errors['organization_ids']}
        personError={form.errors['user_ids']}
      />
      {hasMargin ? null : <p className={styles.help}>{CREATE_TEXT.sectorRule}</p>}
    </FormSection>
  );
}
