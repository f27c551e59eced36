-- The second line of isolation (hardening, isolation): whatever a query forgets, a transaction sees one tenant's rows, and
-- history can be added to but not changed.

CREATE FUNCTION app_tenant() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.tenant_id', true), '')::bigint $$;
--> statement-breakpoint
-- The one SQL form of domain/status.ts (decisions A2), held to it by a table of cases.
CREATE FUNCTION status_at(stored_status text, limit_date date, today date) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN stored_status <> 'completed' AND limit_date < today THEN 'overdue' ELSE stored_status END $$;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  -- Every table that carries a tenant.
  FOR name IN
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'tenant_id' ORDER BY table_name
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_tenant ON %I USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant())', name);
  END LOOP;
  -- Those that carry none, or are the tenant.
  FOREACH name IN ARRAY ARRAY['tenants', 'used_challenges', 'login_failures'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  END LOOP;
  CREATE POLICY own_tenant ON tenants USING (id = app_tenant()) WITH CHECK (id = app_tenant());
  -- What the system role may see across tenants.
  FOREACH name IN ARRAY ARRAY[
    'tenants', 'counters', 'sessions', 'used_challenges', 'login_failures', 'password_resets',
    'users', 'roles', 'user_roles', 'organizations', 'files'
  ] LOOP
    EXECUTE format('CREATE POLICY across_tenants ON %I TO malote_system USING (true) WITH CHECK (true)', name);
  END LOOP;
END
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO malote_app, malote_system;
--> statement-breakpoint
-- Rows that change. What is deleted there is marked deleted (decisions B11).
GRANT SELECT, INSERT, UPDATE ON organizations, users, document_subjects, models, alerts, documents, tombstones TO malote_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON user_roles, subject_exempt_organizations, model_organizations,
  document_responsibles, document_organizations, document_tags TO malote_app;
--> statement-breakpoint
-- History: no UPDATE, no DELETE.
GRANT SELECT, INSERT ON interactions, logs, receipts TO malote_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (deleted_at) ON files TO malote_app;
--> statement-breakpoint
GRANT SELECT, UPDATE ON tenants, counters TO malote_app;
--> statement-breakpoint
GRANT SELECT, UPDATE (rev) ON roles TO malote_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON sessions TO malote_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON tenants, counters TO malote_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions, used_challenges, login_failures, password_resets TO malote_system;
--> statement-breakpoint
GRANT SELECT ON users, roles, user_roles, organizations, files TO malote_system;
--> statement-breakpoint
GRANT UPDATE (last_login_at, password_hash, push_subscription) ON users TO malote_system;
--> statement-breakpoint
-- Under row-level security an index serves a LIKE only if its function is known not to leak rows. It isn't marked so by
-- default; where we may say so (the embedded database), searches use their trigram index.
DO $$
BEGIN
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF;
    ALTER FUNCTION pg_catalog.texticlike(text, text) LEAKPROOF;
  END IF;
END
$$;
