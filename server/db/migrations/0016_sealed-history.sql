CREATE TABLE "history_checkpoints" (
	"size" bigint PRIMARY KEY NOT NULL,
	"root" "bytea" NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	"note" text NOT NULL,
	"last_written_in" "xid8" NOT NULL,
	"last_kind" text NOT NULL,
	"last_id" text NOT NULL,
	"cluster" text NOT NULL,
	CONSTRAINT "history_checkpoints_last_kind_check" CHECK ("history_checkpoints"."last_kind" in ('entry', 'report', 'event'))
);
--> statement-breakpoint
CREATE TABLE "history_downloads" (
	"user_id" uuid NOT NULL,
	"size" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "history_downloads_user_id_size_pk" PRIMARY KEY("user_id","size")
);
--> statement-breakpoint
CREATE TABLE "history_leaves" (
	"index" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"row_id" bigint,
	"transaction_id" uuid,
	"blind" uuid NOT NULL,
	"commitment" "bytea",
	"hash" "bytea" NOT NULL,
	CONSTRAINT "history_leaves_kind_check" CHECK ("history_leaves"."kind" in ('entry', 'report', 'event')),
	CONSTRAINT "history_leaves_row_check" CHECK (("history_leaves"."kind" = 'report') = ("history_leaves"."transaction_id" is not null) and ("history_leaves"."kind" = 'report') = ("history_leaves"."row_id" is null))
);
--> statement-breakpoint
CREATE TABLE "history_nodes" (
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "history_nodes_level_index_pk" PRIMARY KEY("level","index")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "written_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "written_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "written_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "history_downloads" ADD CONSTRAINT "history_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "history_leaves_row_key" ON "history_leaves" USING btree ("kind","row_id") WHERE "history_leaves"."row_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "history_leaves_transaction_id_key" ON "history_leaves" USING btree ("transaction_id") WHERE "history_leaves"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_events_written_in_idx" ON "audit_events" USING btree ("written_in","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_written_in_idx" ON "ledger_entries" USING btree ("written_in","id");--> statement-breakpoint
CREATE INDEX "transactions_written_in_idx" ON "transactions" USING btree ("written_in","id");--> statement-breakpoint
-- By hand: what is sealed stays as it is.
CREATE TRIGGER history_leaves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER history_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER history_checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON history_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
