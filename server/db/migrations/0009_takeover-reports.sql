CREATE TABLE "takeover_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"link_hash" text NOT NULL,
	"about" text NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"network" text NOT NULL,
	"device" text NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" uuid,
	"finding" text,
	"reason" text,
	CONSTRAINT "takeover_reports_about_check" CHECK ("takeover_reports"."about" in ('new_sign_in', 'password_changed', 'factor_refused', 'factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_made', 'recovery_code_used', 'address_added', 'deposit_received', 'withdrawal_received', 'withdrawal_cancelled', 'withdrawal_confirmed', 'hold_overridden', 'unfrozen', 'data_exported')),
	CONSTRAINT "takeover_reports_finding_check" CHECK ("takeover_reports"."finding" in ('theft', 'mistake')),
	CONSTRAINT "takeover_reports_closed_check" CHECK (("takeover_reports"."closed_at" is null) = ("takeover_reports"."finding" is null) and ("takeover_reports"."closed_at" is null) = ("takeover_reports"."reason" is null))
);
--> statement-breakpoint
ALTER TABLE "takeover_reports" ADD CONSTRAINT "takeover_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "takeover_reports" ADD CONSTRAINT "takeover_reports_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "takeover_reports_link_hash_key" ON "takeover_reports" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "takeover_reports_reported_at_idx" ON "takeover_reports" USING btree ("reported_at","id");--> statement-breakpoint
CREATE INDEX "takeover_reports_user_id_idx" ON "takeover_reports" USING btree ("user_id","reported_at");--> statement-breakpoint
CREATE INDEX "takeover_reports_open_idx" ON "takeover_reports" USING btree ("user_id") WHERE "takeover_reports"."closed_at" is null;