-- By hand: answers a person about whom something may be written, and keeps them from being erased until the transaction ends.
-- An erasure under way is waited for: its key was read before, when the person was still there. Whoever hears of a serialization
-- failure reads anew.
CREATE FUNCTION require_person(person uuid) RETURNS uuid LANGUAGE plpgsql STRICT SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM users WHERE id = person AND erased_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'person % was erased meanwhile', person USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN person;
END $$;
