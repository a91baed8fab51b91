-- Generated from the schemas; removes and tightens. Never edit once released.
--> statement
DROP INDEX "audit_unsealed_idx";
--> statement
ALTER TABLE "audit" DROP COLUMN "hash";
