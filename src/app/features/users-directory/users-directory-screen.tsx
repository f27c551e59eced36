import type { UserRow, OrganizationRow } from '#contract/reference-data.ts';
import { foldWithin, matchesTokens, searchTokens } from '#domain/search.ts';
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
import { Link } from '#ui/actions/link.tsx';
import { SlidersHorizontal, Users } from 'lucide-react';
import { useState } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { usePanel } from '../../shared/screen/use-panel.ts';
import { ScreenHeader } from '../../shared/screen/screen-header.tsx';
import { DIRECTORY, USERS } from '../../text/manage/users.ts';
import { fullName } from '../../text/words/format.ts';
import styles from './users-directory.module.css';
import { Register, RegisterGroup, RegisterRow } from '#ui/document-look/register.tsx';
import { RadioGroup } from '#ui/fields/radio-group.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { compareNames } from '#domain/text.ts';

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
        <People people={named(data.people, text)} isSearch={text.trim() !== '' || sector !== undefined} />
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
  return people.filter((person) => matchesTokens(foldWithin(fullName(person)), tokens));
}

function People({ people, isSearch }: { people: readonly UserRow[]; isSearch: boolean }) {
  const kind = useLayoutKind();
  const { may } = useProfile();
  if (people.length === 0) {
    const mayWrite = may('create_users') && !isSearch;
    return (
      <EmptyState
        icon={Users}
        title={DIRECTORY.none}
        action={mayWrite ? <Link href="/admin/create-users">{USERS.create}</Link> : undefined}
      >
        {DIRECTORY.next[isSearch ? 'search' : mayWrite ? 'writer' : 'reader']}
      </EmptyState>
    );
  }
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

/** The directory as a table on wide screens, one body per sector. */
function PeopleTable({ groups }: { groups: readonly SectorGroup[] }) {
  return (
    <Register className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{DIRECTORY.name}</th>
          <th scope="col" className={styles.peopleTableRole}>
            {DIRECTORY.role}
          </th>
          <th scope="col" className={styles.email}>
            {DIRECTORY.email}
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.id ?? 0}>
          <RegisterGroup>
            <th scope="rowgroup" colSpan={3}>
              <SectionLabel count={group.people.length}>{group.name ?? DIRECTORY.noSector}</SectionLabel>
            </th>
          </RegisterGroup>
          {group.people.map((person) => (
            <RegisterRow key={person.id}>
              <th scope="row">
                <span className={styles.person}>
                  <PersonAvatar person={person} size={36} />
                  <b translate="no">{fullName(person)}</b>
                </span>
              </th>
              <td>{person.role}</td>
              <td>{person.email}</td>
            </RegisterRow>
          ))}
        </tbody>
      ))}
    </Register>
  );
}

/** "Filtros" of the directory: one sector, or all of them. */
function SectorFilterDialog(props: {
  sectors: readonly OrganizationRow[];
  organizationId: number | undefined;
  onApply: (organizationId: number | undefined) => void;
  onClose: () => void;
}) {
  const { sectors, organizationId, onApply, onClose } = props;
  const [chosen, setChosen] = useState(organizationId);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={DIRECTORY.filters}
      footer={
        <>
          <Button onPress={() => onApply(undefined)}>{DIRECTORY.clear}</Button>
          <Button variant="primary" onPress={() => onApply(chosen)}>
            {DIRECTORY.apply}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={DIRECTORY.bySector}
        appearance="plain"
        value={chosen === undefined ? null : String(chosen)}
        onChange={(id) => setChosen(Number(id))}
        options={sectors.map((sector) => ({ value: String(sector.id), text: sector.name, detail: sector.acronym }))}
      />
    </Dialog>
  );
}

type SectorGroup = {
  /** null: people without a sector. */
  readonly id: number | null;
  readonly name: string | null;
  readonly people: readonly UserRow[];
};

/**
 * Groups people by sector, sectors by name, people without a sector last; the order of people is
 * kept.
 */
function groupBySector(people: readonly UserRow[]): SectorGroup[] {
  const groups = new Map<number | null, { id: number | null; name: string | null; people: UserRow[] }>();
  for (const person of people) {
    const id = person.organization?.id ?? null;
    const group = groups.get(id) ?? { id, name: person.organization?.name ?? null, people: [] };
    group.people.push(person);
    groups.set(id, group);
  }
  return [...groups.values()].sort((left, right) => {
    if (left.name === null || right.name === null) return left.name === null ? 1 : -1;
    return compareNames(left.name, right.name);
  });
}
