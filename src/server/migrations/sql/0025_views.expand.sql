-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "views" ADD COLUMN "kind" text DEFAULT 'list' NOT NULL;
