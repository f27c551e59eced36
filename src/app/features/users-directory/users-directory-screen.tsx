import { lazyPart } from '#ui/base/lazy-part.tsx';
import type { UserRow } from '#contract/reference-data.ts';
import { fold, matchesTokens, searchTokens } from '#domain/search.ts';
import { activeOrganizations, activePeople } from '#mirror/questions/people.ts';
import { Button } from '#ui/actions/button.tsx';
import { FilterChip } from '#ui/document-look/chip.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { SlidersHorizontal, Users } from 'lucide-react';
import { useState } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { usePanel } from '../../shared/screen/use-panel.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { DIRECTORY } from '../../text/manage/users.ts';
import { fullName } from '../../text/words/format.ts';
import { groupBySector } from './group-by-sector.ts';
import { PeopleTable } from './people-table.tsx';
import styles from './users-directory.module.css';

const SectorFilterDialog = lazyPart(async () => (await import('./sector-filter-dialog.tsx')).SectorFilterDialog);

/** All active people of the tenant, grouped by sector and filtered while the person types. */
export function UsersDirectoryScreen({ organizationId, name }: { organizationId: number | undefined; name: string }) {
  const { mirror } = useProfile();
  const navigate = useNavigate();
  const [text, setText] = useState(name);
  const data = useLiveQuery(async () => {
    const [people, sectors] = await Promise.all([
      activePeople(mirror, { organizationId }),
      activeOrganizations(mirror),
    ]);
    return { people, sectors };
  }, [mirror, organizationId]);
  const panel = usePanel('filtros');
  const sector = data?.sectors.find((one) => one.id === organizationId);
  const show = (id: number | undefined) =>
    void navigate({ to: '/admin/users', search: id === undefined ? {} : { setor: id }, replace: true });

  return (
    <div className={styles.screen}>
      <ScreenHeader title={DIRECTORY.title} backHref="/admin/home" />
      <div className={styles.tools}>
        <search id="busca" className={styles.search}>
          <SearchField
            label={DIRECTORY.search}
            placeholder={DIRECTORY.placeholder}
            value={text}
            onChange={setText}
            onSubmit={setText}
          />
        </search>
        <Button icon={SlidersHorizontal} onPress={panel.open}>
          {sector === undefined ? DIRECTORY.filters : `${DIRECTORY.filters} (1)`}
        </Button>
        {sector === undefined ? null : (
          <FilterChip removeLabel={`Tirar o filtro ${sector.name}`} onRemove={() => show(undefined)}>
            {sector.name}
          </FilterChip>
        )}
      </div>
      {data === undefined ? (
        <SkeletonRows label={DIRECTORY.loading} count={6} />
      ) : (
        <People people={named(data.people, text)} />
      )}
      {panel.isOpen && data !== undefined ? (
        <SectorFilterDialog
          sectors={data.sectors}
          organizationId={organizationId}
          onApply={show}
          onClose={panel.close}
        />
      ) : null}
    </div>
  );
}

function named(people: readonly UserRow[], text: string): UserRow[] {
  const tokens = searchTokens(text);
  return people.filter((person) => matchesTokens(fold(fullName(person)), tokens));
}

function People({ people }: { people: readonly UserRow[] }) {
  const kind = useLayoutKind();
  if (people.length === 0) return <EmptyState icon={Users} title={DIRECTORY.none} />;
  const groups = groupBySector(people);
  if (kind === 'desktop') return <PeopleTable groups={groups} />;
  return (
    <>
      {groups.map((group) => (
        <section key={group.id ?? 0} aria-labelledby={`setor-${group.id ?? 0}`} className={styles.group}>
          <SectionLabel id={`setor-${group.id ?? 0}`} count={group.people.length}>
            {group.name ?? DIRECTORY.noSector}
          </SectionLabel>
          <ul className={styles.cards}>
            {group.people.map((person) => (
              <Card key={person.id} as="li" className={styles.card ?? ''}>
                <PersonAvatar person={person} />
                <span className={styles.words}>
                  <b translate="no" className={styles.name}>
                    {fullName(person)}
                  </b>
                  <span className={styles.role}>{person.role}</span>
                </span>
              </Card>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
