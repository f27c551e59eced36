CREATE TABLE "former_names" (
	"tenant_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "former_names_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"last_name" text NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	"changed_by" bigint NOT NULL,
	CONSTRAINT "former_names_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
-- Links that were sent before do not tell for which password they are; they are valid for an hour at most.
DELETE FROM password_resets;--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "mark" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "name_skeleton" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "acronym_skeleton" text;--> statement-breakpoint
ALTER TABLE "former_names" ADD CONSTRAINT "former_names_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_names" ADD CONSTRAINT "former_names_tenant_id_changed_by_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","changed_by") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_names_user" ON "former_names" USING btree ("tenant_id","user_id","until");--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_name_skeleton" UNIQUE("name_skeleton");--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_acronym_skeleton" UNIQUE("acronym_skeleton");--> statement-breakpoint
ALTER TABLE former_names ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE former_names FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON former_names USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
CREATE POLICY whole_for_owner ON former_names FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
GRANT SELECT, INSERT ON former_names TO malote_app;
