CREATE TABLE "withdrawal_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"label" text NOT NULL,
	"crypto" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "withdrawal_addresses_crypto_check" CHECK ("withdrawal_addresses"."crypto" in ('bitcoin', 'usdt-erc-20', 'ethereum'))
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "hold_cause" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "credentials_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawal_addresses" ADD CONSTRAINT "withdrawal_addresses_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_addresses_key" ON "withdrawal_addresses" USING btree ("user_id","crypto",lower("address"));--> statement-breakpoint
CREATE INDEX "withdrawal_addresses_address_idx" ON "withdrawal_addresses" USING btree (lower("address"));--> statement-breakpoint
CREATE INDEX "transactions_wallet_idx" ON "transactions" USING btree (lower("wallet")) WHERE "transactions"."wallet" is not null;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_hold_cause_check" CHECK ("transactions"."hold_cause" in ('new_address', 'credentials_changed'));--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_hold_check" CHECK (("transactions"."not_before" is null) = ("transactions"."hold_cause" is null));