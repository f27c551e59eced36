CREATE TABLE "former_receipt_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL,
	"retired_at" timestamp(3) with time zone NOT NULL,
	"acronym" text NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "people_quota" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "disabled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "delete_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "contact_phone" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_host" UNIQUE("host");--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_host_small" CHECK ("tenants"."host" = lower("tenants"."host"));--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_people_quota" CHECK (people_quota >= 0);--> statement-breakpoint
-- It belongs to no tenant, and is public. Only the owner writes it.
ALTER TABLE former_receipt_keys ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE former_receipt_keys FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY across_tenants ON former_receipt_keys FOR SELECT TO malote_system USING (true);--> statement-breakpoint
CREATE POLICY owner_all ON former_receipt_keys TO CURRENT_USER USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT ON former_receipt_keys TO malote_system;
