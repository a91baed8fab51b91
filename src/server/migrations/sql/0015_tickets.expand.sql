-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE INDEX "tickets_tags_idx" ON "tickets" USING gin ("tags");
