// S3_URL and BACKUP_TO: `s3://key:secret@host[:port]/bucket?region=…&path-style=1` for any
// S3-compatible service over https. With http:// instead of s3:// the connection is not encrypted,
// for a service on the same machine. Key and secret are percent-encoded where needed.

export type S3Address = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/**
 * Reads the address that a variable holds. Throws one Portuguese sentence when a part is missing or
 * can't be read.
 */
export function readS3Address(text: string, variable = 'S3_URL'): S3Address {
  try {
    return partsOf(new URL(text));
  } catch (error) {
    throw new Error(`${variable} precisa ter a forma s3://chave:segredo@servidor:porta/bucket?region=…&path-style=1`, {
      cause: error,
    });
  }
}

function partsOf(url: URL): S3Address {
  const bucket = decodeURIComponent(url.pathname.split('/').filter(Boolean).join('/'));
  if (url.host === '' || !/^[\w.-]+$/.test(bucket) || url.username === '' || url.password === '')
    throw new Error('a part is missing');
  return {
    endpoint: `${url.protocol === 'http:' ? 'http' : 'https'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    pathStyle: ['1', 'true'].includes(url.searchParams.get('path-style') ?? ''),
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}
