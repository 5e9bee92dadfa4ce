CREATE TABLE "act_proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"factor_id" uuid NOT NULL,
	"act" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"authenticator_data" "bytea" NOT NULL,
	"client_data_json" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"credential_version" integer NOT NULL,
	"act" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"blind" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"signature" jsonb,
	"used_at" timestamp with time zone,
	"used_key_hash" text
);
--> statement-breakpoint
ALTER TABLE "act_proofs" ADD CONSTRAINT "act_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_acts" ADD CONSTRAINT "pending_acts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "act_proofs_request_id_key" ON "act_proofs" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "pending_acts_expires_at_idx" ON "pending_acts" USING btree ("expires_at");