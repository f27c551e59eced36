/** By itself, because the list says it, and does not load the sentences of all refusals. */
export const TOO_MANY_WORDS = 'A busca aceita até 20 palavras. Tire algumas.';
