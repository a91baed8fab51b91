-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "tickets" ADD COLUMN "next_reply_due_at" timestamp with time zone;
--> statement
ALTER TABLE "tickets" ADD COLUMN "next_reply_missed_at" timestamp with time zone;
