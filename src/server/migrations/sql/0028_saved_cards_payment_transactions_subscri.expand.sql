-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "saved_cards" (
	"record_id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "attempt" integer;
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "attempt_key" text COLLATE "C";
--> statement
ALTER TABLE "subscriptions" ADD COLUMN "card" text COLLATE "C";
--> statement
CREATE UNIQUE INDEX "payment_transactions_attempt_key_key" ON "payment_transactions" USING btree ("attempt_key") WHERE "deleted_at" IS NULL;
