-- An ordinary owner is held to one tenant here.
ALTER TABLE files NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE models NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The files of deleted models counted towards the storage of their tenant until now.
UPDATE files f SET deleted_at = m.deleted_at FROM models m
WHERE (m.tenant_id, m.id) = (f.tenant_id, f.model_id) AND m.deleted_at IS NOT NULL AND f.deleted_at IS NULL;--> statement-breakpoint
ALTER TABLE files FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE models FORCE ROW LEVEL SECURITY;
