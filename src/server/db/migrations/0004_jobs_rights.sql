-- Rights on the tables of jobs, on what is cleaned away, and the owner's way to whole tables for backup and verification.

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['jobs', 'maintenance'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY across_tenants ON %I TO malote_system USING (true) WITH CHECK (true)', name);
  END LOOP;
  CREATE POLICY own_tenant ON jobs USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());
  CREATE POLICY across_tenants ON tombstones TO malote_system USING (true) WITH CHECK (true);
  -- The owner may be an ordinary role, which FORCE holds to one tenant as well. Neither working role is a member of it, so
  -- the setting opens nothing to them.
  FOR name IN
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relrowsecurity ORDER BY c.relname
  LOOP
    EXECUTE format('CREATE POLICY whole_for_owner ON %I FOR SELECT TO %I USING (current_setting(''app.maintenance'', true) = ''on'')',
      name, current_user);
  END LOOP;
END
$$;
--> statement-breakpoint
GRANT SELECT, INSERT ON jobs TO malote_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs, maintenance TO malote_system;
--> statement-breakpoint
-- Tombstones are kept for 180 days; they are told to devices, they are no history.
GRANT SELECT, DELETE ON tombstones TO malote_system;
