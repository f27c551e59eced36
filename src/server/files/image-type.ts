import { fileTypeFromFile } from 'file-type';
import { problems } from '../reporting/errors.ts';

const ACCEPTED: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/**
 * The media type of a photo or logo, by its content (rule H10). Throws 422 on `field` for anything
 * else, SVG included.
 */
export async function imageTypeOf(path: string, field: string): Promise<string> {
  const type = await fileTypeFromFile(path);
  if (type === undefined || !ACCEPTED.has(type.mime))
    throw problems.invalid({ [field]: ['Envie uma imagem PNG, JPG ou WebP.'] });
  return type.mime;
}
