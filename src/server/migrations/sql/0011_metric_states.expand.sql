-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "metric_states" ALTER COLUMN "mended" DROP NOT NULL;
--> statement
ALTER TABLE "metric_states" ADD COLUMN "repaired" integer DEFAULT 0 NOT NULL;
--> statement
ALTER TABLE "metric_states" ADD COLUMN "repaired_at" timestamp with time zone;
