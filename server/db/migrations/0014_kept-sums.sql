-- By hand: what the home of operators shows is summed up by the triggers that are there already (server/db/kept-sums.ts).
CREATE OR REPLACE FUNCTION count_transactions() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO list_counts (list, facets, "rows")
      SELECT 'transactions',
        jsonb_build_object('status', status, 'trxType', trx_type, 'crypto', crypto, 'plan', plan), count(*)
      FROM added GROUP BY status, trx_type, crypto, plan;
    INSERT INTO kept_sums (figure, trx_type, crypto, day, "rows", amount)
      SELECT CASE status WHEN 'PENDING' THEN 'pending' ELSE 'confirmed' END, trx_type, crypto,
        CASE status WHEN 'CONFIRMED' THEN (updated_at AT TIME ZONE 'UTC')::date END, count(*), sum(amount)
      FROM added WHERE status IN ('PENDING', 'CONFIRMED') GROUP BY 1, 2, 3, 4;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO list_counts (list, facets, "rows")
      SELECT 'transactions',
        jsonb_build_object('status', status, 'trxType', trx_type, 'crypto', crypto, 'plan', plan), -count(*)
      FROM removed GROUP BY status, trx_type, crypto, plan;
    INSERT INTO kept_sums (figure, trx_type, crypto, day, "rows", amount)
      SELECT CASE status WHEN 'PENDING' THEN 'pending' ELSE 'confirmed' END, trx_type, crypto,
        CASE status WHEN 'CONFIRMED' THEN (updated_at AT TIME ZONE 'UTC')::date END, -count(*), -sum(amount)
      FROM removed WHERE status IN ('PENDING', 'CONFIRMED') GROUP BY 1, 2, 3, 4;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What it has always required, and the sums of all balances and of all that is reserved.
CREATE OR REPLACE FUNCTION require_balanced_entries() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added GROUP BY entry_id, book HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'unbalanced ledger entry' USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO kept_sums (figure, "rows", amount)
    SELECT account, 0, sum(amount) FROM added
    WHERE account IN ('balance', 'held') GROUP BY account HAVING sum(amount) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO list_counts (list, facets, "rows")
      SELECT 'users', jsonb_build_object('type', type, 'country', country), count(*)
      FROM added GROUP BY type, country;
    INSERT INTO kept_sums (figure, day, "rows", amount)
      SELECT 'investors', (created_at AT TIME ZONE 'UTC')::date, count(*), 0
      FROM added WHERE type = 'investor' GROUP BY 2;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO list_counts (list, facets, "rows")
      SELECT 'users', jsonb_build_object('type', type, 'country', country), -count(*)
      FROM removed GROUP BY type, country;
    INSERT INTO kept_sums (figure, day, "rows", amount)
      SELECT 'investors', (created_at AT TIME ZONE 'UTC')::date, -count(*), 0
      FROM removed WHERE type = 'investor' GROUP BY 2;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The same from the rows themselves, in one go: for this migration, and for whoever has changed rows behind the triggers'
-- back. Nobody changes a row meanwhile.
CREATE FUNCTION recount_kept_sums() RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  LOCK TABLE accounts, transactions, ledger_postings, users IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM kept_sums;
  INSERT INTO kept_sums (figure, trx_type, crypto, day, "rows", amount)
    SELECT CASE status WHEN 'PENDING' THEN 'pending' ELSE 'confirmed' END, trx_type, crypto,
      CASE status WHEN 'CONFIRMED' THEN (updated_at AT TIME ZONE 'UTC')::date END, count(*), sum(amount)
    FROM transactions WHERE status = 'PENDING' OR status = 'CONFIRMED' AND updated_at > now() - interval '60 days'
    GROUP BY 1, 2, 3, 4;
  INSERT INTO kept_sums (figure, "rows", amount)
    SELECT figure, 0, sum(sums.amount)
    FROM accounts CROSS JOIN LATERAL (VALUES ('balance', balance), ('held', held)) AS sums (figure, amount)
    GROUP BY figure HAVING sum(sums.amount) <> 0;
  INSERT INTO kept_sums (figure, day, "rows", amount)
    SELECT 'investors', (created_at AT TIME ZONE 'UTC')::date, count(*), 0
    FROM users WHERE type = 'investor' AND created_at > now() - interval '60 days' GROUP BY 2;
END $$;
--> statement-breakpoint
SELECT recount_kept_sums();
