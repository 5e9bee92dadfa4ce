-- The search of the lists needs pg_trgm. PostgreSQL ships it, but an operator's own server may withhold it.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE EXCEPTION 'The database "%" needs the extension pg_trgm, and the role "%" may not add it (%). Install PostgreSQL''s contrib modules if they are missing, let an owner of the database run CREATE EXTENSION pg_trgm; there, and start again. Nothing has been changed.', current_database(), current_user, SQLERRM
    USING ERRCODE = 'AV001';
END $$;
--> statement-breakpoint
CREATE TABLE "list_counts" (
	"list" text NOT NULL,
	"facets" jsonb NOT NULL,
	"rows" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "transactions_user_id_idx";--> statement-breakpoint
DROP INDEX "transactions_created_at_idx";--> statement-breakpoint
DROP INDEX "transactions_status_idx";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower("first_name" || E'\n' || "last_name" || E'\n' || "email")) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_balance_idx" ON "accounts" USING btree ("balance","user_id");--> statement-breakpoint
CREATE INDEX "accounts_held_idx" ON "accounts" USING btree ("held","user_id");--> statement-breakpoint
CREATE INDEX "accounts_wallet_balance_idx" ON "accounts" USING btree ("wallet_balance","user_id");--> statement-breakpoint
CREATE INDEX "accounts_profit_idx" ON "accounts" USING btree ("profit","user_id");--> statement-breakpoint
CREATE INDEX "accounts_investment_idx" ON "accounts" USING btree ("investment","user_id");--> statement-breakpoint
CREATE INDEX "accounts_bitcoin_idx" ON "accounts" USING btree ("bitcoin","user_id");--> statement-breakpoint
CREATE INDEX "accounts_litecoin_idx" ON "accounts" USING btree ("litecoin","user_id");--> statement-breakpoint
CREATE INDEX "accounts_usdt_idx" ON "accounts" USING btree ("usdt","user_id");--> statement-breakpoint
CREATE INDEX "accounts_ethereum_idx" ON "accounts" USING btree ("ethereum","user_id");--> statement-breakpoint
CREATE INDEX "accounts_bnb_idx" ON "accounts" USING btree ("bnb","user_id");--> statement-breakpoint
CREATE INDEX "transactions_user_id_idx" ON "transactions" USING btree ("user_id","created_at","id","status","trx_type","crypto","plan");--> statement-breakpoint
CREATE INDEX "transactions_created_at_idx" ON "transactions" USING btree ("created_at","id","status","trx_type","crypto","plan");--> statement-breakpoint
CREATE INDEX "transactions_amount_idx" ON "transactions" USING btree ("amount","created_at","id","status","trx_type","crypto","plan");--> statement-breakpoint
CREATE INDEX "transactions_trx_type_amount_idx" ON "transactions" USING btree ("trx_type","amount","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_status_idx" ON "transactions" USING btree ("status","created_at","id","trx_type","crypto","plan");--> statement-breakpoint
CREATE INDEX "transactions_trx_type_idx" ON "transactions" USING btree ("trx_type","created_at","id","status","crypto","plan");--> statement-breakpoint
CREATE INDEX "transactions_crypto_idx" ON "transactions" USING btree ("crypto","created_at","id","status","trx_type","plan");--> statement-breakpoint
CREATE INDEX "transactions_plan_idx" ON "transactions" USING btree ("plan","created_at","id","status","trx_type","crypto");--> statement-breakpoint
CREATE INDEX "users_email_idx" ON "users" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_first_name_idx" ON "users" USING btree ("first_name","id");--> statement-breakpoint
CREATE INDEX "users_last_name_idx" ON "users" USING btree ("last_name","id");--> statement-breakpoint
CREATE INDEX "users_phone_number_idx" ON "users" USING btree ("phone_number","id");--> statement-breakpoint
CREATE INDEX "users_country_idx" ON "users" USING btree ("country","id");--> statement-breakpoint
CREATE INDEX "users_type_idx" ON "users" USING btree ("type","created_at","id");--> statement-breakpoint
-- What the filters of the list have in common: withdrawals have no plan, few deposits are pending.
CREATE STATISTICS "transactions_facets" (mcv) ON "status", "trx_type", "crypto", "plan" FROM "transactions";
--> statement-breakpoint
-- How often a text is found is estimated from a sample of them; the usual one of a hundred is too coarse.
ALTER TABLE "users" ALTER COLUMN "search_text" SET STATISTICS 1000;
--> statement-breakpoint
CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO list_counts (list, facets, "rows")
      SELECT 'users', jsonb_build_object('type', type, 'country', country), count(*)
      FROM added GROUP BY type, country;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO list_counts (list, facets, "rows")
      SELECT 'users', jsonb_build_object('type', type, 'country', country), -count(*)
      FROM removed GROUP BY type, country;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_counted_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_users();
--> statement-breakpoint
CREATE TRIGGER users_counted_update AFTER UPDATE ON users
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_users();
--> statement-breakpoint
CREATE TRIGGER users_counted_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_users();
--> statement-breakpoint
CREATE FUNCTION count_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_counts (list, facets, "rows")
    SELECT 'accounts', '{}', CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER accounts_counted_insert AFTER INSERT ON accounts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_accounts();
--> statement-breakpoint
CREATE TRIGGER accounts_counted_delete AFTER DELETE ON accounts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_accounts();
--> statement-breakpoint
CREATE FUNCTION count_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO list_counts (list, facets, "rows")
      SELECT 'transactions',
        jsonb_build_object('status', status, 'trxType', trx_type, 'crypto', crypto, 'plan', plan), count(*)
      FROM added GROUP BY status, trx_type, crypto, plan;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO list_counts (list, facets, "rows")
      SELECT 'transactions',
        jsonb_build_object('status', status, 'trxType', trx_type, 'crypto', crypto, 'plan', plan), -count(*)
      FROM removed GROUP BY status, trx_type, crypto, plan;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_counted_insert AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_transactions();
--> statement-breakpoint
CREATE TRIGGER transactions_counted_update AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_transactions();
--> statement-breakpoint
CREATE TRIGGER transactions_counted_delete AFTER DELETE ON transactions
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_transactions();
--> statement-breakpoint
-- Nobody writes between a trigger's creation, which locks its table, and the end of the migration.
INSERT INTO list_counts (list, facets, "rows")
  SELECT 'users', jsonb_build_object('type', type, 'country', country), count(*) FROM users GROUP BY type, country;
--> statement-breakpoint
INSERT INTO list_counts (list, facets, "rows") SELECT 'accounts', '{}', count(*) FROM accounts;
--> statement-breakpoint
INSERT INTO list_counts (list, facets, "rows")
  SELECT 'transactions',
    jsonb_build_object('status', status, 'trxType', trx_type, 'crypto', crypto, 'plan', plan), count(*)
  FROM transactions GROUP BY status, trx_type, crypto, plan;
