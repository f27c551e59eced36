CREATE TABLE "logins" (
	"tenant_id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "logins_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "login_id" uuid;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Sessions that live are of a login too: it began with them. An ordinary owner is held to one tenant here.
ALTER TABLE sessions NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE sessions SET login_id = gen_random_uuid() WHERE user_id IS NOT NULL;--> statement-breakpoint
INSERT INTO logins (tenant_id, key, user_id, at)
  SELECT tenant_id, login_id, user_id, created_at FROM sessions WHERE login_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_login_id_logins_tenant_id_key_fk" FOREIGN KEY ("tenant_id","login_id") REFERENCES "public"."logins"("tenant_id","key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE logins ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE logins FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON logins USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
-- A login is looked up with its session, before anybody's tenant is known.
CREATE POLICY across_tenants ON logins TO malote_system USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY whole_for_owner ON logins FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (ended_at) ON logins TO malote_system;
