CREATE TABLE "storage_use" (
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "storage_use_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "storage_quota_mb" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "person_storage_quota_mb" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_quotas" CHECK (storage_quota_mb >= 0 AND person_storage_quota_mb >= 0);--> statement-breakpoint
ALTER TABLE storage_use ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE storage_use FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON storage_use FOR SELECT USING (tenant_id = app_tenant());--> statement-breakpoint
-- Written by the trigger alone, which runs as the owner.
CREATE POLICY owner_all ON storage_use TO CURRENT_USER USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT ON storage_use TO malote_app;--> statement-breakpoint
-- Counts the bytes of files that are added, with the person who wrote the reply or the document. A file whose row is marked as
-- deleted counts no more. It reads across tenants, as a restore writes files of all of them in one statement.
CREATE FUNCTION count_storage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  before text := coalesce(current_setting('app.maintenance', true), '');
BEGIN
  PERFORM set_config('app.maintenance', 'on', true);
  IF TG_OP = 'INSERT' THEN
    INSERT INTO storage_use AS s (tenant_id, user_id, bytes)
    SELECT f.tenant_id, coalesce(i.creator_id, d.created_by, 0), sum(f.size) FROM added f
      LEFT JOIN interactions i ON (i.tenant_id, i.id) = (f.tenant_id, f.interaction_id)
      LEFT JOIN documents d ON (d.tenant_id, d.id) = (f.tenant_id, f.document_id)
    WHERE f.deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  ELSE
    INSERT INTO storage_use AS s (tenant_id, user_id, bytes)
    SELECT f.tenant_id, coalesce(i.creator_id, d.created_by, 0),
      sum(CASE WHEN f.deleted_at IS NULL THEN f.size ELSE 0 END) - sum(CASE WHEN o.deleted_at IS NULL THEN o.size ELSE 0 END)
    FROM added f JOIN removed o ON (o.tenant_id, o.id) = (f.tenant_id, f.id)
      LEFT JOIN interactions i ON (i.tenant_id, i.id) = (f.tenant_id, f.interaction_id)
      LEFT JOIN documents d ON (d.tenant_id, d.id) = (f.tenant_id, f.document_id)
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  END IF;
  PERFORM set_config('app.maintenance', before, true);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER count_added AFTER INSERT ON files REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_storage();--> statement-breakpoint
CREATE TRIGGER count_marked AFTER UPDATE ON files REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_storage();--> statement-breakpoint
-- An ordinary owner is held to one tenant here.
ALTER TABLE files NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE interactions NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO storage_use (tenant_id, user_id, bytes)
SELECT f.tenant_id, coalesce(i.creator_id, d.created_by, 0), sum(f.size) FROM files f
  LEFT JOIN interactions i ON (i.tenant_id, i.id) = (f.tenant_id, f.interaction_id)
  LEFT JOIN documents d ON (d.tenant_id, d.id) = (f.tenant_id, f.document_id)
WHERE f.deleted_at IS NULL GROUP BY 1, 2;--> statement-breakpoint
ALTER TABLE files FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE interactions FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
