-- Generated from the schemas, then the settlements of existing records; adds only. Never edit once released.
--> statement
ALTER TABLE "bookings" ADD COLUMN "refunded_amount" bigint;
--> statement
ALTER TABLE "bookings" ADD COLUMN "refunded_currency" text COLLATE "C";
--> statement
ALTER TABLE "bookings" ADD COLUMN "due_amount" bigint;
--> statement
ALTER TABLE "bookings" ADD COLUMN "due_currency" text COLLATE "C";
--> statement
ALTER TABLE "bookings" ADD COLUMN "refundable_amount" bigint;
--> statement
ALTER TABLE "bookings" ADD COLUMN "refundable_currency" text COLLATE "C";
--> statement
ALTER TABLE "bookings" ADD COLUMN "payment_state" text COLLATE "C" DEFAULT 'none' NOT NULL;
--> statement
ALTER TABLE "orders" ADD COLUMN "refunded_amount" bigint;
--> statement
ALTER TABLE "orders" ADD COLUMN "refunded_currency" text COLLATE "C";
--> statement
ALTER TABLE "orders" ADD COLUMN "due_amount" bigint;
--> statement
ALTER TABLE "orders" ADD COLUMN "due_currency" text COLLATE "C";
--> statement
ALTER TABLE "orders" ADD COLUMN "refundable_amount" bigint;
--> statement
ALTER TABLE "orders" ADD COLUMN "refundable_currency" text COLLATE "C";
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "refunded_amount" bigint;
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "refunded_currency" text COLLATE "C";
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "refundable_amount" bigint;
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "refundable_currency" text COLLATE "C";
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "refund_state" text COLLATE "C";
--> statement
ALTER TABLE "subscription_invoices" ADD COLUMN "refunded_amount" bigint;
--> statement
ALTER TABLE "subscription_invoices" ADD COLUMN "refunded_currency" text COLLATE "C";
--> statement
ALTER TABLE "subscription_invoices" ADD COLUMN "refundable_amount" bigint;
--> statement
ALTER TABLE "subscription_invoices" ADD COLUMN "refundable_currency" text COLLATE "C";
--> statement
ALTER TABLE "subscription_invoices" ADD COLUMN "payment_state" text COLLATE "C" DEFAULT 'none' NOT NULL;
--> statement
CREATE INDEX "bookings_payment_state_check_in_id_idx" ON "bookings" USING btree ("payment_state","check_in","id");
--> statement
CREATE INDEX "payment_transactions_refund_state_created_at_id_idx" ON "payment_transactions" USING btree ("refund_state","created_at","id");
--> statement
CREATE INDEX "payment_transactions_refund_state_id_idx" ON "payment_transactions" USING btree ("refund_state","id");
--> statement
CREATE INDEX "subscription_invoices_payment_state_created_at_id_idx" ON "subscription_invoices" USING btree ("payment_state","created_at","id");
--> statement
CREATE INDEX "subscription_invoices_payment_state_id_idx" ON "subscription_invoices" USING btree ("payment_state","id");
--> statement
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_payment_state_check" CHECK ("payment_state" in ('none', 'partial', 'paid', 'partially_refunded', 'refunded'));
--> statement
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_refund_state_check" CHECK ("refund_state" in ('partially_refunded', 'refunded'));
--> statement
ALTER TABLE "subscription_invoices" ADD CONSTRAINT "subscription_invoices_payment_state_check" CHECK ("payment_state" in ('none', 'partial', 'paid', 'partially_refunded', 'refunded'));
--> statement
WITH ledger AS (
  SELECT "booking" AS subject,
    coalesce(sum(amount_amount) FILTER (WHERE kind = 'capture' AND state = 'succeeded'), 0)::bigint AS captured,
    coalesce(sum(amount_amount) FILTER (WHERE kind = 'refund' AND state = 'succeeded'), 0)::bigint AS refunded,
    coalesce(sum(amount_amount) FILTER (WHERE kind = 'refund' AND state IN ('pending', 'processing')), 0)::bigint AS refunding
  FROM payment_transactions WHERE "booking" IS NOT NULL AND deleted_at IS NULL GROUP BY "booking"
), s AS (
  SELECT r.id, CASE r.state WHEN 'cancelled' THEN coalesce(r.cancellation_fee_amount, 0) ELSE r.total_amount END AS owed, CASE r.state WHEN 'cancelled' THEN coalesce(r.cancellation_fee_currency, r.total_currency) ELSE r.total_currency END AS currency, CASE r.state WHEN 'cancelled' THEN coalesce(r.cancellation_fee_amount, 0) WHEN 'no_show' THEN coalesce(r.total_amount, 0) ELSE 0 END AS kept, r.state <> 'expired' AS open,
    coalesce(l.captured, 0) AS captured, coalesce(l.refunded, 0) AS refunded, coalesce(l.refunding, 0) AS refunding
  FROM bookings r LEFT JOIN ledger l ON l.subject = r.id
)
UPDATE bookings r SET
  refunded_amount = nullif(s.refunded, 0),
  refunded_currency = CASE WHEN s.refunded > 0 THEN s.currency END,
  due_amount = CASE WHEN s.open AND s.captured < s.owed THEN greatest(0, s.owed - s.captured + s.refunded) ELSE 0 END,
  due_currency = s.currency,
  refundable_amount = greatest(0, s.captured - s.refunded - s.refunding - s.kept),
  refundable_currency = s.currency,
  payment_state = CASE
    WHEN s.captured = 0 THEN 'none'
    WHEN s.refunded >= s.captured THEN 'refunded'
    WHEN s.refunded > 0 THEN 'partially_refunded'
    WHEN s.captured >= s.owed THEN 'paid'
    ELSE 'partial'
  END
FROM s WHERE s.id = r.id AND s.currency IS NOT NULL;
--> statement
WITH ledger AS (
  SELECT "order" AS subject,
    coalesce(sum(amount_amount) FILTER (WHERE kind = 'capture' AND state = 'succeeded'), 0)::bigint AS captured,
    coalesce(sum(amount_amount) FILTER (WHERE kind = 'refund' AND state = 'succeeded'), 0)::bigint AS refunded,
    coalesce(sum(amount_amount) FILTER (WHERE kind = 'refund' AND state IN ('pending', 'processing')), 0)::bigint AS refunding
  FROM payment_transactions WHERE "order" IS NOT NULL AND deleted_at IS NULL GROUP BY "order"
), s AS (
  SELECT r.id, coalesce(r.total_amount, 0) AS owed, r.currency AS currency, 0 AS kept, r.state NOT IN ('draft', 'cancelled') AS open,
    coalesce(l.captured, 0) AS captured, coalesce(l.refunded, 0) AS refunded, coalesce(l.refunding, 0) AS refunding
  FROM orders r LEFT JOIN ledger l ON l.subject = r.id
)
UPDATE orders r SET
  refunded_amount = nullif(s.refunded, 0),
  refunded_currency = CASE WHEN s.refunded > 0 THEN s.currency END,
  due_amount = CASE WHEN s.open AND s.captured < s.owed THEN greatest(0, s.owed - s.captured + s.refunded) ELSE 0 END,
  due_currency = s.currency,
  refundable_amount = greatest(0, s.captured - s.refunded - s.refunding - s.kept),
  refundable_currency = s.currency,
  payment_state = CASE
    WHEN s.captured = 0 THEN 'none'
    WHEN s.refunded >= s.captured THEN 'refunded'
    WHEN s.refunded > 0 THEN 'partially_refunded'
    WHEN s.captured >= s.owed THEN 'paid'
    ELSE 'partial'
  END
FROM s WHERE s.id = r.id AND s.currency IS NOT NULL;
--> statement
WITH ledger AS (
  SELECT "invoice" AS subject,
    coalesce(sum(amount_amount) FILTER (WHERE kind = 'capture' AND state = 'succeeded'), 0)::bigint AS captured,
    coalesce(sum(amount_amount) FILTER (WHERE kind = 'refund' AND state = 'succeeded'), 0)::bigint AS refunded,
    coalesce(sum(amount_amount) FILTER (WHERE kind = 'refund' AND state IN ('pending', 'processing')), 0)::bigint AS refunding
  FROM payment_transactions WHERE "invoice" IS NOT NULL AND deleted_at IS NULL GROUP BY "invoice"
), s AS (
  SELECT r.id, coalesce(r.total_amount, 0) AS owed, r.currency AS currency, 0 AS kept, r.state NOT IN ('paid', 'void') AS open,
    coalesce(l.captured, 0) AS captured, coalesce(l.refunded, 0) AS refunded, coalesce(l.refunding, 0) AS refunding
  FROM subscription_invoices r LEFT JOIN ledger l ON l.subject = r.id
)
UPDATE subscription_invoices r SET
  refunded_amount = nullif(s.refunded, 0),
  refunded_currency = CASE WHEN s.refunded > 0 THEN s.currency END,
  refundable_amount = greatest(0, s.captured - s.refunded - s.refunding - s.kept),
  refundable_currency = s.currency,
  payment_state = CASE
    WHEN s.captured = 0 THEN 'none'
    WHEN s.refunded >= s.captured THEN 'refunded'
    WHEN s.refunded > 0 THEN 'partially_refunded'
    WHEN s.captured >= s.owed THEN 'paid'
    ELSE 'partial'
  END
FROM s WHERE s.id = r.id AND s.currency IS NOT NULL;
--> statement
WITH refunds AS (
  SELECT parent,
    coalesce(sum(amount_amount) FILTER (WHERE state = 'succeeded'), 0)::bigint AS sent,
    sum(amount_amount)::bigint AS live
  FROM payment_transactions
  WHERE kind = 'refund' AND state IN ('pending', 'processing', 'succeeded') AND deleted_at IS NULL
  GROUP BY parent
), s AS (
  SELECT p.id, coalesce(r.sent, 0) AS sent, coalesce(r.live, 0) AS live
  FROM payment_transactions p LEFT JOIN refunds r ON r.parent = p.id
  WHERE p.kind = 'capture' AND p.state = 'succeeded'
)
UPDATE payment_transactions p SET
  refunded_amount = nullif(s.sent, 0),
  refunded_currency = CASE WHEN s.sent > 0 THEN p.amount_currency END,
  refundable_amount = p.amount_amount - s.live,
  refundable_currency = p.amount_currency,
  refund_state = CASE
    WHEN s.sent >= p.amount_amount THEN 'refunded'
    WHEN s.sent > 0 THEN 'partially_refunded'
  END
FROM s WHERE s.id = p.id;
