-- Generated from the schemas; removes and tightens. Never edit once released.
--> statement
ALTER TABLE "metric_states" DROP COLUMN "mended";
--> statement
ALTER TABLE "metric_states" DROP COLUMN "mended_at";
