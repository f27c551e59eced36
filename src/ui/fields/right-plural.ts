// Build time only: what the library's combo box tells a screen reader in Portuguese is "8 opções disponível". Its words are
// the same otherwise; a version that says it differently fails the build, so that this is looked at again.

const ONE = String.raw`op\xe7\xe3o`;
const MANY = String.raw`op\xe7\xf5es`;
const OF_BOTH = String.raw` dispon\xedvel.`;

/** The library’s module of Portuguese words. */
export const WORDS_MODULE = /[/\\]intl[/\\]combobox[/\\]pt-BR\.m?js$/;

/** The words with the plural where it belongs: `1 opção disponível.`, `8 opções disponíveis.`. Throws when the words are no longer there. */
export function rightPlural(code: string): string {
  const both = code.indexOf(OF_BOTH);
  const afterMany = code.lastIndexOf(MANY, both) + MANY.length;
  const afterOne = code.lastIndexOf(ONE, afterMany) + ONE.length;
  if (both === -1 || afterMany < MANY.length || afterOne < ONE.length) {
    throw new Error('the combo box says its options differently: look at right-plural.ts');
  }
  const rest = code.slice(afterMany, both) + code.slice(both + OF_BOTH.length);
  return `${code.slice(0, afterOne)}${OF_BOTH}${code.slice(afterOne, afterMany)}${String.raw` dispon\xedveis.`}${rest}`;
}
