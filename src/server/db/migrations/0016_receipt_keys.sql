CREATE TABLE "receipt_keys" (
	"tenant_id" bigint NOT NULL,
	"key" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"private_key" "bytea" NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL,
	"retired_at" timestamp(3) with time zone,
	CONSTRAINT "receipt_keys_tenant_id_key_pk" PRIMARY KEY("tenant_id","key"),
	CONSTRAINT "receipt_keys_key" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "signing" jsonb;--> statement-breakpoint
ALTER TABLE "receipt_keys" ADD CONSTRAINT "receipt_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_keys_in_use" ON "receipt_keys" USING btree ("tenant_id") WHERE "receipt_keys"."retired_at" is null;
--> statement-breakpoint
ALTER TABLE receipt_keys ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE receipt_keys FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON receipt_keys USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
-- Whoever holds a receipt asks for its key by id, without a session. The private half stays with the tenant.
CREATE POLICY across_tenants ON receipt_keys FOR SELECT TO malote_system USING (true);--> statement-breakpoint
CREATE POLICY whole_for_owner ON receipt_keys FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
GRANT SELECT (tenant_id, key, public_key, made_at, retired_at) ON receipt_keys TO malote_system;--> statement-breakpoint
-- No DELETE: a key that is gone would make its receipts unverifiable.
GRANT SELECT, INSERT, UPDATE (retired_at) ON receipt_keys TO malote_app;
