-- With the tenant in the index of words, a search reads only what its own tenant has. Like pg_trgm, this extension may be made
-- by the owner of a database.
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
DROP INDEX "documents_search";--> statement-breakpoint
CREATE INDEX "documents_search" ON "documents" USING gin ("tenant_id","search_text" gin_trgm_ops);
