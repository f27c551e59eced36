-- A server learns that another version has migrated its database, whoever inserts the row (src/server/db/schema-watch.ts).
GRANT SELECT ON schema_migrations TO malote_system;--> statement-breakpoint
CREATE FUNCTION announce_migration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('malote_migrated', '');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER announce_migration AFTER INSERT ON schema_migrations FOR EACH STATEMENT EXECUTE FUNCTION announce_migration();--> statement-breakpoint
-- A zone that PostgreSQL does not know stopped whatever is planned by a tenant's days. Only names written as Area/City, which the
-- server reads alike; the list is read when a zone is set, and rarely changes.
CREATE FUNCTION is_time_zone(zone text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT zone = 'America/Sao_Paulo' OR (zone ~ '^[A-Z][A-Za-z]+(/[A-Z][A-Za-z_-]+){1,2}$'
    AND EXISTS (SELECT FROM pg_catalog.pg_timezone_names WHERE name = zone)) $$;--> statement-breakpoint
-- Nothing worked in a tenant with another one. An ordinary owner is held to one tenant here.
ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE tenants SET time_zone = 'America/Sao_Paulo' WHERE NOT is_time_zone(time_zone);--> statement-breakpoint
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_time_zone" CHECK (is_time_zone("tenants"."time_zone"));