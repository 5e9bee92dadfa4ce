-- By hand: each person has a key from the beginning, whoever adds them, and nobody gets one twice. Two UUIDs hold 244
-- random bits.
CREATE FUNCTION make_person_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO person_keys (person_id, salt)
    SELECT id, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER FUNCTION make_person_keys() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
INSERT INTO person_keys (person_id, salt)
  SELECT id, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) FROM users;
--> statement-breakpoint
CREATE TRIGGER users_keyed AFTER INSERT ON users
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION make_person_keys();
