CREATE TABLE "statement_mails" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_period" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"user_id" uuid NOT NULL,
	"period" text NOT NULL,
	"figures" jsonb NOT NULL,
	"entries" integer NOT NULL,
	"last_entry_id" bigint NOT NULL,
	"entries_hash" text NOT NULL,
	"previous_hash" text,
	"hash" text NOT NULL,
	"checkpoint" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_user_id_period_pk" PRIMARY KEY("user_id","period"),
	CONSTRAINT "statements_period_check" CHECK ("statements"."period" ~ '^[0-9]{4}(-[0-9]{2})?$')
);
--> statement-breakpoint
ALTER TABLE "statement_mails" ADD CONSTRAINT "statement_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
