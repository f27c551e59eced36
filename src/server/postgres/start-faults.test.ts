import { expect, it } from 'vitest';
import { startFault } from './start-faults.ts';
import { StoreUnavailable } from '../files/file-store.ts';

const PLACES = { dataDir: '/d', databaseUrl: null, s3Url: null, host: '127.0.0.1', port: 3000 };
const NOT_OURS = 'DATA_DIR /d não pode ser gravada: é somente leitura ou pertence a outro usuário';
const failed = (code: string) => Object.assign(new Error(`${code}: failed`), { code, syscall: 'open' });

it.each([
  ['EACCES', NOT_OURS],
  ['EPERM', NOT_OURS],
  ['EROFS', NOT_OURS],
  ['ENOSPC', 'DATA_DIR /d: o disco está cheio'],
  ['ENOENT', 'DATA_DIR /d não pôde ser usada (ENOENT)'],
  ['EMFILE', 'DATA_DIR /d não pôde ser usada (EMFILE)'],
  ['EIO', 'DATA_DIR /d não pôde ser usada (EIO)'],
])('%s is told as what it is, by the folder and by the store of files', (code, sentence) => {
  expect(startFault(failed(code), PLACES)).toBe(sentence);
  const want = code === 'ENOSPC' ? 'full' : 'away';
  expect(startFault(new StoreUnavailable(want, failed(code)), PLACES)).toBe(sentence);
});
