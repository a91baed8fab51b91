-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "session" ADD COLUMN "provedAt" timestamp with time zone;
--> statement
ALTER TABLE "employees" ADD COLUMN "email_verified" boolean DEFAULT false NOT NULL;
--> statement
ALTER TABLE "user_roles" ADD COLUMN "require_two_factor" boolean DEFAULT false NOT NULL;
--> statement
CREATE INDEX "employees_email_verified_id_idx" ON "employees" USING btree ("email_verified","id");
