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

/** Sends to the service, by a bound of time for so many bytes. */
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
 * Stores a file in parts, each of which can be sent again. A service takes no more than 5 GB at
 * once, and 10,000 parts. The object appears with the last step, whole.
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
    // Best effort: what a service keeps of an upload that was not ended is removed by a rule there.
    await call((options) => client.send(new AbortMultipartUploadCommand({ ...object, UploadId }), options)).catch(
      () => undefined,
    );
    throw error;
  }
}
