CREATE TABLE "staged_parts" (
	"tenant_id" bigint NOT NULL,
	"actor_id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"file" uuid NOT NULL,
	"start" bigint NOT NULL,
	"size" bigint NOT NULL,
	"storage_key" text NOT NULL,
	CONSTRAINT "staged_parts_tenant_id_actor_id_key_file_start_pk" PRIMARY KEY("tenant_id","actor_id","key","file","start"),
	CONSTRAINT "staged_parts_storage_key" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "staged_uploads" (
	"tenant_id" bigint NOT NULL,
	"actor_id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"file" uuid NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"touched_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staged_uploads_tenant_id_actor_id_key_file_pk" PRIMARY KEY("tenant_id","actor_id","key","file")
);
--> statement-breakpoint
ALTER TABLE "staged_parts" ADD CONSTRAINT "staged_parts_upload" FOREIGN KEY ("tenant_id","actor_id","key","file") REFERENCES "public"."staged_uploads"("tenant_id","actor_id","key","file") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_uploads" ADD CONSTRAINT "staged_uploads_tenant_id_actor_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","actor_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staged_uploads_touched" ON "staged_uploads" USING btree ("touched_at");--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['staged_uploads', 'staged_parts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_tenant ON %I USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant())', name);
    -- Cleaning up is done for all tenants at once.
    EXECUTE format('CREATE POLICY across_tenants ON %I TO malote_system USING (true)', name);
    EXECUTE format('CREATE POLICY whole_for_owner ON %I FOR SELECT TO CURRENT_USER USING (current_setting(''app.maintenance'', true) = ''on'')', name);
  END LOOP;
END $$;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (received, touched_at), DELETE ON staged_uploads TO malote_app;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON staged_parts TO malote_app;--> statement-breakpoint
GRANT SELECT, DELETE ON staged_uploads, staged_parts TO malote_system;--> statement-breakpoint
-- Which uploads are registered; "for update skip locked" wants the right to update.
GRANT UPDATE (touched_at) ON staged_uploads TO malote_system;--> statement-breakpoint
CREATE POLICY across_tenants ON receipts FOR SELECT TO malote_system USING (true);--> statement-breakpoint
GRANT SELECT (tenant_id, actor_id, key) ON receipts TO malote_system;
