CREATE TABLE "access_events" (
	"tenant_id" bigint NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"arrived_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"clock_suspect" boolean DEFAULT false NOT NULL,
	"offline" boolean DEFAULT false NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"document_id" bigint,
	"file_id" bigint,
	"amount" integer,
	"device" text,
	"act" text,
	"about" bigint[] DEFAULT '{}' NOT NULL,
	"fields" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "access_events_tenant_id_at_key_pk" PRIMARY KEY("tenant_id","at","key")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "access_events_document" ON "access_events" USING btree ("tenant_id","document_id","at") WHERE "access_events"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "access_events_user" ON "access_events" USING btree ("tenant_id","user_id","at");--> statement-breakpoint
CREATE INDEX "access_events_acts" ON "access_events" USING btree ("tenant_id","at") WHERE "access_events"."kind" = 'act';--> statement-breakpoint
CREATE INDEX "logs_viewed" ON "logs" USING btree ("tenant_id","creator_id","performed_at") WHERE "logs"."action" = 'view';--> statement-breakpoint
-- Takes what belongs to no month that was made: a month is made before it begins, by the hourly maintenance.
CREATE TABLE access_events_default PARTITION OF access_events DEFAULT;--> statement-breakpoint
ALTER TABLE access_events ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE access_events FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE access_events_default ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE access_events_default FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- A partition has neither policies nor grants: nobody reads or writes past the whole table.
CREATE POLICY own_tenant ON access_events USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
CREATE POLICY whole_for_owner ON access_events FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
-- Like history: no UPDATE, no DELETE.
GRANT SELECT, INSERT ON access_events TO malote_app;--> statement-breakpoint
-- Makes the partitions of this month and of some that follow, and answers how many it made. Rows of a month that stand in the
-- default partition already stay there, and that month gets no partition.
CREATE FUNCTION ensure_access_months(today date, ahead integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  month date := date_trunc('month', today)::date;
  name text;
  made integer := 0;
BEGIN
  FOR step IN 0 .. ahead LOOP
    name := format('access_events_%s', to_char(month, 'YYYY_MM'));
    IF to_regclass('public.' || name) IS NULL THEN
      BEGIN
        EXECUTE format('CREATE TABLE public.%I PARTITION OF public.access_events FOR VALUES FROM (%L) TO (%L)',
          name, month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month')::timestamp AT TIME ZONE 'UTC');
        EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
        made := made + 1;
      EXCEPTION WHEN check_violation OR duplicate_table THEN
        NULL;
      END;
    END IF;
    month := (month + interval '1 month')::date;
  END LOOP;
  RETURN made;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION ensure_access_months(date, integer) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION ensure_access_months(date, integer) TO malote_system;--> statement-breakpoint
SELECT ensure_access_months(current_date, 2);--> statement-breakpoint
-- The permissions that came with reports, audit and calendar, for the roles of a tenant (rule B8). An ordinary owner is held to one
-- tenant here.
ALTER TABLE counters NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE roles NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE counters SET value = value + 1;--> statement-breakpoint
UPDATE roles r SET rev = c.value, permissions = r.permissions || added.names
FROM counters c, (VALUES
    ('Super Admin', ARRAY['read_reports', 'read_audit', 'manage_calendar']),
    ('Gestor de Setor', ARRAY['read_reports']),
    ('Protocolo', ARRAY['manage_calendar']),
    ('Controle Interno', ARRAY['read_reports', 'read_audit'])
  ) AS added (role, names)
WHERE c.tenant_id = r.tenant_id AND added.role = r.name;--> statement-breakpoint
ALTER TABLE roles FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE counters FORCE ROW LEVEL SECURITY;
