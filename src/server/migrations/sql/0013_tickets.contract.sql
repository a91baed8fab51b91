-- Generated from the schemas; removes and tightens. Never edit once released.
--> statement
DROP INDEX "tickets_sla_id_idx";
--> statement
DROP INDEX "tickets_resolve_due_at_id_idx";
