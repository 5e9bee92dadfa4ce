-- By hand: what the schema (server/db/schema.ts) cannot say.

-- The books are append-only: nobody updates, deletes or truncates an entry, a posting or an audit event.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What somebody agreed to, and when, is kept as it was.
CREATE TRIGGER legal_acceptances_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON legal_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- An entry's postings arrive in one statement and sum to zero in each book, or the statement is refused.
CREATE FUNCTION require_balanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added GROUP BY entry_id, book HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'unbalanced ledger entry' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_balanced AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_balanced_entries();
--> statement-breakpoint
-- How many rows each list has (server/db/list-counts.ts).
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
-- What the filters of the list have in common: withdrawals have no plan, few deposits are pending.
CREATE STATISTICS "transactions_facets" (mcv) ON "status", "trx_type", "crypto", "plan" FROM "transactions";
--> statement-breakpoint
-- How often a text is found is estimated from a sample of them; the usual one of a hundred is too coarse.
ALTER TABLE "users" ALTER COLUMN "search_text" SET STATISTICS 1000;
--> statement-breakpoint
-- Rate limit counters are not worth the write-ahead log.
ALTER TABLE rate_limits SET UNLOGGED;
