CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"person_id" uuid,
	"parameters" jsonb NOT NULL,
	"effect" jsonb NOT NULL,
	"effect_hash" text NOT NULL,
	"proposer_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decider_id" uuid,
	"decided_at" timestamp with time zone,
	"decision_reason" text,
	"result" text,
	CONSTRAINT "proposals_kind_check" CHECK ("proposals"."kind" in ('address', 'adjustment', 'withdrawal', 'people', 'factors_reset')),
	CONSTRAINT "proposals_status_check" CHECK ("proposals"."status" in ('PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN')),
	CONSTRAINT "proposals_decided_check" CHECK (("proposals"."status" = 'PENDING') = ("proposals"."decided_at" is null)),
	CONSTRAINT "proposals_two_persons_check" CHECK ("proposals"."status" <> 'APPROVED' or ("proposals"."decider_id" is not null and "proposals"."decider_id" <> "proposals"."proposer_id"))
);
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_proposer_id_users_id_fk" FOREIGN KEY ("proposer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decider_id_users_id_fk" FOREIGN KEY ("decider_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_pending_key" ON "proposals" USING btree ("kind","subject_type","subject_id","effect_hash") WHERE "proposals"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "proposals_decided_at_idx" ON "proposals" USING btree ("decided_at","id");--> statement-breakpoint
CREATE INDEX "proposals_status_idx" ON "proposals" USING btree ("status","decided_at","id");--> statement-breakpoint
CREATE INDEX "proposals_subject_idx" ON "proposals" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "proposals_proposer_id_idx" ON "proposals" USING btree ("proposer_id","id");--> statement-breakpoint
CREATE INDEX "proposals_person_id_idx" ON "proposals" USING btree ("person_id","id");