-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "files" ADD COLUMN "thumbnail_key" text;
--> statement
ALTER TABLE "files" ADD COLUMN "sender" uuid;
