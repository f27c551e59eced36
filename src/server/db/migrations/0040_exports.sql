CREATE TABLE "export_entries" (
	"tenant_id" bigint NOT NULL,
	"path" text NOT NULL,
	"size" bigint NOT NULL,
	"crc32" bigint NOT NULL,
	"sha256" text NOT NULL,
	"file_id" bigint,
	"storage_key" text,
	"text_at" bigint,
	"start" bigint,
	CONSTRAINT "export_entries_tenant_id_path_pk" PRIMARY KEY("tenant_id","path")
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"tenant_id" bigint PRIMARY KEY NOT NULL,
	"mark" uuid DEFAULT gen_random_uuid() NOT NULL,
	"asked_by" bigint NOT NULL,
	"asked_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"files_done" integer DEFAULT 0 NOT NULL,
	"files_all" integer DEFAULT 0 NOT NULL,
	"bytes_done" bigint DEFAULT 0 NOT NULL,
	"bytes_all" bigint DEFAULT 0 NOT NULL,
	"leased_until" timestamp(3) with time zone,
	"fault" text,
	"documents" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"ready_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"parts" text[] DEFAULT '{}' NOT NULL,
	"handed_to" bigint[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "export_entries" ADD CONSTRAINT "export_entries_tenant_id_exports_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."exports"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_tenant_id_asked_by_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","asked_by") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_entries_start" ON "export_entries" USING btree ("tenant_id","start");--> statement-breakpoint
ALTER TABLE exports ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE exports FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON exports USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
CREATE POLICY across_tenants ON exports TO malote_system USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY whole_for_owner ON exports FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
ALTER TABLE export_entries ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE export_entries FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON export_entries USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
CREATE POLICY whole_for_owner ON export_entries FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON exports, export_entries TO malote_app;--> statement-breakpoint
-- Which export is due on any server, which one is over, and which objects of the file store belong to one.
GRANT SELECT, UPDATE ON exports TO malote_system;
