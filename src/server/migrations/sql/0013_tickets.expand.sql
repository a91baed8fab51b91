-- Generated from the schemas, then the deadlines of existing tickets; adds only. Never edit once released.
--> statement
ALTER TABLE "tickets" ADD COLUMN "sla_check_at" timestamp with time zone;
--> statement
CREATE INDEX "tickets_sla_due_at_id_idx" ON "tickets" USING btree ("sla_due_at","id");
--> statement
UPDATE tickets SET
  sla_check_at = sla_due_at,
  sla_due_at = CASE WHEN state IN ('new', 'open') AND pending_since IS NULL
    THEN least(CASE WHEN first_replied_at IS NULL THEN first_reply_due_at END, resolve_due_at) END;
