ALTER TABLE "users" ADD COLUMN "previous_login_at" timestamp(3) with time zone;--> statement-breakpoint
GRANT UPDATE (previous_login_at) ON users TO malote_system;
