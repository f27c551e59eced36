CREATE TABLE "held_commands" (
	"tenant_id" bigint NOT NULL,
	"actor_id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"target" text NOT NULL,
	"performed_at" timestamp(3) with time zone NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "held_commands_tenant_id_actor_id_key_pk" PRIMARY KEY("tenant_id","actor_id","key")
);
--> statement-breakpoint
ALTER TABLE "logins" ADD COLUMN "contact_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "logins" ADD COLUMN "contact_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "logins" ADD COLUMN "settled_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "held_commands" ADD CONSTRAINT "held_commands_tenant_id_actor_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","actor_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_commands_target" ON "held_commands" USING btree ("tenant_id","actor_id","target");--> statement-breakpoint
CREATE INDEX "held_commands_age" ON "held_commands" USING btree ("at");--> statement-breakpoint
GRANT UPDATE (contact_at, contact_from, settled_until) ON logins TO malote_system;--> statement-breakpoint
ALTER TABLE held_commands ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE held_commands FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON held_commands USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
-- Cleaning up is done for all tenants at once.
CREATE POLICY across_tenants ON held_commands TO malote_system USING (true);--> statement-breakpoint
CREATE POLICY whole_for_owner ON held_commands FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON held_commands TO malote_app;--> statement-breakpoint
GRANT SELECT, DELETE ON held_commands TO malote_system;
