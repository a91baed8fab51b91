-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "operation_rows" ADD COLUMN "said" jsonb;
--> statement
ALTER TABLE "jobs" ADD COLUMN "said" jsonb;
--> statement
ALTER TABLE "deliveries" ADD COLUMN "said" jsonb;
--> statement
ALTER TABLE "approval_requests" ADD COLUMN "said" jsonb;
--> statement
ALTER TABLE "chat_messages" ADD COLUMN "message" jsonb;
