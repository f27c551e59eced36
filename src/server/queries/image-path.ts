import { sql, type SQL } from 'drizzle-orm';

/** The path of a person's photo for an alias of users (trusted SQL), null without one; it changes with the image. */
export function imagePathJson(alias: string): SQL {
  return sql.raw(
    `case when ${alias}.image_key is null then null else '/api/users/' || ${alias}.id || '/image?v=' || left(${alias}.image_key, 8) end`,
  );
}
