CREATE TABLE "lineage" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"beat" bigint NOT NULL,
	"timeline" bigint,
	CONSTRAINT "lineage_single" CHECK ("lineage"."single")
);
--> statement-breakpoint
ALTER TABLE lineage ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE lineage FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY owner_all ON lineage TO CURRENT_USER USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY across_tenants ON lineage TO malote_system USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON lineage TO malote_system;--> statement-breakpoint
-- How far the ids are is noted beside the files.
GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO malote_system;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "mark" uuid;--> statement-breakpoint
-- An ordinary owner is held to one tenant. A document without a command gets a mark that follows from the document itself: an
-- older copy of the database that is brought to this version gives it the same one.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE documents SET mark = coalesce(command_id,
  md5(tenant_id || ':' || id || ':' || created_by || ':' || extract(epoch FROM created_at))::uuid);--> statement-breakpoint
ALTER TABLE documents FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "documents" ALTER COLUMN "mark" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "documents" ALTER COLUMN "mark" SET NOT NULL;
