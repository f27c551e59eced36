import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { readS3Address } from './s3-address.ts';

/** The store of S3_URL, or the folder under DATA_DIR. The SDK is loaded by those who use it only. */
export async function openFileStore(
  config: Pick<Config, 's3Url' | 'dataDir'>,
  options: { readonly besideServer?: boolean } = {},
): Promise<FileStore> {
  if (config.s3Url === null) return openDiskStore(join(config.dataDir, 'files'), options);
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(readS3Address(config.s3Url));
}
