DROP INDEX "transactions_created_at_idx";--> statement-breakpoint
DROP INDEX "transactions_amount_idx";--> statement-breakpoint
DROP INDEX "transactions_status_idx";--> statement-breakpoint
DROP INDEX "transactions_trx_type_idx";--> statement-breakpoint
DROP INDEX "transactions_crypto_idx";--> statement-breakpoint
DROP INDEX "transactions_plan_idx";--> statement-breakpoint
CREATE INDEX "users_search_text_idx" ON "users" USING btree ("search_text","id");--> statement-breakpoint
CREATE INDEX "transactions_created_at_idx" ON "transactions" USING btree ("created_at","id","status","trx_type","crypto","plan","user_id");--> statement-breakpoint
CREATE INDEX "transactions_amount_idx" ON "transactions" USING btree ("amount","created_at","id","status","trx_type","crypto","plan","user_id");--> statement-breakpoint
CREATE INDEX "transactions_status_idx" ON "transactions" USING btree ("status","created_at","id","trx_type","crypto","plan","user_id");--> statement-breakpoint
CREATE INDEX "transactions_trx_type_idx" ON "transactions" USING btree ("trx_type","created_at","id","status","crypto","plan","user_id");--> statement-breakpoint
CREATE INDEX "transactions_crypto_idx" ON "transactions" USING btree ("crypto","created_at","id","status","trx_type","plan","user_id");--> statement-breakpoint
CREATE INDEX "transactions_plan_idx" ON "transactions" USING btree ("plan","created_at","id","status","trx_type","crypto","user_id");