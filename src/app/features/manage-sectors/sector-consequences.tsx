import type { SectorEffects } from '#mirror/questions/deletion-effects.ts';
import type { Consequence } from '../../shared/manage/managed-row.ts';
import { documentsNumber, EFFECTS, leftWithoutSector, modelsText } from '../../text/deletion-effects.ts';
import { joined } from '../../text/grammar.ts';
import { fullName } from '../../text/names.ts';

/** How many people are named; the others are counted. */
const NAMED = 3;

/** What deleting sectors brings with it, a line for each number that is not zero. */
export function sectorConsequences({ people, documents, models }: SectorEffects): Consequence[] {
  const lines: Consequence[] = [];
  if (people.length > 0) {
    const named = people.slice(0, NAMED).map(fullName);
    const others = people.length - named.length;
    const names = joined(others === 0 ? named : [...named, `mais ${others}`]);
    lines.push({
      id: 'people',
      icon: 'people',
      text: <Line number={leftWithoutSector(people.length)} rest={`${names}.`} />,
    });
  }
  const counted = documentsNumber(documents);
  if (counted !== null) {
    const isOne = documents.open + documents.overdue === 1;
    const rest = isOne ? EFFECTS.staysWithResponsible : EFFECTS.stayWithResponsibles;
    lines.push({ id: 'documents', icon: 'documents', text: <Line number={counted} rest={rest} /> });
  }
  if (models > 0) {
    const { number, rest } = modelsText(models);
    lines.push({ id: 'models', icon: 'models', text: <Line number={number} rest={rest} /> });
  }
  return [...lines, { id: 'history', icon: 'history', text: EFFECTS.sectorHistory }];
}

function Line({ number, rest }: { number: string; rest: string }) {
  return (
    <>
      <b>{number}</b> <span>{rest}</span>
    </>
  );
}
