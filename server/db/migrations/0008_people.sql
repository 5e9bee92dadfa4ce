CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"type" text NOT NULL,
	"inviter_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_type_check" CHECK ("invitations"."type" in ('admin', 'auditor'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "standing" text DEFAULT 'enabled' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "standing_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email_key" ON "invitations" USING btree ("email") WHERE "invitations"."used_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_expires_at_idx" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_standing_idx" ON "users" USING btree ("standing","created_at","id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_standing_check" CHECK ("users"."standing" in ('enabled', 'disabled', 'offboarded'));