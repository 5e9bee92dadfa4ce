-- By hand: the search of the lists needs pg_trgm. PostgreSQL ships it, but an operator's own server may withhold it.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE EXCEPTION 'The database "%" needs the extension pg_trgm, and the role "%" may not add it (%). Install PostgreSQL''s contrib modules if they are missing, let an owner of the database run CREATE EXTENSION pg_trgm; there, and start again. Nothing has been changed.', current_database(), current_user, SQLERRM
    USING ERRCODE = 'AV001';
END $$;
