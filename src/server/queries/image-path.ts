import { sql, type SQL } from 'drizzle-orm';

/**
 * The path of a person's photo for an alias of users; null without a photo. The path changes with
 * the image. `alias` must be a constant of the code: it is not escaped.
 */
export function imagePathJson(alias: string): SQL {
  return sql.raw(
    `case when ${alias}.image_key is null then null else '/api/users/' || ${alias}.id || '/image?v=' || left(${alias}.image_key, 8) end`,
  );
}
