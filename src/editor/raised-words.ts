// Raised and lowered words as characters of any font: 10³ and H₂O. The text has no such format, and 10³ without it is 103.

const RAISED = new Map([
  ...pairs('0123456789+-=()', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'),
  ...pairs('−–', '⁻⁻'),
  ...pairs('bcdefghijklmnoprstuvwxyza', 'ᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵃ'),
]);
const LOWERED = new Map([
  ...pairs('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'),
  ...pairs('−–', '₋₋'),
  ...pairs('aehijklmnoprstuvx', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
]);
/** Of numbers and abbreviations: 1º, nº, 2ª. */
const ORDINAL: Readonly<Record<string, string>> = { o: 'º', a: 'ª' };

/** How words are written that stand above or below the line; in doubt with the sign that people type for it. */
export function spellRaised(words: string, isAbove: boolean): string {
  const trimmed = words.trim();
  if (isAbove && Object.hasOwn(ORDINAL, trimmed)) return ORDINAL[trimmed] ?? words;
  const forms = isAbove ? RAISED : LOWERED;
  if ([...trimmed].every((letter) => forms.has(letter))) return [...trimmed].map((one) => forms.get(one)).join('');
  // Notes in brackets, words in a row and signs such as ® mean the same on the line.
  if (!/^[\p{L}\p{N}.,+−-]*$/u.test(trimmed) || !/\p{N}|^\p{L}$/u.test(trimmed)) return words;
  return `${isAbove ? '^' : '_'}${trimmed}`;
}

function pairs(from: string, to: string): [string, string][] {
  const forms = [...to];
  return [...from].map((letter, index) => [letter, forms[index] ?? letter]);
}
