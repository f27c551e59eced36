import { expect, it } from 'vitest';
import { browserWords } from './browser-words.ts';

const LIKE = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${LIKE} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Celular, Chrome'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${LIKE} Chrome/140.0.0.0 Safari/537.36`, 'Tablet, Chrome'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${LIKE} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Computador, Edge'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Computador, Firefox'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'Celular, Safari'],
  ['lightMyRequest', 'Computador'],
  ['', 'Computador'],
])('%s is told as %s', (userAgent, words) => expect(browserWords(userAgent)).toBe(words));
