-- By hand: locks an account, then a transaction on it, the one order for all, and compares them with what was read
-- without a lock. Each statement in here sees what had been committed when the lock before it was there. Whoever hears
-- of a serialization failure reads anew.
CREATE FUNCTION lock_as_read(
  read_owner uuid, read_transaction uuid, read_version integer, read_frozen boolean, read_credentials timestamptz
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM accounts WHERE user_id = read_owner AND (frozen_at IS NOT NULL) = read_frozen FOR NO KEY UPDATE;
  IF FOUND THEN
    PERFORM FROM transactions WHERE id = read_transaction AND version = read_version FOR NO KEY UPDATE;
  END IF;
  IF FOUND THEN
    -- Who is erased has no key any more. Callers have milliseconds of what a clock with microseconds said.
    PERFORM FROM users JOIN person_keys ON person_id = id
      WHERE id = read_owner AND date_trunc('milliseconds', credentials_changed_at) IS NOT DISTINCT FROM read_credentials;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'transaction % is not as it was read', read_transaction USING ERRCODE = 'serialization_failure';
  END IF;
END $$;
