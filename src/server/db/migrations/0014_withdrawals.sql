CREATE TABLE "withdrawals" (
	"tenant_id" bigint NOT NULL,
	"actor_id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"attempts" integer NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withdrawals_tenant_id_actor_id_key_attempts_pk" PRIMARY KEY("tenant_id","actor_id","key","attempts")
);
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_tenant_id_actor_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","actor_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE withdrawals ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE withdrawals FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON withdrawals USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
CREATE POLICY whole_for_owner ON withdrawals FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
-- History: no UPDATE, no DELETE.
GRANT SELECT, INSERT ON withdrawals TO malote_app;
