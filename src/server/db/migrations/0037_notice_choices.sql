CREATE TABLE "pending_notices" (
	"tenant_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "pending_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"notice" text NOT NULL,
	"reason" text NOT NULL,
	"way" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "pending_notices_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
DROP INDEX "jobs_links";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notices" jsonb;--> statement-breakpoint
ALTER TABLE "pending_notices" ADD CONSTRAINT "pending_notices_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_notices_user" ON "pending_notices" USING btree ("tenant_id","user_id","way");--> statement-breakpoint
CREATE INDEX "jobs_due_kind" ON "jobs" USING btree ("kind","run_at") WHERE "jobs"."done_at" is null;--> statement-breakpoint
ALTER TABLE pending_notices ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE pending_notices FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON pending_notices USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
CREATE POLICY whole_for_owner ON pending_notices FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
-- What sends a notice removes it here.
GRANT SELECT, INSERT, DELETE ON pending_notices TO malote_app;
