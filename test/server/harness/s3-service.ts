// A service on loopback that speaks S3.

import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';

export type S3Service = {
  /** Its address with keys and bucket, as S3_URL holds it (src/server/config/s3-address.ts). */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Keeps its objects in `directory`, which the caller removes. */
export async function startS3Service(directory: string): Promise<S3Service> {
  const configureBuckets = [{ name: 'malote', configs: [] }];
  const service = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = (await service.run()) as unknown as AddressInfo;
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/malote?path-style=1`,
    close: () => service.close(),
  };
}
