CREATE TABLE "person_keys" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "commitment" "bytea";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "sealed_reason" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "person_keys" ADD CONSTRAINT "person_keys_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_plain_idx" ON "audit_events" USING btree ("id") WHERE "audit_events"."sealed" is null and "audit_events"."subject_type" in ('user', 'account', 'transaction');--> statement-breakpoint
CREATE INDEX "ledger_entries_plain_idx" ON "ledger_entries" USING btree ("id") WHERE "ledger_entries"."reason" is not null;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_sealed_check" CHECK ("audit_events"."sealed" is null or ("audit_events"."person_id" is not null and "audit_events"."commitment" is not null and "audit_events"."reason" is null));