-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "bookings" ADD COLUMN "refunded_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement
ALTER TABLE "orders" ADD COLUMN "refunded_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement
ALTER TABLE "subscription_invoices" ADD COLUMN "refunded_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;
