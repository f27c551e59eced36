CREATE TABLE "repeated_views" (
	"tenant_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"creator_id" bigint NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"offline" boolean NOT NULL,
	CONSTRAINT "repeated_views_tenant_id_document_id_creator_id_pk" PRIMARY KEY("tenant_id","document_id","creator_id")
);
--> statement-breakpoint
ALTER TABLE "repeated_views" ADD CONSTRAINT "repeated_views_tenant_id_document_id_documents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."documents"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repeated_views" ADD CONSTRAINT "repeated_views_tenant_id_creator_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","creator_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logs_views" ON "logs" USING btree ("tenant_id","document_id","creator_id","performed_at") WHERE "logs"."action" = 'view';--> statement-breakpoint
ALTER TABLE repeated_views ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE repeated_views FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_tenant ON repeated_views USING (tenant_id = app_tenant()) WITH CHECK (tenant_id = app_tenant());--> statement-breakpoint
CREATE POLICY whole_for_owner ON repeated_views FOR SELECT TO CURRENT_USER USING (current_setting('app.maintenance', true) = 'on');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (count, first_at, last_at, offline) ON repeated_views TO malote_app;--> statement-breakpoint
-- Whether a person has a view line of a document between two instants, both excluded. Volatile, so that it sees what others have
-- committed since its statement began.
CREATE FUNCTION has_view_line(tenant bigint, document bigint, creator bigint, earliest timestamptz, latest timestamptz)
RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM logs l WHERE l.tenant_id = tenant AND l.document_id = document AND l.creator_id = creator
    AND l.action = 'view' AND l.performed_at > earliest AND l.performed_at < latest);
END $$;
