import { fold, matchesTokens, searchTokens } from '#domain/search.ts';
import { activePeople } from '#mirror/questions/people.ts';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { fullName } from '../../text/names.ts';
import { RESULTS } from '../../text/results.ts';
import { NothingFound } from './nothing-found.tsx';
import { personHref } from '../../shared/screen/result-links.ts';
import { ResultTitle } from './result-title.tsx';
import styles from './results-screen.module.css';

/** People by first or last name (rule B15); each leads to the edit screen or to the directory, as the reader may (rule B14). */
export function UserResults({ text }: { text: string }) {
  const { mirror, may } = useProfile();
  const found = useLiveQuery(async () => {
    const tokens = searchTokens(text);
    const people = tokens.length === 0 ? [] : await activePeople(mirror);
    return people.filter((one) => matchesTokens(fold(fullName(one)), tokens));
  }, [mirror, text]);
  if (found === undefined) return <SkeletonRows label={RESULTS.loading} count={4} />;
  if (found.length === 0) return <NothingFound />;
  return (
    <RowList label={RESULTS.users}>
      {found.map((person) => (
        <Row key={person.id}>
          <PersonAvatar person={person} size={36} />
          <span className={styles.words}>
            <ResultTitle href={personHref(person, { may })}>{fullName(person)}</ResultTitle>
            <span className={styles.meta}>{person.organization?.acronym ?? RESULTS.noSector}</span>
          </span>
        </Row>
      ))}
    </RowList>
  );
}
