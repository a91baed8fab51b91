-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "banners" ALTER COLUMN "clicks" DROP NOT NULL;
--> statement
ALTER TABLE "orders" ADD COLUMN "commission_rate" integer;
--> statement
ALTER TABLE "orders" ADD COLUMN "commission_amount" bigint;
--> statement
ALTER TABLE "orders" ADD COLUMN "commission_currency" text COLLATE "C";
