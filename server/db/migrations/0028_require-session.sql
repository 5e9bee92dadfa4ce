-- By hand: answers who acts, unless the session that they act in has ended since the request was let in. What ends it in the
-- same transaction, such as all sessions of the person, does not count. Nothing is locked: an act that the end of its session
-- must wait for locks the session itself.
CREATE FUNCTION require_session(actor uuid, acting_session uuid) RETURNS uuid LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF acting_session IS NOT NULL THEN
    PERFORM FROM sessions
      WHERE id = acting_session AND (revoked_at IS NULL OR revoked_at = now()) AND expires_at > now();
    IF NOT FOUND THEN
      RAISE EXCEPTION 'session % has ended', acting_session USING ERRCODE = 'S0401';
    END IF;
  END IF;
  RETURN actor;
END $$;
