CREATE TABLE "file_store" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "file_store_single" CHECK ("file_store"."single")
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "logo_sha256" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "image_sha256" text;--> statement-breakpoint
ALTER TABLE file_store ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE file_store FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Read and written at the start of a server, as the owner: neither working role has to do with it.
CREATE POLICY owner_only ON file_store TO CURRENT_USER USING (true) WITH CHECK (true);
