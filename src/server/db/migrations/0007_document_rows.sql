CREATE TABLE "document_rows" (
	"tenant_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"rev" bigint DEFAULT 0 NOT NULL,
	"row" json NOT NULL,
	CONSTRAINT "document_rows_tenant_id_document_id_pk" PRIMARY KEY("tenant_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "document_rows" ADD CONSTRAINT "document_rows_tenant_id_document_id_documents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."documents"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE document_rows ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE document_rows FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON document_rows USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
CREATE POLICY whole_for_owner ON document_rows FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON document_rows TO malote_app;
