-- By hand: whoever changes a row runs these functions, and must not choose what the names in them mean.
ALTER FUNCTION refuse_change() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION require_balanced_entries() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION count_users() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION count_accounts() SET search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION count_transactions() SET search_path = pg_catalog, public, pg_temp;
