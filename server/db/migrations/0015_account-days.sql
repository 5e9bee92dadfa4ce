CREATE TABLE "account_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"profit" bigint DEFAULT 0 NOT NULL,
	"wallet_balance" bigint DEFAULT 0 NOT NULL,
	"investment" bigint DEFAULT 0 NOT NULL,
	"bitcoin" bigint DEFAULT 0 NOT NULL,
	"litecoin" bigint DEFAULT 0 NOT NULL,
	"usdt" bigint DEFAULT 0 NOT NULL,
	"ethereum" bigint DEFAULT 0 NOT NULL,
	"bnb" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"last_entry_id" bigint NOT NULL,
	CONSTRAINT "account_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "ledger_followers" (
	"name" text PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL
);
