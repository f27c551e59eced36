CREATE TABLE "push_subscriptions" (
	"tenant_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"session_hash" "bytea" NOT NULL,
	"endpoint" text NOT NULL,
	"subscription" text NOT NULL,
	"saved_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "push_subscriptions_endpoint" UNIQUE("endpoint"),
	CONSTRAINT "push_subscriptions_session" UNIQUE("session_hash")
);
--> statement-breakpoint
DROP INDEX "sessions_user";--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person" UNIQUE("tenant_id","user_id","token_hash");--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_fk" FOREIGN KEY ("tenant_id","user_id","session_hash") REFERENCES "public"."sessions"("tenant_id","user_id","token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("tenant_id","user_id");--> statement-breakpoint
-- The subscription of a person's last device hangs on the session used last, where there is one. Notices that wait keep
-- their device. An ordinary owner is held to one tenant in the older tables: reading them whole is a setting, writing jobs
-- is not.
SELECT set_config('app.maintenance', 'on', true);--> statement-breakpoint
INSERT INTO push_subscriptions (tenant_id, user_id, session_hash, endpoint, subscription)
  SELECT DISTINCT ON (u.push_subscription::jsonb ->> 'endpoint') u.tenant_id, u.id, s.token_hash,
    u.push_subscription::jsonb ->> 'endpoint', u.push_subscription
  FROM users u
  CROSS JOIN LATERAL (SELECT token_hash, last_used_at FROM sessions
    WHERE tenant_id = u.tenant_id AND user_id = u.id ORDER BY last_used_at DESC LIMIT 1) s
  WHERE u.push_subscription IS NOT NULL AND u.status = 'active' AND u.deleted_at IS NULL
  ORDER BY u.push_subscription::jsonb ->> 'endpoint', s.last_used_at DESC;--> statement-breakpoint
ALTER TABLE jobs NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE jobs j SET payload = j.payload || jsonb_build_object('subscription_id', p.id) FROM push_subscriptions p
  WHERE j.kind = 'push' AND j.done_at IS NULL AND p.tenant_id = j.tenant_id AND p.user_id = (j.payload ->> 'user_id')::bigint;--> statement-breakpoint
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;--> statement-breakpoint
SELECT set_config('app.maintenance', '', true);--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "push_subscription";--> statement-breakpoint
ALTER TABLE push_subscriptions ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE push_subscriptions FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON push_subscriptions USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
-- An endpoint is unique among all tenants: a device changes hands across them too.
CREATE POLICY across_tenants ON push_subscriptions TO malote_system USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY whole_for_owner ON push_subscriptions FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
GRANT SELECT, DELETE ON push_subscriptions TO malote_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscriptions TO malote_system;
