CREATE TABLE "legal_acceptances" (
	"user_id" uuid NOT NULL,
	"document" text NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_acceptances_user_id_document_version_pk" PRIMARY KEY("user_id","document","version")
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"email" text,
	"ip" text,
	"network" text,
	"device" text,
	"detail" text,
	"request_id" text,
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "security_events_kind_check" CHECK ("security_events"."kind" in ('sign_in', 'sign_in_failed', 'code_refused', 'access_refused', 'limit_hit'))
);
--> statement-breakpoint
DROP INDEX "pending_registrations_email_key";--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "otps" ADD COLUMN "credential_version" integer;--> statement-breakpoint
ALTER TABLE "otps" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "otps" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "otps" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "otps" ADD COLUMN "network_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "otps" ADD COLUMN "other_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_registrations" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "pending_registrations" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "pending_registrations" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "pending_registrations" ADD COLUMN "accepted_documents" jsonb;--> statement-breakpoint
ALTER TABLE "reset_tokens" ADD COLUMN "credential_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "credential_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "legal_acceptances" ADD CONSTRAINT "legal_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_events_at_idx" ON "security_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "security_events_kind_idx" ON "security_events" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "security_events_user_id_idx" ON "security_events" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "security_events_email_idx" ON "security_events" USING btree ("email","at","id");--> statement-breakpoint
CREATE INDEX "security_events_network_idx" ON "security_events" USING btree ("network","at","id");--> statement-breakpoint
CREATE INDEX "pending_registrations_email_idx" ON "pending_registrations" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "proofs_user_id_idx" ON "proofs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "transactions_pending_deposits_idx" ON "transactions" USING btree ("user_id") WHERE "transactions"."trx_type" = 'DEPOSIT' and "transactions"."status" = 'PENDING';--> statement-breakpoint
-- What somebody agreed to, and when, is kept as it was.
CREATE TRIGGER legal_acceptances_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON legal_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
