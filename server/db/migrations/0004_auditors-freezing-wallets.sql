ALTER TABLE "users" DROP CONSTRAINT "users_type_check";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "frozen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_events_at_idx" ON "audit_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_events_actor_id_idx" ON "audit_events" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "transactions_transaction_id_idx" ON "transactions" USING btree (lower("transaction_id"));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_type_check" CHECK ("users"."type" in ('investor', 'admin', 'auditor'));--> statement-breakpoint
-- An index by an expression is not used before the expression has been looked at.
ANALYZE "transactions";
