CREATE TABLE "factor_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"credential_version" integer NOT NULL,
	"session_id" uuid,
	"ticket_hash" text,
	"challenge" text,
	"secret" "bytea",
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "factor_challenges_purpose_check" CHECK ("factor_challenges"."purpose" in ('sign_in', 'step_up', 'totp', 'passkey'))
);
--> statement-breakpoint
CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"secret" "bytea",
	"last_step" bigint,
	"credential_id" text,
	"public_key" "bytea",
	"counter" bigint,
	"transports" jsonb,
	CONSTRAINT "factors_kind_check" CHECK ("factors"."kind" in ('totp', 'passkey')),
	CONSTRAINT "factors_parts_check" CHECK (case "factors"."kind" when 'totp' then "factors"."secret" is not null
        else "factors"."credential_id" is not null and "factors"."public_key" is not null and "factors"."counter" is not null end)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hmac" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hmac_pk" PRIMARY KEY("user_id","code_hmac")
);
--> statement-breakpoint
ALTER TABLE "security_events" DROP CONSTRAINT "security_events_kind_check";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "factor_challenges" ADD CONSTRAINT "factor_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "factor_challenges_ticket_hash_key" ON "factor_challenges" USING btree ("ticket_hash");--> statement-breakpoint
CREATE INDEX "factor_challenges_session_id_idx" ON "factor_challenges" USING btree ("session_id","purpose","created_at");--> statement-breakpoint
CREATE INDEX "factor_challenges_expires_at_idx" ON "factor_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "factors_user_id_idx" ON "factors" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_credential_id_key" ON "factors" USING btree ("credential_id");--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_kind_check" CHECK ("security_events"."kind" in ('sign_in', 'sign_in_failed', 'factor_refused', 'code_refused', 'access_refused', 'limit_hit'));