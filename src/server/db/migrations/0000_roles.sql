-- Two working roles beside the owner. malote_app does the tenants' work under row-level security; malote_system has the few
-- cross-tenant needs. Neither can log in: the server's connections take one of them when they open (db/database.ts).
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['malote_app', 'malote_system'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      EXCEPTION
        WHEN duplicate_object OR unique_violation THEN NULL;
        WHEN insufficient_privilege THEN
          RAISE EXCEPTION 'the role % is missing: as an administrator run CREATE ROLE % NOLOGIN; GRANT % TO %;',
            wanted, wanted, wanted, current_user;
      END;
    END IF;
    BEGIN
      EXECUTE format('GRANT %I TO %I', wanted, current_user);
    EXCEPTION
      WHEN insufficient_privilege OR invalid_grant_operation THEN NULL;
    END;
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
