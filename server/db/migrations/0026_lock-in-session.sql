-- By hand: the same for who decides in a session: one that has ended while the locks were waited for decides nothing. It does
-- not end before the transaction does.
CREATE FUNCTION lock_as_read(
  read_owner uuid, read_transaction uuid, read_version integer, read_frozen boolean, read_credentials timestamptz,
  deciding_session uuid
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM lock_as_read(read_owner, read_transaction, read_version, read_frozen, read_credentials);
  IF deciding_session IS NULL THEN
    RETURN;
  END IF;
  PERFORM FROM sessions WHERE id = deciding_session AND revoked_at IS NULL AND expires_at > now() FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'session % has ended', deciding_session USING ERRCODE = 'serialization_failure';
  END IF;
END $$;
