-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"number" text COLLATE "C",
	"vendor" uuid NOT NULL,
	"currency" text COLLATE "C" DEFAULT 'EUR' NOT NULL,
	"period_start" date,
	"period_end" date NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"received_amount" bigint,
	"received_currency" text COLLATE "C",
	"commission_amount" bigint,
	"commission_currency" text COLLATE "C",
	"fees_amount" bigint,
	"fees_currency" text COLLATE "C",
	"advance_amount" bigint,
	"advance_currency" text COLLATE "C",
	"total_amount" bigint,
	"total_currency" text COLLATE "C",
	"approved_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"notes" text,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "payouts_state_check" CHECK ("state" in ('draft', 'approved', 'paid', 'cancelled'))
);
--> statement
CREATE TABLE "vendor_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"subject" text COLLATE "C",
	"vendor" uuid,
	"order" uuid,
	"booking" uuid,
	"received_amount" bigint,
	"received_currency" text COLLATE "C",
	"commission_amount" bigint,
	"commission_currency" text COLLATE "C",
	"fees_amount" bigint,
	"fees_currency" text COLLATE "C",
	"advance_amount" bigint,
	"advance_currency" text COLLATE "C",
	"amount_amount" bigint,
	"amount_currency" text COLLATE "C",
	"rate" integer,
	"payout" uuid,
	"posted_at" timestamp with time zone
);
--> statement
ALTER TABLE "categories" ADD COLUMN "commission" integer;
--> statement
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "vendor_entries" ADD CONSTRAINT "vendor_entries_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "vendor_entries" ADD CONSTRAINT "vendor_entries_order_fk" FOREIGN KEY ("order") REFERENCES "orders"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "vendor_entries" ADD CONSTRAINT "vendor_entries_booking_fk" FOREIGN KEY ("booking") REFERENCES "bookings"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "vendor_entries" ADD CONSTRAINT "vendor_entries_payout_fk" FOREIGN KEY ("payout") REFERENCES "payouts"("id") ON DELETE restrict ON UPDATE no action;
--> statement
CREATE UNIQUE INDEX "payouts_number_key" ON "payouts" USING btree ("number") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "payouts_vendor_created_at_id_idx" ON "payouts" USING btree ("vendor","created_at","id");
--> statement
CREATE INDEX "payouts_currency_created_at_id_idx" ON "payouts" USING btree ("currency","created_at","id");
--> statement
CREATE INDEX "payouts_period_end_created_at_id_idx" ON "payouts" USING btree ("period_end","created_at","id");
--> statement
CREATE INDEX "payouts_state_created_at_id_idx" ON "payouts" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "payouts_number_id_idx" ON "payouts" USING btree ("number","id");
--> statement
CREATE INDEX "payouts_vendor_id_idx" ON "payouts" USING btree ("vendor","id");
--> statement
CREATE INDEX "payouts_period_start_id_idx" ON "payouts" USING btree ("period_start","id");
--> statement
CREATE INDEX "payouts_period_end_id_idx" ON "payouts" USING btree ("period_end","id");
--> statement
CREATE INDEX "payouts_entries_id_idx" ON "payouts" USING btree ("entries","id");
--> statement
CREATE INDEX "payouts_total_currency_total_amount_id_idx" ON "payouts" USING btree ("total_currency","total_amount","id");
--> statement
CREATE INDEX "payouts_paid_at_id_idx" ON "payouts" USING btree ("paid_at","id");
--> statement
CREATE INDEX "payouts_state_id_idx" ON "payouts" USING btree ("state","id");
--> statement
CREATE INDEX "payouts_created_at_id_idx" ON "payouts" USING btree ("created_at","id");
--> statement
CREATE INDEX "payouts_updated_at_id_idx" ON "payouts" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "payouts_search_idx" ON "payouts" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "payouts_trash_idx" ON "payouts" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE INDEX "vendor_entries_vendor_posted_at_id_idx" ON "vendor_entries" USING btree ("vendor","posted_at","id");
--> statement
CREATE INDEX "vendor_entries_payout_posted_at_id_idx" ON "vendor_entries" USING btree ("payout","posted_at","id");
--> statement
CREATE INDEX "vendor_entries_posted_at_id_idx" ON "vendor_entries" USING btree ("posted_at","id");
--> statement
CREATE INDEX "vendor_entries_subject_id_idx" ON "vendor_entries" USING btree ("subject","id");
--> statement
CREATE INDEX "vendor_entries_vendor_id_idx" ON "vendor_entries" USING btree ("vendor","id");
--> statement
CREATE INDEX "vendor_entries_received_currency_received_amount_id_idx" ON "vendor_entries" USING btree ("received_currency","received_amount","id");
--> statement
CREATE INDEX "vendor_entries_commission_currency_commission_amount_id_idx" ON "vendor_entries" USING btree ("commission_currency","commission_amount","id");
--> statement
CREATE INDEX "vendor_entries_fees_currency_fees_amount_id_idx" ON "vendor_entries" USING btree ("fees_currency","fees_amount","id");
--> statement
CREATE INDEX "vendor_entries_amount_currency_amount_amount_id_idx" ON "vendor_entries" USING btree ("amount_currency","amount_amount","id");
--> statement
CREATE INDEX "vendor_entries_payout_id_idx" ON "vendor_entries" USING btree ("payout","id");
--> statement
CREATE INDEX "vendor_entries_created_at_id_idx" ON "vendor_entries" USING btree ("created_at","id");
--> statement
CREATE INDEX "vendor_entries_updated_at_id_idx" ON "vendor_entries" USING btree ("updated_at","id");
--> statement
CREATE INDEX "vendor_entries_order_idx" ON "vendor_entries" USING btree ("order");
--> statement
CREATE INDEX "vendor_entries_booking_idx" ON "vendor_entries" USING btree ("booking");
--> trigram
CREATE INDEX "vendor_entries_search_idx" ON "vendor_entries" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "vendor_entries_trash_idx" ON "vendor_entries" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE INDEX "categories_commission_id_idx" ON "categories" USING btree ("commission","id");
