CREATE TABLE "book_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"holds" boolean
);
--> statement-breakpoint
CREATE TABLE "kept_sums" (
	"figure" text NOT NULL,
	"trx_type" text,
	"crypto" text,
	"day" date,
	"rows" bigint NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "book_runs_at_idx" ON "book_runs" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_events_person_id_idx" ON "audit_events" USING btree ("person_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_events_decisions_idx" ON "audit_events" USING btree ("at","id") WHERE "audit_events"."action" in ('transaction.status_changed', 'account.edited', 'user.frozen', 'user.unfrozen', 'user.disabled', 'user.enabled', 'user.offboarded', 'user.report_closed', 'proposal.declined', 'person.erased') and "audit_events"."actor_id" is distinct from "audit_events"."person_id";--> statement-breakpoint
CREATE INDEX "transactions_pending_idx" ON "transactions" USING btree ("trx_type","created_at") WHERE "transactions"."status" = 'PENDING';