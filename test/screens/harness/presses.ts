// How many presses an act takes, counted from the events of the page and not from the lines of the
// test.

/**
 * Counts presses from now on; returns how many there were. A field for files is pressed by its own
 * button, not by a person.
 */
export function countPresses(): () => number {
  let presses = 0;
  const count = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement && target.type === 'file')) presses += 1;
  };
  document.addEventListener('click', count, true);
  return () => {
    document.removeEventListener('click', count, true);
    return presses;
  };
}
