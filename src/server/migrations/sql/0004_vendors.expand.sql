-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE INDEX "vendors_payout_account_idx" ON "vendors" USING btree (split_part("payout_account", ':', 4));
