-- Generated from the schemas; removes and tightens. Never edit once released.
--> statement
DROP INDEX "banners_clicks_id_idx";
--> statement
ALTER TABLE "banners" DROP COLUMN "clicks";
