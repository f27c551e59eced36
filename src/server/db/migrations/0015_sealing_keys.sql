CREATE TABLE "sealing_keys" (
	"tenant_id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"public_key" "bytea" NOT NULL,
	"private_key" "bytea" NOT NULL,
	"password_mark" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sealing_keys_tenant_id_key_pk" PRIMARY KEY("tenant_id","key"),
	CONSTRAINT "sealing_keys_current" UNIQUE("tenant_id","user_id","password_mark")
);
--> statement-breakpoint
ALTER TABLE "sealing_keys" ADD CONSTRAINT "sealing_keys_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE sealing_keys ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE sealing_keys FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON sealing_keys USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
-- A login makes and reads them; the working role has no right here. Nothing changes or removes one.
CREATE POLICY across_tenants ON sealing_keys TO malote_system USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY whole_for_owner ON sealing_keys FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
GRANT SELECT, INSERT ON sealing_keys TO malote_system;
