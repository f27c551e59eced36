import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';

/**
 * Makes a call to the service. It has a bound of time, which grows with the `bytes` that it sends.
 */
export type Call = <Answer>(
  send: (options: { readonly abortSignal: AbortSignal }) => Promise<Answer>,
  bytes?: number,
) => Promise<Answer>;

const PARTS_MAX = 10_000;

type Upload = {
  readonly client: S3Client;
  readonly call: Call;
  readonly object: { readonly Bucket: string; readonly Key: string };
};

/**
 * Stores a file in parts, each of which can be sent again. S3 takes at most 5 GB in one call, and
 * 10,000 parts. The object appears as a whole with the last call.
 */
export async function putInParts(
  { client, call, object }: Upload,
  { path, size, partBytes }: { readonly path: string; readonly size: number; readonly partBytes: number },
): Promise<void> {
  const step = Math.max(partBytes, Math.ceil(size / PARTS_MAX));
  const { UploadId } = await call((options) => client.send(new CreateMultipartUploadCommand(object), options));
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < size; start += step) {
      const Body = await buffer(createReadStream(path, { start, end: start + step - 1 }));
      const part = { ...object, UploadId, PartNumber: Parts.length + 1, Body };
      const { ETag } = await call((options) => client.send(new UploadPartCommand(part), options), Body.length);
      Parts.push({ ETag, PartNumber: part.PartNumber });
    }
    const whole = { ...object, UploadId, MultipartUpload: { Parts } };
    await call((options) => client.send(new CompleteMultipartUploadCommand(whole), options), size);
  } catch (error) {
    // Best effort: a rule of the bucket removes uploads that were never completed.
    await call((options) => client.send(new AbortMultipartUploadCommand({ ...object, UploadId }), options)).catch(
      () => undefined,
    );
    throw error;
  }
}
