// Used by the build only. In Portuguese the library's combo box says "8 opções disponível" to
// screen readers. This plug-in corrects the plural and leaves the other words as they are. If a new
// version of the library has other words, the build fails, so that this file is looked at again.

const ONE = String.raw`op\xe7\xe3o`;
const MANY = String.raw`op\xe7\xf5es`;
const OF_BOTH = String.raw` dispon\xedvel.`;

/** The library’s module of Portuguese words. */
export const WORDS_MODULE = /[/\\]intl[/\\]combobox[/\\]pt-BR\.m?js$/;

/**
 * Returns the module with the right plural: `1 opção disponível.`, `8 opções disponíveis.`. Throws
 * when the expected words are not in it.
 */
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
