// Build time only: what the library's combo box tells a screen reader in Portuguese is "8 opções disponível". Its words are
// the same otherwise; a version that says it differently fails the build, so that this is looked at again.

const WRONG = /(op\\xe7\\xe3o)(`,\s*other: [^`]*`[^`]*op\\xe7\\xf5es)(`\s*\}\)\}) dispon\\xedvel\./;

/** The library’s module of Portuguese words. */
export const WORDS_MODULE = /[/\\]intl[/\\]combobox[/\\]pt-BR\.m?js$/;

/** The words with the plural where it belongs: `1 opção disponível.`, `8 opções disponíveis.`. Throws when the words are no longer there. */
export function rightPlural(code: string): string {
  if (!WRONG.test(code)) throw new Error('the combo box says its options differently: look at right-plural.ts');
  return code.replace(WRONG, String.raw`$1 dispon\xedvel.$2 dispon\xedveis.$3`);
}
