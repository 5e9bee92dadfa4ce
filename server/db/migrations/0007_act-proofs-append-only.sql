-- By hand: what passkeys have signed is kept as it was.
CREATE TRIGGER act_proofs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON act_proofs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
