CREATE TABLE "history_heads" (
	"tenant_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"length" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "history_heads_tenant_id_document_id_pk" PRIMARY KEY("tenant_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "interactions" ADD COLUMN "chain_place" bigint;--> statement-breakpoint
ALTER TABLE "interactions" ADD COLUMN "chain_hash" "bytea";--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "chain_place" bigint;--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "chain_hash" "bytea";--> statement-breakpoint
ALTER TABLE "history_heads" ADD CONSTRAINT "history_heads_tenant_id_document_id_documents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."documents"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE history_heads ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON history_heads USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
CREATE POLICY whole_for_owner ON history_heads FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
-- No DELETE. The rows of history themselves can't be changed by this role.
GRANT SELECT, INSERT, UPDATE ON history_heads TO malote_app;--> statement-breakpoint
-- What a link is over: every column in its place, instants in milliseconds. A later column does not belong to it, because the
-- links of older rows would then be wrong.
CREATE FUNCTION history_content(l logs) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT convert_to(jsonb_build_array('log', l.tenant_id, l.id, l.document_id, l.creator_id, l.action, l.limit_date,
    l.responsible_ids, l.organization_ids, l.reason, l.offline, (extract(epoch FROM l.created_at) * 1000)::bigint,
    (extract(epoch FROM l.performed_at) * 1000)::bigint, l.clock_suspect, l.command_id)::text, 'UTF8') $$;--> statement-breakpoint
CREATE FUNCTION history_content(i interactions) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT convert_to(jsonb_build_array('interaction', i.tenant_id, i.id, i.document_id, i.creator_id, i.content,
    (extract(epoch FROM i.created_at) * 1000)::bigint, (extract(epoch FROM i.performed_at) * 1000)::bigint,
    i.clock_suspect, i.command_id)::text, 'UTF8') $$;--> statement-breakpoint
-- Links a new row to the last one of its document. Every writer holds the document's lock, so that a document has one end.
CREATE FUNCTION link_history() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  content bytea;
BEGIN
  IF TG_TABLE_NAME = 'logs' THEN
    content := history_content(ROW(NEW.*)::logs);
  ELSE
    content := history_content(ROW(NEW.*)::interactions);
  END IF;
  INSERT INTO history_heads AS h (tenant_id, document_id, length, hash)
  VALUES (NEW.tenant_id, NEW.document_id, 1, sha256(content))
  ON CONFLICT (tenant_id, document_id) DO UPDATE SET length = h.length + 1, hash = sha256(h.hash || content)
  RETURNING length, hash INTO NEW.chain_place, NEW.chain_hash;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Rows that others bring keep what they come with: a restore brings links, and a row written by hand has none, by which
-- it is found.
CREATE TRIGGER link_history BEFORE INSERT ON logs FOR EACH ROW WHEN (current_user = 'malote_app') EXECUTE FUNCTION link_history();--> statement-breakpoint
CREATE TRIGGER link_history BEFORE INSERT ON interactions FOR EACH ROW WHEN (current_user = 'malote_app') EXECUTE FUNCTION link_history();--> statement-breakpoint
-- Links all rows in sight that have no link, in the order of their arrival: those of earlier versions, and the demonstration's.
CREATE FUNCTION link_unlinked_history() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one record;
  link bytea;
  place bigint := 0;
  tenant bigint;
  document bigint;
BEGIN
  FOR one IN
    SELECT 'interactions' AS kind, i.tenant_id, i.document_id, i.id, i.created_at, history_content(i) AS content
    FROM interactions i WHERE i.chain_place IS NULL
    UNION ALL
    SELECT 'logs', l.tenant_id, l.document_id, l.id, l.created_at, history_content(l) FROM logs l WHERE l.chain_place IS NULL
    ORDER BY 2, 3, 5, 1, 4
  LOOP
    IF tenant IS DISTINCT FROM one.tenant_id OR document IS DISTINCT FROM one.document_id THEN
      IF place > 0 THEN
        INSERT INTO history_heads (tenant_id, document_id, length, hash) VALUES (tenant, document, place, link)
        ON CONFLICT (tenant_id, document_id) DO UPDATE SET length = excluded.length, hash = excluded.hash;
      END IF;
      tenant := one.tenant_id;
      document := one.document_id;
      SELECT h.length, h.hash INTO place, link FROM history_heads h WHERE h.tenant_id = tenant AND h.document_id = document;
      place := coalesce(place, 0);
      link := coalesce(link, ''::bytea);
    END IF;
    place := place + 1;
    link := sha256(link || one.content);
    IF one.kind = 'logs' THEN
      UPDATE logs SET chain_place = place, chain_hash = link WHERE tenant_id = one.tenant_id AND id = one.id;
    ELSE
      UPDATE interactions SET chain_place = place, chain_hash = link WHERE tenant_id = one.tenant_id AND id = one.id;
    END IF;
  END LOOP;
  IF place > 0 THEN
    INSERT INTO history_heads (tenant_id, document_id, length, hash) VALUES (tenant, document, place, link)
    ON CONFLICT (tenant_id, document_id) DO UPDATE SET length = excluded.length, hash = excluded.hash;
  END IF;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION link_unlinked_history() FROM PUBLIC;--> statement-breakpoint
-- An ordinary owner is held to one tenant here.
ALTER TABLE logs NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE interactions NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
SELECT link_unlinked_history();--> statement-breakpoint
ALTER TABLE logs FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE interactions FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE history_heads FORCE ROW LEVEL SECURITY;
