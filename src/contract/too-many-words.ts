export const TOO_MANY_WORDS = 'A busca aceita até 20 palavras. Tire algumas.';
