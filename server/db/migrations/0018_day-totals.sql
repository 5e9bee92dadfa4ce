CREATE TABLE "day_totals" (
	"day" date PRIMARY KEY NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"profit" bigint DEFAULT 0 NOT NULL,
	"wallet_balance" bigint DEFAULT 0 NOT NULL,
	"investment" bigint DEFAULT 0 NOT NULL,
	"bitcoin" bigint DEFAULT 0 NOT NULL,
	"litecoin" bigint DEFAULT 0 NOT NULL,
	"usdt" bigint DEFAULT 0 NOT NULL,
	"ethereum" bigint DEFAULT 0 NOT NULL,
	"bnb" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "account_days_day_idx" ON "account_days" USING btree ("day");