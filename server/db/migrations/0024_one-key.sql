-- By hand: nobody gets a key once something about them is sealed. Another one in its place would open nothing, and hide that the
-- one that does is gone.
CREATE FUNCTION refuse_other_key() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM audit_events WHERE person_id = NEW.person_id) THEN
    RAISE EXCEPTION 'what is about person % was sealed with another key', NEW.person_id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER person_keys_one BEFORE INSERT ON person_keys FOR EACH ROW EXECUTE FUNCTION refuse_other_key();
