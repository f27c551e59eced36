-- A tenant has the number of its last change, because devices get it with the session's row of the feed (S174). What was changed
-- before had no number, so each tenant takes one here, and every device is told once. An ordinary owner is held to one tenant.
ALTER TABLE "tenants" ADD COLUMN "rev" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE counters NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE counters SET value = value + 1;--> statement-breakpoint
UPDATE tenants t SET rev = c.value FROM counters c WHERE c.tenant_id = t.id;--> statement-breakpoint
ALTER TABLE counters FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
