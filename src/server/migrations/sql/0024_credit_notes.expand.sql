-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"number" text COLLATE "C",
	"refund" uuid,
	"invoice" uuid,
	"order" uuid,
	"booking" uuid,
	"vendor" uuid,
	"customer" uuid,
	"lines" jsonb,
	"tax_amount" bigint,
	"tax_currency" text COLLATE "C",
	"total_amount" bigint,
	"total_currency" text COLLATE "C",
	"reason" text COLLATE "C",
	"issued_on" date
);
--> statement
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_refund_fk" FOREIGN KEY ("refund") REFERENCES "payment_transactions"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_fk" FOREIGN KEY ("invoice") REFERENCES "subscription_invoices"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_order_fk" FOREIGN KEY ("order") REFERENCES "orders"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_booking_fk" FOREIGN KEY ("booking") REFERENCES "bookings"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_customer_fk" FOREIGN KEY ("customer") REFERENCES "customers"("id") ON DELETE restrict ON UPDATE no action;
--> statement
CREATE UNIQUE INDEX "credit_notes_number_key" ON "credit_notes" USING btree ("number") WHERE "deleted_at" IS NULL;
--> statement
CREATE UNIQUE INDEX "credit_notes_refund_key" ON "credit_notes" USING btree ("refund") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "credit_notes_customer_created_at_id_idx" ON "credit_notes" USING btree ("customer","created_at","id");
--> statement
CREATE INDEX "credit_notes_vendor_created_at_id_idx" ON "credit_notes" USING btree ("vendor","created_at","id");
--> statement
CREATE INDEX "credit_notes_issued_on_created_at_id_idx" ON "credit_notes" USING btree ("issued_on","created_at","id");
--> statement
CREATE INDEX "credit_notes_number_id_idx" ON "credit_notes" USING btree ("number","id");
--> statement
CREATE INDEX "credit_notes_customer_id_idx" ON "credit_notes" USING btree ("customer","id");
--> statement
CREATE INDEX "credit_notes_vendor_id_idx" ON "credit_notes" USING btree ("vendor","id");
--> statement
CREATE INDEX "credit_notes_total_currency_total_amount_id_idx" ON "credit_notes" USING btree ("total_currency","total_amount","id");
--> statement
CREATE INDEX "credit_notes_invoice_id_idx" ON "credit_notes" USING btree ("invoice","id");
--> statement
CREATE INDEX "credit_notes_order_id_idx" ON "credit_notes" USING btree ("order","id");
--> statement
CREATE INDEX "credit_notes_booking_id_idx" ON "credit_notes" USING btree ("booking","id");
--> statement
CREATE INDEX "credit_notes_issued_on_id_idx" ON "credit_notes" USING btree ("issued_on","id");
--> statement
CREATE INDEX "credit_notes_created_at_id_idx" ON "credit_notes" USING btree ("created_at","id");
--> statement
CREATE INDEX "credit_notes_updated_at_id_idx" ON "credit_notes" USING btree ("updated_at","id");
--> statement
CREATE INDEX "credit_notes_refund_idx" ON "credit_notes" USING btree ("refund");
--> trigram
CREATE INDEX "credit_notes_search_idx" ON "credit_notes" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "credit_notes_trash_idx" ON "credit_notes" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
