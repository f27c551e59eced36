CREATE TABLE "calendar_feeds" (
	"tenant_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"password_mark" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id"),
	CONSTRAINT "calendar_feeds_token" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE calendar_feeds ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE calendar_feeds FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON calendar_feeds USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
-- A token is looked up before anybody's tenant is known, and made from the person's stored password.
CREATE POLICY across_tenants ON calendar_feeds TO malote_system USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY whole_for_owner ON calendar_feeds FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON calendar_feeds TO malote_system;
