-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "attempt" integer;
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "attempt_key" text COLLATE "C";
--> statement
ALTER TABLE "subscriptions" ADD COLUMN "card" text COLLATE "C";
--> statement
ALTER TABLE "subscriptions" ADD COLUMN "card_reference" text COLLATE "C";
--> statement
CREATE UNIQUE INDEX "payment_transactions_attempt_key_key" ON "payment_transactions" USING btree ("attempt_key") WHERE "deleted_at" IS NULL;
