CREATE TABLE "holiday_exempt_organizations" (
	"tenant_id" bigint NOT NULL,
	"holiday_id" bigint NOT NULL,
	"organization_id" bigint NOT NULL,
	CONSTRAINT "holiday_exempt_organizations_tenant_id_holiday_id_organization_id_pk" PRIMARY KEY("tenant_id","holiday_id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"tenant_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "holidays_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rev" bigint DEFAULT 0 NOT NULL,
	"day" date NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "holidays_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "chief_user_id" bigint;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "reminder_days" integer[] DEFAULT '{5,3,1,0}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "escalation_days" integer DEFAULT 3;--> statement-breakpoint
ALTER TABLE "document_subjects" ADD COLUMN "default_days" integer;--> statement-breakpoint
ALTER TABLE "document_subjects" ADD COLUMN "working" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "holiday_exempt_organizations" ADD CONSTRAINT "holiday_exempt_organizations_tenant_id_holiday_id_holidays_tenant_id_id_fk" FOREIGN KEY ("tenant_id","holiday_id") REFERENCES "public"."holidays"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holiday_exempt_organizations" ADD CONSTRAINT "holiday_exempt_organizations_tenant_id_organization_id_organizations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","organization_id") REFERENCES "public"."organizations"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "holidays_day" ON "holidays" USING btree ("tenant_id","day") WHERE "holidays"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "holidays_rev" ON "holidays" USING btree ("tenant_id","rev");--> statement-breakpoint
ALTER TABLE holidays ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE holidays FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON holidays USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
ALTER TABLE holiday_exempt_organizations ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE holiday_exempt_organizations FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON holiday_exempt_organizations USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
-- A day that is deleted is marked deleted.
GRANT SELECT, INSERT, UPDATE ON holidays TO malote_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON holiday_exempt_organizations TO malote_app;
