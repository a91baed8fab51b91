-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE INDEX "deliveries_outside_idx" ON "deliveries" USING btree ("recipient_type","recipient_id","id") WHERE "recipient_type" <> 'person';
