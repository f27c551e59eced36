CREATE TABLE "imports" (
	"tenant_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"by" bigint NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"sha256" text NOT NULL,
	"counts" jsonb NOT NULL,
	"report" jsonb NOT NULL,
	CONSTRAINT "imports_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "job_title" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "registration" text;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_tenant_id_by_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","by") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE imports ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE imports FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON imports USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
-- What was imported stays as it was.
GRANT SELECT, INSERT ON imports TO malote_app;--> statement-breakpoint
CREATE POLICY whole_for_owner ON imports FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');
