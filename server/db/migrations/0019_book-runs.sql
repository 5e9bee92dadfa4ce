ALTER TABLE "book_runs" ADD COLUMN "ended_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "book_runs" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "book_runs" ADD COLUMN "progress" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "book_runs" ADD COLUMN "accounts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "book_runs" ADD COLUMN "whole_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "book_runs" ADD COLUMN "whole_accounts" integer;--> statement-breakpoint
ALTER TABLE "book_runs" ADD COLUMN "offenders" jsonb;--> statement-breakpoint
ALTER TABLE "book_runs" ADD COLUMN "mark" jsonb;