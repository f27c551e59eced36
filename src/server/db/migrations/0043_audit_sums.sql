DROP INDEX "access_events_document";--> statement-breakpoint
DROP INDEX "access_events_user";--> statement-breakpoint
DROP INDEX "access_events_acts";--> statement-breakpoint
CREATE INDEX "access_events_document" ON "access_events" USING btree ("tenant_id","document_id","at","kind","user_id") WHERE "access_events"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "access_events_user" ON "access_events" USING btree ("tenant_id","user_id","at","kind","document_id");--> statement-breakpoint
CREATE INDEX "access_events_acts" ON "access_events" USING btree ("tenant_id","at","kind","user_id","document_id") WHERE "access_events"."kind" in ('act', 'audit');