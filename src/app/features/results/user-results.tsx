import type { UserRow } from '#contract/reference-data.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { RowMeta, RowTitle, RowWords } from '#ui/document-look/row-words.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { fullName } from '../../text/names.ts';
import { RESULTS } from '../../text/results.ts';
import { NothingFound } from './nothing-found.tsx';
import { personHref } from '../../shared/screen/result-links.ts';

/** People by first or last name (rule B15); each leads to the edit screen or to the directory, as the reader may (rule B14). */
export function UserResults({ found }: { found: readonly UserRow[] | undefined }) {
  const { may } = useProfile();
  if (found === undefined) return <SkeletonRows label={RESULTS.loading} count={4} />;
  if (found.length === 0) return <NothingFound />;
  return (
    <RowList label={RESULTS.users}>
      {found.map((person) => (
        <Row key={person.id} rowKey={String(person.id)}>
          <PersonAvatar person={person} size={36} />
          <RowWords>
            <RowTitle href={personHref(person, { may })} standsApart>
              {fullName(person)}
            </RowTitle>
            <RowMeta>{person.organization?.acronym ?? RESULTS.noSector}</RowMeta>
          </RowWords>
        </Row>
      ))}
    </RowList>
  );
}
