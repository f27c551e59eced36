import { Register, RegisterGroup, RegisterRow } from '#ui/document-look/register.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { DIRECTORY } from '../../text/manage/users.ts';
import { fullName } from '../../text/words/format.ts';
import type { SectorGroup } from './group-by-sector.ts';
import styles from './people-table.module.css';

/** The people of a wide screen as a register, one body per sector. */
export function PeopleTable({ groups }: { groups: readonly SectorGroup[] }) {
  return (
    <Register className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{DIRECTORY.name}</th>
          <th scope="col" className={styles.role}>
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
