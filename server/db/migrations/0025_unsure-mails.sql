ALTER TABLE "mail_outbox" ADD COLUMN "otp_id" uuid;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "unsure_tries" integer DEFAULT 0 NOT NULL;