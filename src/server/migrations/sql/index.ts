/** The SQL files of this folder, so that the built server carries them. Written by `npm run generate`; do not edit. */
import type { MigrationFile } from '../sqlFile.ts'

export const migrationFiles: readonly MigrationFile[] = [
  {
    id: '0001_initial.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> trigram
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement
CREATE TABLE "audit" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"operation_id" uuid,
	"request_id" text,
	"actor_id" uuid,
	"account_id" text,
	"actor_name" text,
	"channel" text NOT NULL,
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"reason" text,
	"patch" jsonb,
	"hash" text
);
--> statement
CREATE TABLE "idempotency" (
	"person" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_pkey" PRIMARY KEY("person","key")
);
--> statement
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"storage_key" text NOT NULL,
	"collection" text
);
--> statement
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_by" uuid NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"collection" text,
	"file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"result" jsonb,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"locked_until" timestamp with time zone,
	"locked_by" text,
	"actor" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "jobs_state_check" CHECK ("state" in ('queued', 'running', 'succeeded', 'failed', 'cancelled'))
);
--> statement
CREATE TABLE "preferences" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "preferences_pkey" PRIMARY KEY("account_id","key")
);
--> statement
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement
CREATE TABLE "sequences" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"record_id" uuid,
	"type" text NOT NULL,
	"channel" text NOT NULL,
	"recipient_type" text NOT NULL,
	"recipient_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"error" text,
	"title" text,
	"body" text,
	"link" text,
	"resource_type" text,
	"resource_id" uuid,
	"needs" text[] DEFAULT '{}' NOT NULL,
	"group_key" text,
	"times" integer DEFAULT 1 NOT NULL,
	"urgent" boolean DEFAULT false NOT NULL,
	"held" boolean DEFAULT false NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	CONSTRAINT "deliveries_state_check" CHECK ("state" in ('waiting', 'sending', 'delivered', 'failed', 'no_device', 'no_address', 'muted'))
);
--> statement
CREATE TABLE "reads" (
	"record_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"up_to" integer NOT NULL,
	CONSTRAINT "reads_pkey" PRIMARY KEY("record_id","person_id")
);
--> statement
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"token" text NOT NULL,
	"user_agent" text,
	"last_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement
CREATE TABLE "figure_days" (
	"figure" text NOT NULL,
	"part" text NOT NULL,
	"scope" uuid NOT NULL,
	"day" date NOT NULL,
	"by_id" uuid,
	"currency" text,
	"value" double precision NOT NULL,
	"records" bigint NOT NULL
);
--> statement
CREATE TABLE "figure_states" (
	"figure" text PRIMARY KEY NOT NULL,
	"print" text,
	"zone" text,
	"snapshot" text,
	"checked_at" timestamp with time zone,
	"mended" integer DEFAULT 0 NOT NULL,
	"mended_at" timestamp with time zone
);
--> statement
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"emailVerified" boolean DEFAULT false NOT NULL,
	"image" text,
	"createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
	"twoFactorEnabled" boolean DEFAULT false,
	"role" text,
	"banned" boolean DEFAULT false,
	"banReason" text,
	"banExpires" timestamp with time zone,
	"personId" uuid
);
--> statement
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
	"ipAddress" text,
	"userAgent" text,
	"userId" text NOT NULL,
	"impersonatedBy" text
);
--> statement
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"accountId" text NOT NULL,
	"providerId" text NOT NULL,
	"userId" text NOT NULL,
	"accessToken" text,
	"refreshToken" text,
	"idToken" text,
	"accessTokenExpiresAt" timestamp with time zone,
	"refreshTokenExpiresAt" timestamp with time zone,
	"scope" text,
	"password" text,
	"createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
--> statement
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL,
	"createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
--> statement
CREATE TABLE "twoFactor" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backupCodes" text NOT NULL,
	"userId" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failedVerificationCount" integer DEFAULT 0,
	"lockedUntil" timestamp with time zone
);
--> statement
CREATE TABLE "rateLimit" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"lastRequest" bigint NOT NULL
);
--> statement
CREATE TABLE "hotels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C" NOT NULL,
	"vendor" uuid NOT NULL,
	"category" uuid,
	"stars" integer,
	"description" text,
	"address" jsonb,
	"location" jsonb,
	"phone" text COLLATE "C",
	"email" text COLLATE "C" NOT NULL,
	"website" text COLLATE "C",
	"timezone" text COLLATE "C" NOT NULL,
	"check_in_time" text COLLATE "C" DEFAULT '15:00' NOT NULL,
	"check_out_time" text COLLATE "C" DEFAULT '11:00' NOT NULL,
	"facilities" uuid[] DEFAULT '{}' NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"room_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"refund_rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rating_average" double precision,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "hotels_state_check" CHECK ("state" in ('draft', 'in_review', 'published', 'suspended', 'rejected', 'archived'))
);
--> statement
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"hotel" uuid NOT NULL,
	"room_type_code" text COLLATE "C" NOT NULL,
	"rooms" integer DEFAULT 1 NOT NULL,
	"adults" integer DEFAULT 1 NOT NULL,
	"children" integer DEFAULT 0 NOT NULL,
	"customer" uuid NOT NULL,
	"source" text COLLATE "C" DEFAULT 'web' NOT NULL,
	"check_in" date NOT NULL,
	"check_out" date NOT NULL,
	"nightly_rate_amount" bigint,
	"nightly_rate_currency" text COLLATE "C",
	"extras" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"total_amount" bigint,
	"total_currency" text COLLATE "C",
	"paid_amount" bigint,
	"paid_currency" text COLLATE "C",
	"cancellation_fee_amount" bigint,
	"cancellation_fee_currency" text COLLATE "C",
	"hold_until" timestamp with time zone,
	"left_on" date,
	"notes" text,
	"state" text COLLATE "C" DEFAULT 'pending' NOT NULL,
	CONSTRAINT "bookings_source_check" CHECK ("source" in ('web', 'phone', 'walk_in', 'channel')),
	CONSTRAINT "bookings_state_check" CHECK ("state" in ('pending', 'confirmed', 'checked_in', 'checked_out', 'expired', 'no_show', 'cancelled'))
);
--> statement
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C" NOT NULL,
	"parent" uuid,
	"icon" text,
	"position" integer DEFAULT 0 NOT NULL,
	"state" text COLLATE "C" DEFAULT 'active' NOT NULL,
	CONSTRAINT "categories_state_check" CHECK ("state" in ('active', 'inactive'))
);
--> statement
CREATE TABLE "facilities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"group" text COLLATE "C" NOT NULL,
	"icon" text,
	"position" integer DEFAULT 0 NOT NULL,
	"state" text COLLATE "C" DEFAULT 'active' NOT NULL,
	CONSTRAINT "facilities_group_check" CHECK ("group" in ('room', 'property', 'service')),
	CONSTRAINT "facilities_state_check" CHECK ("state" in ('active', 'inactive'))
);
--> statement
CREATE TABLE "services" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"vendor" uuid NOT NULL,
	"category" uuid NOT NULL,
	"sub_category" uuid,
	"description" text,
	"pricing" text COLLATE "C" DEFAULT 'fixed' NOT NULL,
	"price_amount" bigint,
	"price_currency" text COLLATE "C",
	"duration_minutes" integer,
	"areas" text[] DEFAULT '{}' NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"rating_average" double precision,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "services_pricing_check" CHECK ("pricing" in ('fixed', 'hourly', 'quote')),
	CONSTRAINT "services_state_check" CHECK ("state" in ('draft', 'in_review', 'active', 'paused', 'rejected', 'archived'))
);
--> statement
CREATE TABLE "service_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"customer" uuid NOT NULL,
	"category" uuid NOT NULL,
	"service" uuid,
	"description" text,
	"address" jsonb,
	"preferred_from" timestamp with time zone,
	"preferred_to" timestamp with time zone,
	"budget_amount" bigint,
	"budget_currency" text COLLATE "C",
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"awarded_proposal" uuid,
	"order" uuid,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "service_jobs_state_check" CHECK ("state" in ('draft', 'open', 'awarded', 'in_progress', 'completed', 'closed', 'disputed', 'expired', 'cancelled'))
);
--> statement
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"job" uuid NOT NULL,
	"vendor" uuid NOT NULL,
	"lines" jsonb NOT NULL,
	"amount_amount" bigint,
	"amount_currency" text COLLATE "C",
	"start_on" date,
	"duration_days" integer,
	"message" text,
	"valid_until" timestamp with time zone,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "proposals_state_check" CHECK ("state" in ('draft', 'submitted', 'shortlisted', 'accepted', 'rejected', 'withdrawn', 'expired'))
);
--> statement
CREATE TABLE "service_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C" NOT NULL,
	"icon" text,
	"position" integer DEFAULT 0 NOT NULL,
	"commission" integer
);
--> statement
CREATE TABLE "service_sub_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"slug" text COLLATE "C" NOT NULL,
	"category" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement
CREATE TABLE "service_bookmarks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"customer" uuid NOT NULL,
	"service" uuid NOT NULL,
	"note" text
);
--> statement
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"number" text COLLATE "C",
	"kind" text COLLATE "C" DEFAULT 'service' NOT NULL,
	"customer" uuid NOT NULL,
	"vendor" uuid NOT NULL,
	"job" uuid,
	"proposal" uuid,
	"booking" uuid,
	"currency" text COLLATE "C" DEFAULT 'EUR' NOT NULL,
	"lines" jsonb NOT NULL,
	"subtotal_amount" bigint,
	"subtotal_currency" text COLLATE "C",
	"discount_amount" bigint,
	"discount_currency" text COLLATE "C",
	"tax_amount" bigint,
	"tax_currency" text COLLATE "C",
	"total_amount" bigint,
	"total_currency" text COLLATE "C",
	"paid_amount" bigint,
	"paid_currency" text COLLATE "C",
	"payment_state" text COLLATE "C" DEFAULT 'none' NOT NULL,
	"placed_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"address" jsonb,
	"notes" text,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "orders_kind_check" CHECK ("kind" in ('service', 'booking', 'subscription')),
	CONSTRAINT "orders_payment_state_check" CHECK ("payment_state" in ('none', 'partial', 'paid', 'partially_refunded', 'refunded')),
	CONSTRAINT "orders_state_check" CHECK ("state" in ('draft', 'placed', 'confirmed', 'in_progress', 'completed', 'cancelled'))
);
--> statement
CREATE TABLE "payment_transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"number" text COLLATE "C",
	"kind" text COLLATE "C" DEFAULT 'capture' NOT NULL,
	"method" text COLLATE "C" DEFAULT 'card' NOT NULL,
	"order" uuid,
	"booking" uuid,
	"invoice" uuid,
	"amount_amount" bigint NOT NULL,
	"amount_currency" text COLLATE "C" NOT NULL,
	"parent" uuid,
	"provider_reference" text COLLATE "C",
	"failure_code" text COLLATE "C",
	"note" text,
	"processed_at" timestamp with time zone,
	"state" text COLLATE "C" DEFAULT 'pending' NOT NULL,
	CONSTRAINT "payment_transactions_kind_check" CHECK ("kind" in ('authorisation', 'capture', 'refund', 'payout', 'fee')),
	CONSTRAINT "payment_transactions_method_check" CHECK ("method" in ('card', 'bank', 'cash', 'manual')),
	CONSTRAINT "payment_transactions_state_check" CHECK ("state" in ('pending', 'processing', 'succeeded', 'failed', 'cancelled'))
);
--> statement
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"vendor" uuid NOT NULL,
	"plan" uuid NOT NULL,
	"revision" integer,
	"price_amount" bigint,
	"price_currency" text COLLATE "C",
	"interval" text COLLATE "C",
	"interval_count" integer,
	"tax" integer,
	"credit_amount" bigint,
	"credit_currency" text COLLATE "C",
	"period_start" date NOT NULL,
	"period_end" date,
	"trial_ends_on" date,
	"cancel_at" date,
	"anchored_on" date,
	"grace_until" timestamp with time zone,
	"paying_since" timestamp with time zone,
	"paying_until" timestamp with time zone,
	"renews_at" timestamp with time zone,
	"state" text COLLATE "C" DEFAULT 'trialing' NOT NULL,
	CONSTRAINT "subscriptions_interval_check" CHECK ("interval" in ('month', 'year')),
	CONSTRAINT "subscriptions_state_check" CHECK ("state" in ('trialing', 'active', 'past_due', 'unpaid', 'paused', 'cancelled'))
);
--> statement
CREATE TABLE "subscription_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"price_amount" bigint NOT NULL,
	"price_currency" text COLLATE "C" NOT NULL,
	"interval" text COLLATE "C" DEFAULT 'month' NOT NULL,
	"interval_count" integer DEFAULT 1 NOT NULL,
	"trial_days" integer DEFAULT 0 NOT NULL,
	"features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tax" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "subscription_plans_interval_check" CHECK ("interval" in ('month', 'year')),
	CONSTRAINT "subscription_plans_state_check" CHECK ("state" in ('draft', 'active', 'retired'))
);
--> statement
CREATE TABLE "subscription_invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"number" text COLLATE "C",
	"subscription" uuid NOT NULL,
	"vendor" uuid,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"currency" text COLLATE "C" DEFAULT 'EUR' NOT NULL,
	"lines" jsonb NOT NULL,
	"subtotal_amount" bigint,
	"subtotal_currency" text COLLATE "C",
	"tax_amount" bigint,
	"tax_currency" text COLLATE "C",
	"total_amount" bigint,
	"total_currency" text COLLATE "C",
	"paid_amount" bigint,
	"paid_currency" text COLLATE "C",
	"due_amount" bigint,
	"due_currency" text COLLATE "C",
	"issued_on" date,
	"due_on" date,
	"overdue" boolean DEFAULT false NOT NULL,
	"overdue_at" timestamp with time zone,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "subscription_invoices_state_check" CHECK ("state" in ('draft', 'open', 'paid', 'void', 'uncollectible'))
);
--> statement
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"number" text COLLATE "C",
	"subject" text COLLATE "C" NOT NULL,
	"description" text,
	"customer" uuid NOT NULL,
	"assignee" uuid,
	"team" text COLLATE "C",
	"category" text COLLATE "C" DEFAULT 'other' NOT NULL,
	"priority" text COLLATE "C" DEFAULT 'normal' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"order" uuid,
	"booking" uuid,
	"first_reply_due_at" timestamp with time zone,
	"resolve_due_at" timestamp with time zone,
	"first_replied_at" timestamp with time zone,
	"sla" text COLLATE "C",
	"sla_due_at" timestamp with time zone,
	"breached_at" timestamp with time zone,
	"solved_at" timestamp with time zone,
	"pending_since" timestamp with time zone,
	"snoozed_until" timestamp with time zone,
	"origin" uuid,
	"merged_into" uuid,
	"closes_at" timestamp with time zone,
	"satisfaction" integer,
	"state" text COLLATE "C" DEFAULT 'new' NOT NULL,
	CONSTRAINT "tickets_category_check" CHECK ("category" in ('billing', 'booking', 'service', 'account', 'other')),
	CONSTRAINT "tickets_priority_check" CHECK ("priority" in ('low', 'normal', 'high', 'urgent')),
	CONSTRAINT "tickets_sla_check" CHECK ("sla" in ('running', 'paused', 'breached', 'kept')),
	CONSTRAINT "tickets_state_check" CHECK ("state" in ('new', 'open', 'pending', 'solved', 'closed', 'merged'))
);
--> statement
CREATE TABLE "macros" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"shortcut" text COLLATE "C",
	"body" text,
	"set_priority" text COLLATE "C",
	"set_state" text COLLATE "C",
	"assignee" uuid,
	"add_tags" text[] DEFAULT '{}' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "macros_set_priority_check" CHECK ("set_priority" in ('low', 'normal', 'high', 'urgent')),
	CONSTRAINT "macros_set_state_check" CHECK ("set_state" in ('open', 'pending', 'solved'))
);
--> statement
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"body" text NOT NULL,
	"channel" text COLLATE "C" DEFAULT 'in_app' NOT NULL,
	"audience" text COLLATE "C" DEFAULT 'employee' NOT NULL,
	"recipients" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"link" text COLLATE "C",
	"resource" jsonb,
	"scheduled_at" timestamp with time zone,
	"idempotency_key" text COLLATE "C",
	"sent" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"unreachable" integer DEFAULT 0 NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "notifications_channel_check" CHECK ("channel" in ('in_app', 'push', 'email')),
	CONSTRAINT "notifications_audience_check" CHECK ("audience" in ('employee', 'role', 'vendor', 'customer')),
	CONSTRAINT "notifications_state_check" CHECK ("state" in ('draft', 'scheduled', 'sending', 'sent', 'failed'))
);
--> statement
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" DEFAULT 'direct' NOT NULL,
	"customer" uuid,
	"vendor" uuid,
	"assignee" uuid,
	"ticket" uuid,
	"order" uuid,
	"job" uuid,
	"priority" text COLLATE "C" DEFAULT 'normal' NOT NULL,
	"snoozed_until" timestamp with time zone,
	"last_message_at" timestamp with time zone,
	"state" text COLLATE "C" DEFAULT 'open' NOT NULL,
	CONSTRAINT "conversations_kind_check" CHECK ("kind" in ('direct', 'ticket', 'order', 'job')),
	CONSTRAINT "conversations_priority_check" CHECK ("priority" in ('low', 'normal', 'high', 'urgent')),
	CONSTRAINT "conversations_state_check" CHECK ("state" in ('open', 'pending', 'snoozed', 'resolved'))
);
--> statement
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"conversation" uuid NOT NULL,
	"sequence" integer,
	"sender" jsonb,
	"kind" text COLLATE "C" DEFAULT 'outgoing' NOT NULL,
	"body" text NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reply_to" uuid,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"client_id" text COLLATE "C",
	"edited_at" timestamp with time zone,
	"state" text COLLATE "C" DEFAULT 'sending' NOT NULL,
	CONSTRAINT "chat_messages_kind_check" CHECK ("kind" in ('outgoing', 'incoming', 'note', 'activity')),
	CONSTRAINT "chat_messages_state_check" CHECK ("state" in ('sending', 'sent', 'delivered', 'read', 'failed'))
);
--> statement
CREATE TABLE "vendors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"display_name" text COLLATE "C" NOT NULL,
	"legal_name" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" DEFAULT 'company' NOT NULL,
	"tax_id" text COLLATE "C",
	"contacts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"address" jsonb,
	"payout_account" text,
	"commission" integer DEFAULT 1500 NOT NULL,
	"documents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"document_reviews" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"document_check" text COLLATE "C" DEFAULT 'missing' NOT NULL,
	"next_expiry" date,
	"rating_average" double precision,
	"state" text COLLATE "C" DEFAULT 'applied' NOT NULL,
	CONSTRAINT "vendors_kind_check" CHECK ("kind" in ('individual', 'company')),
	CONSTRAINT "vendors_document_check_check" CHECK ("document_check" in ('complete', 'waiting', 'missing', 'expired')),
	CONSTRAINT "vendors_state_check" CHECK ("state" in ('applied', 'under_review', 'approved', 'suspended', 'rejected', 'closed'))
);
--> statement
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"phone" text COLLATE "C",
	"locale" text COLLATE "C",
	"timezone" text COLLATE "C",
	"currency" text COLLATE "C",
	"addresses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"marketing_consent" jsonb,
	"internal_note" text,
	"state" text COLLATE "C" DEFAULT 'active' NOT NULL,
	CONSTRAINT "customers_state_check" CHECK ("state" in ('active', 'blocked', 'anonymised'))
);
--> statement
CREATE TABLE "employees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"phone" text COLLATE "C",
	"roles" uuid[] DEFAULT '{}' NOT NULL,
	"vendor" uuid,
	"locale" text COLLATE "C",
	"last_seen_at" timestamp with time zone,
	"two_factor_enrolled" boolean DEFAULT false NOT NULL,
	"state" text COLLATE "C" DEFAULT 'invited' NOT NULL,
	CONSTRAINT "employees_state_check" CHECK ("state" in ('invited', 'requested', 'active', 'suspended', 'rejected', 'left'))
);
--> statement
CREATE TABLE "user_roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"description" text,
	"system" boolean DEFAULT false NOT NULL,
	"grants" jsonb DEFAULT '{"allow":[],"deny":[]}'::jsonb NOT NULL
);
--> statement
CREATE TABLE "permissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"key" text COLLATE "C",
	"label" text COLLATE "C",
	"entity" text COLLATE "C",
	"kind" text COLLATE "C" DEFAULT 'action' NOT NULL,
	CONSTRAINT "permissions_kind_check" CHECK ("kind" in ('action', 'field', 'transition'))
);
--> statement
CREATE TABLE "banners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"image" uuid NOT NULL,
	"placement" text COLLATE "C" DEFAULT 'home' NOT NULL,
	"link" text COLLATE "C",
	"audience" text[] DEFAULT '{}' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"priority" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	CONSTRAINT "banners_placement_check" CHECK ("placement" in ('home', 'search', 'checkout', 'vendor_portal')),
	CONSTRAINT "banners_state_check" CHECK ("state" in ('draft', 'scheduled', 'live', 'paused', 'ended', 'archived'))
);
--> statement
CREATE TABLE "menus" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"label" text COLLATE "C" NOT NULL,
	"parent" uuid,
	"route" text COLLATE "C",
	"icon" text,
	"position" integer DEFAULT 0 NOT NULL,
	"permission" text COLLATE "C",
	"hidden" boolean DEFAULT false NOT NULL
);
--> statement
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE cascade ON UPDATE no action;
--> statement
ALTER TABLE "session" ADD CONSTRAINT "session_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE cascade ON UPDATE no action;
--> statement
ALTER TABLE "account" ADD CONSTRAINT "account_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE cascade ON UPDATE no action;
--> statement
ALTER TABLE "twoFactor" ADD CONSTRAINT "twoFactor_userId_user_id_fk" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE cascade ON UPDATE no action;
--> statement
ALTER TABLE "hotels" ADD CONSTRAINT "hotels_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "hotels" ADD CONSTRAINT "hotels_category_fk" FOREIGN KEY ("category") REFERENCES "categories"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_hotel_fk" FOREIGN KEY ("hotel") REFERENCES "hotels"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_customer_fk" FOREIGN KEY ("customer") REFERENCES "customers"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_fk" FOREIGN KEY ("parent") REFERENCES "categories"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "services" ADD CONSTRAINT "services_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "services" ADD CONSTRAINT "services_category_fk" FOREIGN KEY ("category") REFERENCES "service_categories"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "services" ADD CONSTRAINT "services_sub_category_fk" FOREIGN KEY ("sub_category") REFERENCES "service_sub_categories"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "service_jobs" ADD CONSTRAINT "service_jobs_customer_fk" FOREIGN KEY ("customer") REFERENCES "customers"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "service_jobs" ADD CONSTRAINT "service_jobs_category_fk" FOREIGN KEY ("category") REFERENCES "service_categories"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "service_jobs" ADD CONSTRAINT "service_jobs_service_fk" FOREIGN KEY ("service") REFERENCES "services"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "service_jobs" ADD CONSTRAINT "service_jobs_awarded_proposal_fk" FOREIGN KEY ("awarded_proposal") REFERENCES "proposals"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "service_jobs" ADD CONSTRAINT "service_jobs_order_fk" FOREIGN KEY ("order") REFERENCES "orders"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_job_fk" FOREIGN KEY ("job") REFERENCES "service_jobs"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "service_sub_categories" ADD CONSTRAINT "service_sub_categories_category_fk" FOREIGN KEY ("category") REFERENCES "service_categories"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "service_bookmarks" ADD CONSTRAINT "service_bookmarks_customer_fk" FOREIGN KEY ("customer") REFERENCES "customers"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "service_bookmarks" ADD CONSTRAINT "service_bookmarks_service_fk" FOREIGN KEY ("service") REFERENCES "services"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_fk" FOREIGN KEY ("customer") REFERENCES "customers"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "orders" ADD CONSTRAINT "orders_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "orders" ADD CONSTRAINT "orders_job_fk" FOREIGN KEY ("job") REFERENCES "service_jobs"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "orders" ADD CONSTRAINT "orders_proposal_fk" FOREIGN KEY ("proposal") REFERENCES "proposals"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "orders" ADD CONSTRAINT "orders_booking_fk" FOREIGN KEY ("booking") REFERENCES "bookings"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_order_fk" FOREIGN KEY ("order") REFERENCES "orders"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_booking_fk" FOREIGN KEY ("booking") REFERENCES "bookings"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_invoice_fk" FOREIGN KEY ("invoice") REFERENCES "subscription_invoices"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "payment_transactions" ADD CONSTRAINT "payment_transactions_parent_fk" FOREIGN KEY ("parent") REFERENCES "payment_transactions"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_fk" FOREIGN KEY ("plan") REFERENCES "subscription_plans"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "subscription_invoices" ADD CONSTRAINT "subscription_invoices_subscription_fk" FOREIGN KEY ("subscription") REFERENCES "subscriptions"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "subscription_invoices" ADD CONSTRAINT "subscription_invoices_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_customer_fk" FOREIGN KEY ("customer") REFERENCES "customers"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_fk" FOREIGN KEY ("assignee") REFERENCES "employees"("id") ON DELETE set null ON UPDATE no action;
--> statement
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_order_fk" FOREIGN KEY ("order") REFERENCES "orders"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_booking_fk" FOREIGN KEY ("booking") REFERENCES "bookings"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_origin_fk" FOREIGN KEY ("origin") REFERENCES "tickets"("id") ON DELETE set null ON UPDATE no action;
--> statement
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_merged_into_fk" FOREIGN KEY ("merged_into") REFERENCES "tickets"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "macros" ADD CONSTRAINT "macros_assignee_fk" FOREIGN KEY ("assignee") REFERENCES "employees"("id") ON DELETE set null ON UPDATE no action;
--> statement
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_customer_fk" FOREIGN KEY ("customer") REFERENCES "customers"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_assignee_fk" FOREIGN KEY ("assignee") REFERENCES "employees"("id") ON DELETE set null ON UPDATE no action;
--> statement
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_ticket_fk" FOREIGN KEY ("ticket") REFERENCES "tickets"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_order_fk" FOREIGN KEY ("order") REFERENCES "orders"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_job_fk" FOREIGN KEY ("job") REFERENCES "service_jobs"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_conversation_fk" FOREIGN KEY ("conversation") REFERENCES "conversations"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_reply_to_fk" FOREIGN KEY ("reply_to") REFERENCES "chat_messages"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "employees" ADD CONSTRAINT "employees_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "banners" ADD CONSTRAINT "banners_image_fk" FOREIGN KEY ("image") REFERENCES "files"("id") ON DELETE restrict ON UPDATE no action;
--> statement
ALTER TABLE "menus" ADD CONSTRAINT "menus_parent_fk" FOREIGN KEY ("parent") REFERENCES "menus"("id") ON DELETE restrict ON UPDATE no action;
--> statement
CREATE INDEX "audit_record_idx" ON "audit" USING btree ("entity","record_id","seq");
--> statement
CREATE INDEX "audit_operation_id_idx" ON "audit" USING btree ("operation_id");
--> statement
CREATE INDEX "audit_at_idx" ON "audit" USING btree ("at","seq");
--> statement
CREATE INDEX "audit_tail_idx" ON "audit" USING btree ("xid","seq");
--> statement
CREATE INDEX "audit_unsealed_idx" ON "audit" USING btree ("seq") WHERE "hash" IS NULL;
--> statement
CREATE INDEX "idempotency_created_at_idx" ON "idempotency" USING btree ("created_at");
--> statement
CREATE INDEX "files_hash_idx" ON "files" USING btree ("hash");
--> statement
CREATE INDEX "files_created_at_idx" ON "files" USING btree ("created_at","id");
--> statement
CREATE INDEX "uploads_created_at_idx" ON "uploads" USING btree ("created_at");
--> statement
CREATE INDEX "uploads_created_by_idx" ON "uploads" USING btree ("created_by");
--> statement
CREATE INDEX "jobs_due_idx" ON "jobs" USING btree ("run_at","id") WHERE "state" in ('queued', 'running');
--> statement
CREATE INDEX "jobs_created_at_idx" ON "jobs" USING btree ("created_at","id");
--> statement
CREATE UNIQUE INDEX "deliveries_once_idx" ON "deliveries" USING btree ("record_id","channel","recipient_type","recipient_id") WHERE "record_id" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "deliveries_group_idx" ON "deliveries" USING btree ("recipient_id","channel","group_key") WHERE "group_key" IS NOT NULL AND "read_at" IS NULL;
--> statement
CREATE INDEX "deliveries_inbox_idx" ON "deliveries" USING btree ("recipient_id","at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "channel" = 'in_app' AND "state" = 'delivered';
--> statement
CREATE INDEX "deliveries_unread_idx" ON "deliveries" USING btree ("recipient_id") WHERE "channel" = 'in_app' AND "state" = 'delivered' AND "read_at" IS NULL;
--> statement
CREATE INDEX "deliveries_due_idx" ON "deliveries" USING btree ("due_at") WHERE "state" in ('waiting', 'sending');
--> statement
CREATE INDEX "deliveries_read_idx" ON "deliveries" USING btree ("read_at") WHERE "record_id" IS NOT NULL AND "read_at" IS NOT NULL;
--> statement
CREATE INDEX "deliveries_xid_idx" ON "deliveries" USING btree ("xid");
--> statement
CREATE UNIQUE INDEX "push_devices_token_key" ON "push_devices" USING btree ("token");
--> statement
CREATE INDEX "push_devices_person_idx" ON "push_devices" USING btree ("person_id","last_seen_at" DESC NULLS LAST);
--> statement
CREATE INDEX "push_devices_session_idx" ON "push_devices" USING btree ("session_id");
--> statement
CREATE INDEX "figure_days_idx" ON "figure_days" USING btree ("figure","scope","part","day");
--> statement
CREATE INDEX "figure_days_day_idx" ON "figure_days" USING btree ("figure","day");
--> statement
CREATE UNIQUE INDEX "user_email_key" ON "user" USING btree ("email");
--> statement
CREATE UNIQUE INDEX "user_personId_key" ON "user" USING btree ("personId");
--> statement
CREATE UNIQUE INDEX "session_token_key" ON "session" USING btree ("token");
--> statement
CREATE INDEX "session_userId_idx" ON "session" USING btree ("userId");
--> statement
CREATE INDEX "account_userId_idx" ON "account" USING btree ("userId");
--> statement
CREATE INDEX "account_provider_idx" ON "account" USING btree ("providerId","accountId");
--> statement
CREATE INDEX "verification_identifier_idx" ON "verification" USING btree ("identifier");
--> statement
CREATE INDEX "twoFactor_secret_idx" ON "twoFactor" USING btree ("secret");
--> statement
CREATE INDEX "twoFactor_userId_idx" ON "twoFactor" USING btree ("userId");
--> statement
CREATE UNIQUE INDEX "rateLimit_key_key" ON "rateLimit" USING btree ("key");
--> statement
CREATE UNIQUE INDEX "hotels_slug_key" ON "hotels" USING btree ("slug") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "hotels_vendor_created_at_id_idx" ON "hotels" USING btree ("vendor","created_at","id");
--> statement
CREATE INDEX "hotels_category_created_at_id_idx" ON "hotels" USING btree ("category","created_at","id");
--> statement
CREATE INDEX "hotels_stars_created_at_id_idx" ON "hotels" USING btree ("stars","created_at","id");
--> statement
CREATE INDEX "hotels_state_created_at_id_idx" ON "hotels" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "hotels_name_id_idx" ON "hotels" USING btree ("name","id");
--> statement
CREATE INDEX "hotels_vendor_id_idx" ON "hotels" USING btree ("vendor","id");
--> statement
CREATE INDEX "hotels_category_id_idx" ON "hotels" USING btree ("category","id");
--> statement
CREATE INDEX "hotels_stars_id_idx" ON "hotels" USING btree ("stars","id");
--> statement
CREATE INDEX "hotels_rating_average_id_idx" ON "hotels" USING btree ("rating_average","id");
--> statement
CREATE INDEX "hotels_state_id_idx" ON "hotels" USING btree ("state","id");
--> statement
CREATE INDEX "hotels_created_at_id_idx" ON "hotels" USING btree ("created_at","id");
--> statement
CREATE INDEX "hotels_updated_at_id_idx" ON "hotels" USING btree ("updated_at","id");
--> statement
CREATE INDEX "hotels_facilities_idx" ON "hotels" USING gin ("facilities");
--> trigram
CREATE INDEX "hotels_search_idx" ON "hotels" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "hotels_trash_idx" ON "hotels" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "bookings_code_key" ON "bookings" USING btree ("code") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "bookings_hotel_check_in_id_idx" ON "bookings" USING btree ("hotel","check_in","id");
--> statement
CREATE INDEX "bookings_customer_check_in_id_idx" ON "bookings" USING btree ("customer","check_in","id");
--> statement
CREATE INDEX "bookings_check_in_id_idx" ON "bookings" USING btree ("check_in","id");
--> statement
CREATE INDEX "bookings_source_check_in_id_idx" ON "bookings" USING btree ("source","check_in","id");
--> statement
CREATE INDEX "bookings_state_check_in_id_idx" ON "bookings" USING btree ("state","check_in","id");
--> statement
CREATE INDEX "bookings_code_id_idx" ON "bookings" USING btree ("code","id");
--> statement
CREATE INDEX "bookings_hotel_id_idx" ON "bookings" USING btree ("hotel","id");
--> statement
CREATE INDEX "bookings_customer_id_idx" ON "bookings" USING btree ("customer","id");
--> statement
CREATE INDEX "bookings_room_type_code_id_idx" ON "bookings" USING btree ("room_type_code","id");
--> statement
CREATE INDEX "bookings_check_out_id_idx" ON "bookings" USING btree ("check_out","id");
--> statement
CREATE INDEX "bookings_total_currency_total_amount_id_idx" ON "bookings" USING btree ("total_currency","total_amount","id");
--> statement
CREATE INDEX "bookings_state_id_idx" ON "bookings" USING btree ("state","id");
--> statement
CREATE INDEX "bookings_created_at_id_idx" ON "bookings" USING btree ("created_at","id");
--> statement
CREATE INDEX "bookings_updated_at_id_idx" ON "bookings" USING btree ("updated_at","id");
--> statement
CREATE INDEX "bookings_bookings_idx" ON "bookings" USING btree ("check_in","state") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "bookings_occupancy_idx" ON "bookings" USING btree (coalesce("left_on", "check_out"),"check_in","hotel","state","rooms") WHERE "deleted_at" IS NULL;
--> trigram
CREATE INDEX "bookings_search_idx" ON "bookings" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "bookings_trash_idx" ON "bookings" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "categories_slug_key" ON "categories" USING btree ("slug") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "categories_parent_position_id_idx" ON "categories" USING btree ("parent","position","id");
--> statement
CREATE INDEX "categories_state_position_id_idx" ON "categories" USING btree ("state","position","id");
--> statement
CREATE INDEX "categories_name_id_idx" ON "categories" USING btree ("name","id");
--> statement
CREATE INDEX "categories_slug_id_idx" ON "categories" USING btree ("slug","id");
--> statement
CREATE INDEX "categories_parent_id_idx" ON "categories" USING btree ("parent","id");
--> statement
CREATE INDEX "categories_position_id_idx" ON "categories" USING btree ("position","id");
--> statement
CREATE INDEX "categories_state_id_idx" ON "categories" USING btree ("state","id");
--> statement
CREATE INDEX "categories_created_at_id_idx" ON "categories" USING btree ("created_at","id");
--> statement
CREATE INDEX "categories_updated_at_id_idx" ON "categories" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "categories_search_idx" ON "categories" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "categories_trash_idx" ON "categories" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "facilities_code_key" ON "facilities" USING btree ("code") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "facilities_group_position_id_idx" ON "facilities" USING btree ("group","position","id");
--> statement
CREATE INDEX "facilities_state_position_id_idx" ON "facilities" USING btree ("state","position","id");
--> statement
CREATE INDEX "facilities_name_id_idx" ON "facilities" USING btree ("name","id");
--> statement
CREATE INDEX "facilities_code_id_idx" ON "facilities" USING btree ("code","id");
--> statement
CREATE INDEX "facilities_group_id_idx" ON "facilities" USING btree ("group","id");
--> statement
CREATE INDEX "facilities_position_id_idx" ON "facilities" USING btree ("position","id");
--> statement
CREATE INDEX "facilities_state_id_idx" ON "facilities" USING btree ("state","id");
--> statement
CREATE INDEX "facilities_created_at_id_idx" ON "facilities" USING btree ("created_at","id");
--> statement
CREATE INDEX "facilities_updated_at_id_idx" ON "facilities" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "facilities_search_idx" ON "facilities" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "facilities_trash_idx" ON "facilities" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE INDEX "services_vendor_created_at_id_idx" ON "services" USING btree ("vendor","created_at","id");
--> statement
CREATE INDEX "services_category_created_at_id_idx" ON "services" USING btree ("category","created_at","id");
--> statement
CREATE INDEX "services_pricing_created_at_id_idx" ON "services" USING btree ("pricing","created_at","id");
--> statement
CREATE INDEX "services_state_created_at_id_idx" ON "services" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "services_title_id_idx" ON "services" USING btree ("title","id");
--> statement
CREATE INDEX "services_vendor_id_idx" ON "services" USING btree ("vendor","id");
--> statement
CREATE INDEX "services_category_id_idx" ON "services" USING btree ("category","id");
--> statement
CREATE INDEX "services_pricing_id_idx" ON "services" USING btree ("pricing","id");
--> statement
CREATE INDEX "services_price_currency_price_amount_id_idx" ON "services" USING btree ("price_currency","price_amount","id");
--> statement
CREATE INDEX "services_bookmarks_id_idx" ON "services" USING btree ("bookmarks","id");
--> statement
CREATE INDEX "services_rating_average_id_idx" ON "services" USING btree ("rating_average","id");
--> statement
CREATE INDEX "services_state_id_idx" ON "services" USING btree ("state","id");
--> statement
CREATE INDEX "services_created_at_id_idx" ON "services" USING btree ("created_at","id");
--> statement
CREATE INDEX "services_updated_at_id_idx" ON "services" USING btree ("updated_at","id");
--> statement
CREATE INDEX "services_sub_category_idx" ON "services" USING btree ("sub_category");
--> trigram
CREATE INDEX "services_search_idx" ON "services" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "services_trash_idx" ON "services" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "service_jobs_code_key" ON "service_jobs" USING btree ("code") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "service_jobs_customer_created_at_id_idx" ON "service_jobs" USING btree ("customer","created_at","id");
--> statement
CREATE INDEX "service_jobs_category_created_at_id_idx" ON "service_jobs" USING btree ("category","created_at","id");
--> statement
CREATE INDEX "service_jobs_state_created_at_id_idx" ON "service_jobs" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "service_jobs_title_id_idx" ON "service_jobs" USING btree ("title","id");
--> statement
CREATE INDEX "service_jobs_customer_id_idx" ON "service_jobs" USING btree ("customer","id");
--> statement
CREATE INDEX "service_jobs_category_id_idx" ON "service_jobs" USING btree ("category","id");
--> statement
CREATE INDEX "service_jobs_budget_currency_budget_amount_id_idx" ON "service_jobs" USING btree ("budget_currency","budget_amount","id");
--> statement
CREATE INDEX "service_jobs_preferred_from_id_idx" ON "service_jobs" USING btree ("preferred_from","id");
--> statement
CREATE INDEX "service_jobs_created_at_id_idx" ON "service_jobs" USING btree ("created_at","id");
--> statement
CREATE INDEX "service_jobs_state_id_idx" ON "service_jobs" USING btree ("state","id");
--> statement
CREATE INDEX "service_jobs_updated_at_id_idx" ON "service_jobs" USING btree ("updated_at","id");
--> statement
CREATE INDEX "service_jobs_service_idx" ON "service_jobs" USING btree ("service");
--> statement
CREATE INDEX "service_jobs_awarded_proposal_idx" ON "service_jobs" USING btree ("awarded_proposal");
--> statement
CREATE INDEX "service_jobs_order_idx" ON "service_jobs" USING btree ("order");
--> trigram
CREATE INDEX "service_jobs_search_idx" ON "service_jobs" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "service_jobs_trash_idx" ON "service_jobs" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "proposals_code_key" ON "proposals" USING btree ("code") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "proposals_job_created_at_id_idx" ON "proposals" USING btree ("job","created_at","id");
--> statement
CREATE INDEX "proposals_vendor_created_at_id_idx" ON "proposals" USING btree ("vendor","created_at","id");
--> statement
CREATE INDEX "proposals_state_created_at_id_idx" ON "proposals" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "proposals_code_id_idx" ON "proposals" USING btree ("code","id");
--> statement
CREATE INDEX "proposals_job_id_idx" ON "proposals" USING btree ("job","id");
--> statement
CREATE INDEX "proposals_vendor_id_idx" ON "proposals" USING btree ("vendor","id");
--> statement
CREATE INDEX "proposals_amount_currency_amount_amount_id_idx" ON "proposals" USING btree ("amount_currency","amount_amount","id");
--> statement
CREATE INDEX "proposals_start_on_id_idx" ON "proposals" USING btree ("start_on","id");
--> statement
CREATE INDEX "proposals_duration_days_id_idx" ON "proposals" USING btree ("duration_days","id");
--> statement
CREATE INDEX "proposals_valid_until_id_idx" ON "proposals" USING btree ("valid_until","id");
--> statement
CREATE INDEX "proposals_state_id_idx" ON "proposals" USING btree ("state","id");
--> statement
CREATE INDEX "proposals_created_at_id_idx" ON "proposals" USING btree ("created_at","id");
--> statement
CREATE INDEX "proposals_updated_at_id_idx" ON "proposals" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "proposals_search_idx" ON "proposals" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "proposals_trash_idx" ON "proposals" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "service_categories_slug_key" ON "service_categories" USING btree ("slug") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "service_categories_name_id_idx" ON "service_categories" USING btree ("name","id");
--> statement
CREATE INDEX "service_categories_slug_id_idx" ON "service_categories" USING btree ("slug","id");
--> statement
CREATE INDEX "service_categories_position_id_idx" ON "service_categories" USING btree ("position","id");
--> statement
CREATE INDEX "service_categories_commission_id_idx" ON "service_categories" USING btree ("commission","id");
--> statement
CREATE INDEX "service_categories_created_at_id_idx" ON "service_categories" USING btree ("created_at","id");
--> statement
CREATE INDEX "service_categories_updated_at_id_idx" ON "service_categories" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "service_categories_search_idx" ON "service_categories" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "service_categories_trash_idx" ON "service_categories" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "service_sub_categories_category_slug_key" ON "service_sub_categories" USING btree ("category","slug") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "service_sub_categories_category_position_id_idx" ON "service_sub_categories" USING btree ("category","position","id");
--> statement
CREATE INDEX "service_sub_categories_name_id_idx" ON "service_sub_categories" USING btree ("name","id");
--> statement
CREATE INDEX "service_sub_categories_category_id_idx" ON "service_sub_categories" USING btree ("category","id");
--> statement
CREATE INDEX "service_sub_categories_slug_id_idx" ON "service_sub_categories" USING btree ("slug","id");
--> statement
CREATE INDEX "service_sub_categories_position_id_idx" ON "service_sub_categories" USING btree ("position","id");
--> statement
CREATE INDEX "service_sub_categories_created_at_id_idx" ON "service_sub_categories" USING btree ("created_at","id");
--> statement
CREATE INDEX "service_sub_categories_updated_at_id_idx" ON "service_sub_categories" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "service_sub_categories_search_idx" ON "service_sub_categories" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "service_sub_categories_trash_idx" ON "service_sub_categories" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "service_bookmarks_code_key" ON "service_bookmarks" USING btree ("code") WHERE "deleted_at" IS NULL;
--> statement
CREATE UNIQUE INDEX "service_bookmarks_customer_service_key" ON "service_bookmarks" USING btree ("customer","service") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "service_bookmarks_customer_created_at_id_idx" ON "service_bookmarks" USING btree ("customer","created_at","id");
--> statement
CREATE INDEX "service_bookmarks_service_created_at_id_idx" ON "service_bookmarks" USING btree ("service","created_at","id");
--> statement
CREATE INDEX "service_bookmarks_code_id_idx" ON "service_bookmarks" USING btree ("code","id");
--> statement
CREATE INDEX "service_bookmarks_customer_id_idx" ON "service_bookmarks" USING btree ("customer","id");
--> statement
CREATE INDEX "service_bookmarks_service_id_idx" ON "service_bookmarks" USING btree ("service","id");
--> statement
CREATE INDEX "service_bookmarks_created_at_id_idx" ON "service_bookmarks" USING btree ("created_at","id");
--> statement
CREATE INDEX "service_bookmarks_updated_at_id_idx" ON "service_bookmarks" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "service_bookmarks_search_idx" ON "service_bookmarks" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "service_bookmarks_trash_idx" ON "service_bookmarks" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "orders_number_key" ON "orders" USING btree ("number") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "orders_customer_created_at_id_idx" ON "orders" USING btree ("customer","created_at","id");
--> statement
CREATE INDEX "orders_vendor_created_at_id_idx" ON "orders" USING btree ("vendor","created_at","id");
--> statement
CREATE INDEX "orders_kind_created_at_id_idx" ON "orders" USING btree ("kind","created_at","id");
--> statement
CREATE INDEX "orders_payment_state_created_at_id_idx" ON "orders" USING btree ("payment_state","created_at","id");
--> statement
CREATE INDEX "orders_placed_at_created_at_id_idx" ON "orders" USING btree ("placed_at","created_at","id");
--> statement
CREATE INDEX "orders_state_created_at_id_idx" ON "orders" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "orders_number_id_idx" ON "orders" USING btree ("number","id");
--> statement
CREATE INDEX "orders_customer_id_idx" ON "orders" USING btree ("customer","id");
--> statement
CREATE INDEX "orders_vendor_id_idx" ON "orders" USING btree ("vendor","id");
--> statement
CREATE INDEX "orders_kind_id_idx" ON "orders" USING btree ("kind","id");
--> statement
CREATE INDEX "orders_total_currency_total_amount_id_idx" ON "orders" USING btree ("total_currency","total_amount","id");
--> statement
CREATE INDEX "orders_payment_state_id_idx" ON "orders" USING btree ("payment_state","id");
--> statement
CREATE INDEX "orders_placed_at_id_idx" ON "orders" USING btree ("placed_at","id");
--> statement
CREATE INDEX "orders_state_id_idx" ON "orders" USING btree ("state","id");
--> statement
CREATE INDEX "orders_created_at_id_idx" ON "orders" USING btree ("created_at","id");
--> statement
CREATE INDEX "orders_updated_at_id_idx" ON "orders" USING btree ("updated_at","id");
--> statement
CREATE INDEX "orders_job_idx" ON "orders" USING btree ("job");
--> statement
CREATE INDEX "orders_proposal_idx" ON "orders" USING btree ("proposal");
--> statement
CREATE INDEX "orders_booking_idx" ON "orders" USING btree ("booking");
--> statement
CREATE INDEX "orders_open_orders_idx" ON "orders" USING btree ("closed_at","placed_at","vendor") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "orders_open_orders_from_idx" ON "orders" USING btree ("placed_at","closed_at","vendor") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "orders_orders_idx" ON "orders" USING btree ("placed_at","state","vendor","total_currency","total_amount") WHERE "deleted_at" IS NULL;
--> trigram
CREATE INDEX "orders_search_idx" ON "orders" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "orders_trash_idx" ON "orders" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "payment_transactions_number_key" ON "payment_transactions" USING btree ("number") WHERE "deleted_at" IS NULL;
--> statement
CREATE UNIQUE INDEX "payment_transactions_provider_reference_key" ON "payment_transactions" USING btree ("provider_reference") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "payment_transactions_kind_created_at_id_idx" ON "payment_transactions" USING btree ("kind","created_at","id");
--> statement
CREATE INDEX "payment_transactions_method_created_at_id_idx" ON "payment_transactions" USING btree ("method","created_at","id");
--> statement
CREATE INDEX "payment_transactions_processed_at_created_at_id_idx" ON "payment_transactions" USING btree ("processed_at","created_at","id");
--> statement
CREATE INDEX "payment_transactions_state_created_at_id_idx" ON "payment_transactions" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "payment_transactions_number_id_idx" ON "payment_transactions" USING btree ("number","id");
--> statement
CREATE INDEX "payment_transactions_kind_id_idx" ON "payment_transactions" USING btree ("kind","id");
--> statement
CREATE INDEX "payment_transactions_method_id_idx" ON "payment_transactions" USING btree ("method","id");
--> statement
CREATE INDEX "payment_transactions_amount_currency_amount_amount_id_idx" ON "payment_transactions" USING btree ("amount_currency","amount_amount","id");
--> statement
CREATE INDEX "payment_transactions_state_id_idx" ON "payment_transactions" USING btree ("state","id");
--> statement
CREATE INDEX "payment_transactions_order_id_idx" ON "payment_transactions" USING btree ("order","id");
--> statement
CREATE INDEX "payment_transactions_booking_id_idx" ON "payment_transactions" USING btree ("booking","id");
--> statement
CREATE INDEX "payment_transactions_invoice_id_idx" ON "payment_transactions" USING btree ("invoice","id");
--> statement
CREATE INDEX "payment_transactions_processed_at_id_idx" ON "payment_transactions" USING btree ("processed_at","id");
--> statement
CREATE INDEX "payment_transactions_created_at_id_idx" ON "payment_transactions" USING btree ("created_at","id");
--> statement
CREATE INDEX "payment_transactions_updated_at_id_idx" ON "payment_transactions" USING btree ("updated_at","id");
--> statement
CREATE INDEX "payment_transactions_parent_idx" ON "payment_transactions" USING btree ("parent");
--> statement
CREATE INDEX "payment_transactions_revenue_idx" ON "payment_transactions" USING btree ("processed_at","kind","state","amount_currency","amount_amount") WHERE "deleted_at" IS NULL;
--> trigram
CREATE INDEX "payment_transactions_search_idx" ON "payment_transactions" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "payment_transactions_trash_idx" ON "payment_transactions" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "subscriptions_code_key" ON "subscriptions" USING btree ("code") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "subscriptions_vendor_created_at_id_idx" ON "subscriptions" USING btree ("vendor","created_at","id");
--> statement
CREATE INDEX "subscriptions_plan_created_at_id_idx" ON "subscriptions" USING btree ("plan","created_at","id");
--> statement
CREATE INDEX "subscriptions_state_created_at_id_idx" ON "subscriptions" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "subscriptions_code_id_idx" ON "subscriptions" USING btree ("code","id");
--> statement
CREATE INDEX "subscriptions_vendor_id_idx" ON "subscriptions" USING btree ("vendor","id");
--> statement
CREATE INDEX "subscriptions_plan_id_idx" ON "subscriptions" USING btree ("plan","id");
--> statement
CREATE INDEX "subscriptions_price_currency_price_amount_id_idx" ON "subscriptions" USING btree ("price_currency","price_amount","id");
--> statement
CREATE INDEX "subscriptions_period_start_id_idx" ON "subscriptions" USING btree ("period_start","id");
--> statement
CREATE INDEX "subscriptions_period_end_id_idx" ON "subscriptions" USING btree ("period_end","id");
--> statement
CREATE INDEX "subscriptions_cancel_at_id_idx" ON "subscriptions" USING btree ("cancel_at","id");
--> statement
CREATE INDEX "subscriptions_state_id_idx" ON "subscriptions" USING btree ("state","id");
--> statement
CREATE INDEX "subscriptions_created_at_id_idx" ON "subscriptions" USING btree ("created_at","id");
--> statement
CREATE INDEX "subscriptions_updated_at_id_idx" ON "subscriptions" USING btree ("updated_at","id");
--> statement
CREATE INDEX "subscriptions_mrr_idx" ON "subscriptions" USING btree ("paying_until","paying_since","price_currency","price_amount","vendor","interval","interval_count") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "subscriptions_mrr_from_idx" ON "subscriptions" USING btree ("paying_since","paying_until","price_currency","price_amount","vendor","interval","interval_count") WHERE "deleted_at" IS NULL;
--> trigram
CREATE INDEX "subscriptions_search_idx" ON "subscriptions" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "subscriptions_trash_idx" ON "subscriptions" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "subscription_plans_code_key" ON "subscription_plans" USING btree ("code") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "subscription_plans_interval_name_id_idx" ON "subscription_plans" USING btree ("interval","name","id");
--> statement
CREATE INDEX "subscription_plans_state_name_id_idx" ON "subscription_plans" USING btree ("state","name","id");
--> statement
CREATE INDEX "subscription_plans_name_id_idx" ON "subscription_plans" USING btree ("name","id");
--> statement
CREATE INDEX "subscription_plans_code_id_idx" ON "subscription_plans" USING btree ("code","id");
--> statement
CREATE INDEX "subscription_plans_price_currency_price_amount_id_idx" ON "subscription_plans" USING btree ("price_currency","price_amount","id");
--> statement
CREATE INDEX "subscription_plans_interval_id_idx" ON "subscription_plans" USING btree ("interval","id");
--> statement
CREATE INDEX "subscription_plans_trial_days_id_idx" ON "subscription_plans" USING btree ("trial_days","id");
--> statement
CREATE INDEX "subscription_plans_revision_id_idx" ON "subscription_plans" USING btree ("revision","id");
--> statement
CREATE INDEX "subscription_plans_state_id_idx" ON "subscription_plans" USING btree ("state","id");
--> statement
CREATE INDEX "subscription_plans_created_at_id_idx" ON "subscription_plans" USING btree ("created_at","id");
--> statement
CREATE INDEX "subscription_plans_updated_at_id_idx" ON "subscription_plans" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "subscription_plans_search_idx" ON "subscription_plans" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "subscription_plans_trash_idx" ON "subscription_plans" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "subscription_invoices_number_key" ON "subscription_invoices" USING btree ("number") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "subscription_invoices_vendor_created_at_id_idx" ON "subscription_invoices" USING btree ("vendor","created_at","id");
--> statement
CREATE INDEX "subscription_invoices_overdue_created_at_id_idx" ON "subscription_invoices" USING btree ("overdue","created_at","id");
--> statement
CREATE INDEX "subscription_invoices_issued_on_created_at_id_idx" ON "subscription_invoices" USING btree ("issued_on","created_at","id");
--> statement
CREATE INDEX "subscription_invoices_state_created_at_id_idx" ON "subscription_invoices" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "subscription_invoices_number_id_idx" ON "subscription_invoices" USING btree ("number","id");
--> statement
CREATE INDEX "subscription_invoices_vendor_id_idx" ON "subscription_invoices" USING btree ("vendor","id");
--> statement
CREATE INDEX "subscription_invoices_subscription_id_idx" ON "subscription_invoices" USING btree ("subscription","id");
--> statement
CREATE INDEX "subscription_invoices_total_currency_total_amount_id_idx" ON "subscription_invoices" USING btree ("total_currency","total_amount","id");
--> statement
CREATE INDEX "subscription_invoices_due_currency_due_amount_id_idx" ON "subscription_invoices" USING btree ("due_currency","due_amount","id");
--> statement
CREATE INDEX "subscription_invoices_issued_on_id_idx" ON "subscription_invoices" USING btree ("issued_on","id");
--> statement
CREATE INDEX "subscription_invoices_due_on_id_idx" ON "subscription_invoices" USING btree ("due_on","id");
--> statement
CREATE INDEX "subscription_invoices_overdue_id_idx" ON "subscription_invoices" USING btree ("overdue","id");
--> statement
CREATE INDEX "subscription_invoices_state_id_idx" ON "subscription_invoices" USING btree ("state","id");
--> statement
CREATE INDEX "subscription_invoices_created_at_id_idx" ON "subscription_invoices" USING btree ("created_at","id");
--> statement
CREATE INDEX "subscription_invoices_updated_at_id_idx" ON "subscription_invoices" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "subscription_invoices_search_idx" ON "subscription_invoices" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "subscription_invoices_trash_idx" ON "subscription_invoices" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "tickets_number_key" ON "tickets" USING btree ("number") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "tickets_customer_created_at_id_idx" ON "tickets" USING btree ("customer","created_at","id");
--> statement
CREATE INDEX "tickets_assignee_created_at_id_idx" ON "tickets" USING btree ("assignee","created_at","id");
--> statement
CREATE INDEX "tickets_category_created_at_id_idx" ON "tickets" USING btree ("category","created_at","id");
--> statement
CREATE INDEX "tickets_priority_created_at_id_idx" ON "tickets" USING btree ("priority","created_at","id");
--> statement
CREATE INDEX "tickets_sla_created_at_id_idx" ON "tickets" USING btree ("sla","created_at","id");
--> statement
CREATE INDEX "tickets_state_created_at_id_idx" ON "tickets" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "tickets_number_id_idx" ON "tickets" USING btree ("number","id");
--> statement
CREATE INDEX "tickets_subject_id_idx" ON "tickets" USING btree ("subject","id");
--> statement
CREATE INDEX "tickets_customer_id_idx" ON "tickets" USING btree ("customer","id");
--> statement
CREATE INDEX "tickets_assignee_id_idx" ON "tickets" USING btree ("assignee","id");
--> statement
CREATE INDEX "tickets_priority_id_idx" ON "tickets" USING btree ("priority","id");
--> statement
CREATE INDEX "tickets_sla_id_idx" ON "tickets" USING btree ("sla","id");
--> statement
CREATE INDEX "tickets_resolve_due_at_id_idx" ON "tickets" USING btree ("resolve_due_at","id");
--> statement
CREATE INDEX "tickets_state_id_idx" ON "tickets" USING btree ("state","id");
--> statement
CREATE INDEX "tickets_created_at_id_idx" ON "tickets" USING btree ("created_at","id");
--> statement
CREATE INDEX "tickets_updated_at_id_idx" ON "tickets" USING btree ("updated_at","id");
--> statement
CREATE INDEX "tickets_order_idx" ON "tickets" USING btree ("order");
--> statement
CREATE INDEX "tickets_booking_idx" ON "tickets" USING btree ("booking");
--> statement
CREATE INDEX "tickets_origin_idx" ON "tickets" USING btree ("origin");
--> statement
CREATE INDEX "tickets_merged_into_idx" ON "tickets" USING btree ("merged_into");
--> statement
CREATE INDEX "tickets_tickets_in_breach_idx" ON "tickets" USING btree ("solved_at","breached_at","state") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "tickets_tickets_in_breach_from_idx" ON "tickets" USING btree ("breached_at","solved_at","state") WHERE "deleted_at" IS NULL;
--> trigram
CREATE INDEX "tickets_search_idx" ON "tickets" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "tickets_trash_idx" ON "tickets" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "macros_shortcut_key" ON "macros" USING btree ("shortcut") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "macros_set_state_title_id_idx" ON "macros" USING btree ("set_state","title","id");
--> statement
CREATE INDEX "macros_set_priority_title_id_idx" ON "macros" USING btree ("set_priority","title","id");
--> statement
CREATE INDEX "macros_active_title_id_idx" ON "macros" USING btree ("active","title","id");
--> statement
CREATE INDEX "macros_title_id_idx" ON "macros" USING btree ("title","id");
--> statement
CREATE INDEX "macros_shortcut_id_idx" ON "macros" USING btree ("shortcut","id");
--> statement
CREATE INDEX "macros_set_state_id_idx" ON "macros" USING btree ("set_state","id");
--> statement
CREATE INDEX "macros_set_priority_id_idx" ON "macros" USING btree ("set_priority","id");
--> statement
CREATE INDEX "macros_active_id_idx" ON "macros" USING btree ("active","id");
--> statement
CREATE INDEX "macros_created_at_id_idx" ON "macros" USING btree ("created_at","id");
--> statement
CREATE INDEX "macros_updated_at_id_idx" ON "macros" USING btree ("updated_at","id");
--> statement
CREATE INDEX "macros_assignee_idx" ON "macros" USING btree ("assignee");
--> trigram
CREATE INDEX "macros_search_idx" ON "macros" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "macros_trash_idx" ON "macros" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "notifications_idempotency_key_key" ON "notifications" USING btree ("idempotency_key") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "notifications_audience_created_at_id_idx" ON "notifications" USING btree ("audience","created_at","id");
--> statement
CREATE INDEX "notifications_channel_created_at_id_idx" ON "notifications" USING btree ("channel","created_at","id");
--> statement
CREATE INDEX "notifications_state_created_at_id_idx" ON "notifications" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "notifications_title_id_idx" ON "notifications" USING btree ("title","id");
--> statement
CREATE INDEX "notifications_audience_id_idx" ON "notifications" USING btree ("audience","id");
--> statement
CREATE INDEX "notifications_channel_id_idx" ON "notifications" USING btree ("channel","id");
--> statement
CREATE INDEX "notifications_scheduled_at_id_idx" ON "notifications" USING btree ("scheduled_at","id");
--> statement
CREATE INDEX "notifications_sent_id_idx" ON "notifications" USING btree ("sent","id");
--> statement
CREATE INDEX "notifications_delivered_id_idx" ON "notifications" USING btree ("delivered","id");
--> statement
CREATE INDEX "notifications_failed_id_idx" ON "notifications" USING btree ("failed","id");
--> statement
CREATE INDEX "notifications_read_id_idx" ON "notifications" USING btree ("read","id");
--> statement
CREATE INDEX "notifications_state_id_idx" ON "notifications" USING btree ("state","id");
--> statement
CREATE INDEX "notifications_created_at_id_idx" ON "notifications" USING btree ("created_at","id");
--> statement
CREATE INDEX "notifications_updated_at_id_idx" ON "notifications" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "notifications_search_idx" ON "notifications" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "notifications_trash_idx" ON "notifications" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE INDEX "conversations_assignee_last_message_at_id_idx" ON "conversations" USING btree ("assignee","last_message_at","id");
--> statement
CREATE INDEX "conversations_kind_last_message_at_id_idx" ON "conversations" USING btree ("kind","last_message_at","id");
--> statement
CREATE INDEX "conversations_priority_last_message_at_id_idx" ON "conversations" USING btree ("priority","last_message_at","id");
--> statement
CREATE INDEX "conversations_state_last_message_at_id_idx" ON "conversations" USING btree ("state","last_message_at","id");
--> statement
CREATE INDEX "conversations_subject_id_idx" ON "conversations" USING btree ("subject","id");
--> statement
CREATE INDEX "conversations_kind_id_idx" ON "conversations" USING btree ("kind","id");
--> statement
CREATE INDEX "conversations_customer_id_idx" ON "conversations" USING btree ("customer","id");
--> statement
CREATE INDEX "conversations_vendor_id_idx" ON "conversations" USING btree ("vendor","id");
--> statement
CREATE INDEX "conversations_assignee_id_idx" ON "conversations" USING btree ("assignee","id");
--> statement
CREATE INDEX "conversations_priority_id_idx" ON "conversations" USING btree ("priority","id");
--> statement
CREATE INDEX "conversations_last_message_at_id_idx" ON "conversations" USING btree ("last_message_at","id");
--> statement
CREATE INDEX "conversations_state_id_idx" ON "conversations" USING btree ("state","id");
--> statement
CREATE INDEX "conversations_created_at_id_idx" ON "conversations" USING btree ("created_at","id");
--> statement
CREATE INDEX "conversations_updated_at_id_idx" ON "conversations" USING btree ("updated_at","id");
--> statement
CREATE INDEX "conversations_ticket_idx" ON "conversations" USING btree ("ticket");
--> statement
CREATE INDEX "conversations_order_idx" ON "conversations" USING btree ("order");
--> statement
CREATE INDEX "conversations_job_idx" ON "conversations" USING btree ("job");
--> trigram
CREATE INDEX "conversations_search_idx" ON "conversations" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "conversations_trash_idx" ON "conversations" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "chat_messages_client_id_key" ON "chat_messages" USING btree ("client_id") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "chat_messages_conversation_sequence_id_idx" ON "chat_messages" USING btree ("conversation","sequence","id");
--> statement
CREATE INDEX "chat_messages_conversation_id_idx" ON "chat_messages" USING btree ("conversation","id");
--> statement
CREATE INDEX "chat_messages_kind_id_idx" ON "chat_messages" USING btree ("kind","id");
--> statement
CREATE INDEX "chat_messages_state_id_idx" ON "chat_messages" USING btree ("state","id");
--> statement
CREATE INDEX "chat_messages_sequence_id_idx" ON "chat_messages" USING btree ("sequence","id");
--> statement
CREATE INDEX "chat_messages_created_at_id_idx" ON "chat_messages" USING btree ("created_at","id");
--> statement
CREATE INDEX "chat_messages_updated_at_id_idx" ON "chat_messages" USING btree ("updated_at","id");
--> statement
CREATE INDEX "chat_messages_reply_to_idx" ON "chat_messages" USING btree ("reply_to");
--> statement
CREATE INDEX "chat_messages_mentions_idx" ON "chat_messages" USING gin ("mentions");
--> trigram
CREATE INDEX "chat_messages_search_idx" ON "chat_messages" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "chat_messages_trash_idx" ON "chat_messages" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE INDEX "vendors_kind_display_name_id_idx" ON "vendors" USING btree ("kind","display_name","id");
--> statement
CREATE INDEX "vendors_document_check_display_name_id_idx" ON "vendors" USING btree ("document_check","display_name","id");
--> statement
CREATE INDEX "vendors_next_expiry_display_name_id_idx" ON "vendors" USING btree ("next_expiry","display_name","id");
--> statement
CREATE INDEX "vendors_state_display_name_id_idx" ON "vendors" USING btree ("state","display_name","id");
--> statement
CREATE INDEX "vendors_display_name_id_idx" ON "vendors" USING btree ("display_name","id");
--> statement
CREATE INDEX "vendors_legal_name_id_idx" ON "vendors" USING btree ("legal_name","id");
--> statement
CREATE INDEX "vendors_kind_id_idx" ON "vendors" USING btree ("kind","id");
--> statement
CREATE INDEX "vendors_commission_id_idx" ON "vendors" USING btree ("commission","id");
--> statement
CREATE INDEX "vendors_rating_average_id_idx" ON "vendors" USING btree ("rating_average","id");
--> statement
CREATE INDEX "vendors_document_check_id_idx" ON "vendors" USING btree ("document_check","id");
--> statement
CREATE INDEX "vendors_state_id_idx" ON "vendors" USING btree ("state","id");
--> statement
CREATE INDEX "vendors_created_at_id_idx" ON "vendors" USING btree ("created_at","id");
--> statement
CREATE INDEX "vendors_updated_at_id_idx" ON "vendors" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "vendors_search_idx" ON "vendors" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "vendors_trash_idx" ON "vendors" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "customers_email_key" ON "customers" USING btree (lower("email")) WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "customers_state_created_at_id_idx" ON "customers" USING btree ("state","created_at","id");
--> statement
CREATE INDEX "customers_name_id_idx" ON "customers" USING btree ("name","id");
--> statement
CREATE INDEX "customers_email_id_idx" ON "customers" USING btree ("email","id");
--> statement
CREATE INDEX "customers_phone_id_idx" ON "customers" USING btree ("phone","id");
--> statement
CREATE INDEX "customers_state_id_idx" ON "customers" USING btree ("state","id");
--> statement
CREATE INDEX "customers_created_at_id_idx" ON "customers" USING btree ("created_at","id");
--> statement
CREATE INDEX "customers_updated_at_id_idx" ON "customers" USING btree ("updated_at","id");
--> statement
CREATE INDEX "customers_tags_idx" ON "customers" USING gin ("tags");
--> statement
CREATE INDEX "customers_new_customers_idx" ON "customers" USING btree ("created_at") WHERE "deleted_at" IS NULL;
--> trigram
CREATE INDEX "customers_search_idx" ON "customers" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "customers_trash_idx" ON "customers" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "employees_email_key" ON "employees" USING btree (lower("email")) WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "employees_vendor_name_id_idx" ON "employees" USING btree ("vendor","name","id");
--> statement
CREATE INDEX "employees_state_name_id_idx" ON "employees" USING btree ("state","name","id");
--> statement
CREATE INDEX "employees_name_id_idx" ON "employees" USING btree ("name","id");
--> statement
CREATE INDEX "employees_email_id_idx" ON "employees" USING btree ("email","id");
--> statement
CREATE INDEX "employees_vendor_id_idx" ON "employees" USING btree ("vendor","id");
--> statement
CREATE INDEX "employees_last_seen_at_id_idx" ON "employees" USING btree ("last_seen_at","id");
--> statement
CREATE INDEX "employees_state_id_idx" ON "employees" USING btree ("state","id");
--> statement
CREATE INDEX "employees_created_at_id_idx" ON "employees" USING btree ("created_at","id");
--> statement
CREATE INDEX "employees_updated_at_id_idx" ON "employees" USING btree ("updated_at","id");
--> statement
CREATE INDEX "employees_roles_idx" ON "employees" USING gin ("roles");
--> trigram
CREATE INDEX "employees_search_idx" ON "employees" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "employees_trash_idx" ON "employees" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "user_roles_name_key" ON "user_roles" USING btree ("name") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "user_roles_system_name_id_idx" ON "user_roles" USING btree ("system","name","id");
--> statement
CREATE INDEX "user_roles_name_id_idx" ON "user_roles" USING btree ("name","id");
--> statement
CREATE INDEX "user_roles_system_id_idx" ON "user_roles" USING btree ("system","id");
--> statement
CREATE INDEX "user_roles_updated_at_id_idx" ON "user_roles" USING btree ("updated_at","id");
--> statement
CREATE INDEX "user_roles_created_at_id_idx" ON "user_roles" USING btree ("created_at","id");
--> trigram
CREATE INDEX "user_roles_search_idx" ON "user_roles" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "user_roles_trash_idx" ON "user_roles" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "permissions_key_key" ON "permissions" USING btree ("key") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "permissions_kind_key_id_idx" ON "permissions" USING btree ("kind","key","id");
--> statement
CREATE INDEX "permissions_label_id_idx" ON "permissions" USING btree ("label","id");
--> statement
CREATE INDEX "permissions_key_id_idx" ON "permissions" USING btree ("key","id");
--> statement
CREATE INDEX "permissions_entity_id_idx" ON "permissions" USING btree ("entity","id");
--> statement
CREATE INDEX "permissions_kind_id_idx" ON "permissions" USING btree ("kind","id");
--> statement
CREATE INDEX "permissions_created_at_id_idx" ON "permissions" USING btree ("created_at","id");
--> statement
CREATE INDEX "permissions_updated_at_id_idx" ON "permissions" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "permissions_search_idx" ON "permissions" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "permissions_trash_idx" ON "permissions" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE INDEX "banners_placement_priority_id_idx" ON "banners" USING btree ("placement","priority","id");
--> statement
CREATE INDEX "banners_state_priority_id_idx" ON "banners" USING btree ("state","priority","id");
--> statement
CREATE INDEX "banners_title_id_idx" ON "banners" USING btree ("title","id");
--> statement
CREATE INDEX "banners_placement_id_idx" ON "banners" USING btree ("placement","id");
--> statement
CREATE INDEX "banners_starts_at_id_idx" ON "banners" USING btree ("starts_at","id");
--> statement
CREATE INDEX "banners_ends_at_id_idx" ON "banners" USING btree ("ends_at","id");
--> statement
CREATE INDEX "banners_priority_id_idx" ON "banners" USING btree ("priority","id");
--> statement
CREATE INDEX "banners_clicks_id_idx" ON "banners" USING btree ("clicks","id");
--> statement
CREATE INDEX "banners_state_id_idx" ON "banners" USING btree ("state","id");
--> statement
CREATE INDEX "banners_created_at_id_idx" ON "banners" USING btree ("created_at","id");
--> statement
CREATE INDEX "banners_updated_at_id_idx" ON "banners" USING btree ("updated_at","id");
--> statement
CREATE INDEX "banners_image_idx" ON "banners" USING btree ("image");
--> trigram
CREATE INDEX "banners_search_idx" ON "banners" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "banners_trash_idx" ON "banners" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
--> statement
CREATE UNIQUE INDEX "menus_key_key" ON "menus" USING btree ("key") WHERE "deleted_at" IS NULL;
--> statement
CREATE INDEX "menus_parent_position_id_idx" ON "menus" USING btree ("parent","position","id");
--> statement
CREATE INDEX "menus_hidden_position_id_idx" ON "menus" USING btree ("hidden","position","id");
--> statement
CREATE INDEX "menus_label_id_idx" ON "menus" USING btree ("label","id");
--> statement
CREATE INDEX "menus_key_id_idx" ON "menus" USING btree ("key","id");
--> statement
CREATE INDEX "menus_parent_id_idx" ON "menus" USING btree ("parent","id");
--> statement
CREATE INDEX "menus_route_id_idx" ON "menus" USING btree ("route","id");
--> statement
CREATE INDEX "menus_position_id_idx" ON "menus" USING btree ("position","id");
--> statement
CREATE INDEX "menus_hidden_id_idx" ON "menus" USING btree ("hidden","id");
--> statement
CREATE INDEX "menus_created_at_id_idx" ON "menus" USING btree ("created_at","id");
--> statement
CREATE INDEX "menus_updated_at_id_idx" ON "menus" USING btree ("updated_at","id");
--> trigram
CREATE INDEX "menus_search_idx" ON "menus" USING gin ("search" gin_trgm_ops);
--> statement
CREATE INDEX "menus_trash_idx" ON "menus" USING btree ("deleted_at","id") WHERE "deleted_at" IS NOT NULL;
`,
  },
  {
    id: '0002_audit_seals_security_events_audit.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "audit_seals" (
	"place" bigint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"xid" "xid8" NOT NULL,
	"hash" text NOT NULL,
	"salt" text,
	"leaves" jsonb
);
--> statement
CREATE TABLE "security_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"person_id" uuid,
	"account_id" text,
	"name" text,
	"subject_id" uuid,
	"subject_name" text,
	"email" text,
	"address" text,
	"client" text,
	"request_id" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"gathered" text
);
--> statement
CREATE UNIQUE INDEX "audit_seals_seq_key" ON "audit_seals" USING btree ("seq");
--> statement
CREATE INDEX "security_events_at_idx" ON "security_events" USING btree ("at","id");
--> statement
CREATE INDEX "security_events_kind_idx" ON "security_events" USING btree ("kind","at","id");
--> statement
CREATE INDEX "security_events_person_idx" ON "security_events" USING btree ("person_id","at","id");
--> statement
CREATE INDEX "security_events_subject_idx" ON "security_events" USING btree ("subject_id","at","id");
--> statement
CREATE INDEX "security_events_address_idx" ON "security_events" USING btree ("address","at","id");
--> statement
CREATE UNIQUE INDEX "security_events_gathered_key" ON "security_events" USING btree ("gathered");
--> statement
CREATE OR REPLACE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.xid = pg_current_xact_id() AND NEW.xid = OLD.xid AND NEW.seq = OLD.seq)
      OR (to_jsonb(NEW) - ARRAY['patch', 'reason'] = to_jsonb(OLD) - ARRAY['patch', 'reason']
        AND (NEW.reason IS NOT DISTINCT FROM OLD.reason OR (OLD.reason IS NOT NULL AND NEW.reason = '•••'))
        AND (NEW.patch IS NOT DISTINCT FROM OLD.patch OR (jsonb_typeof(OLD.patch) = 'object' AND jsonb_typeof(NEW.patch) = 'object'
          AND NOT EXISTS (SELECT FROM jsonb_each(CASE jsonb_typeof(OLD.patch) WHEN 'object' THEN OLD.patch ELSE '{}' END) o
            FULL JOIN jsonb_each(CASE jsonb_typeof(NEW.patch) WHEN 'object' THEN NEW.patch ELSE '{}' END) n ON n.key = o.key
            WHERE o.key IS NULL OR (n.value IS DISTINCT FROM o.value AND n.value IS DISTINCT FROM '["•••", "•••"]'::jsonb))))) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The table audit is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$guard$;
DROP TRIGGER IF EXISTS audit_guard ON audit;
CREATE TRIGGER audit_guard BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_guard();
DROP TRIGGER IF EXISTS audit_guard_all ON audit;
CREATE TRIGGER audit_guard_all BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_guard();
--> statement
CREATE OR REPLACE FUNCTION audit_seals_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.place, NEW.seq, NEW.xid, NEW.hash) = (OLD.place, OLD.seq, OLD.xid, OLD.hash) AND NEW.salt IS NULL AND NEW.leaves IS NOT NULL THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The table audit_seals is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$guard$;
DROP TRIGGER IF EXISTS audit_seals_guard ON audit_seals;
CREATE TRIGGER audit_seals_guard BEFORE UPDATE OR DELETE ON audit_seals FOR EACH ROW EXECUTE FUNCTION audit_seals_guard();
DROP TRIGGER IF EXISTS audit_seals_guard_all ON audit_seals;
CREATE TRIGGER audit_seals_guard_all BEFORE TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION audit_seals_guard();
`,
  },
  {
    id: '0002_audit_seals_security_events_audit.contract',
    sql: `-- Generated from the schemas; removes and tightens. Never edit once released.
--> statement
DROP INDEX "audit_unsealed_idx";
--> statement
ALTER TABLE "audit" DROP COLUMN "hash";
`,
  },
  {
    id: '0003_session_employees_user_roles.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "session" ADD COLUMN "provedAt" timestamp with time zone;
--> statement
ALTER TABLE "employees" ADD COLUMN "email_verified" boolean DEFAULT false NOT NULL;
--> statement
ALTER TABLE "user_roles" ADD COLUMN "require_two_factor" boolean DEFAULT false NOT NULL;
--> statement
CREATE INDEX "employees_email_verified_id_idx" ON "employees" USING btree ("email_verified","id");
`,
  },
  {
    id: '0004_vendors.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE INDEX "vendors_payout_account_idx" ON "vendors" USING btree (split_part("payout_account", ':', 4));
`,
  },
  {
    id: '0004_vendors.contract',
    sql: `-- Takes the names of our staff out of what vendors read; the audit says who reviewed a document.
--> statement
UPDATE "vendors" SET "document_reviews" = (SELECT coalesce(jsonb_agg(r.value - 'reviewer' ORDER BY r.ordinality), '[]') FROM jsonb_array_elements("document_reviews") WITH ORDINALITY r) WHERE jsonb_path_exists("document_reviews", '$[*].reviewer');
`,
  },
  {
    id: '0005_banners_orders.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "banners" ALTER COLUMN "clicks" DROP NOT NULL;
--> statement
ALTER TABLE "orders" ADD COLUMN "commission_rate" integer;
--> statement
ALTER TABLE "orders" ADD COLUMN "commission_amount" bigint;
--> statement
ALTER TABLE "orders" ADD COLUMN "commission_currency" text COLLATE "C";
`,
  },
  {
    id: '0005_banners_orders.contract',
    sql: `-- Generated from the schemas; removes and tightens. Never edit once released.
--> statement
DROP INDEX "banners_clicks_id_idx";
--> statement
ALTER TABLE "banners" DROP COLUMN "clicks";
`,
  },
  {
    id: '0006_operations_operation_rows_metric_days_me.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "operations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"name" text,
	"channel" text NOT NULL,
	"entity" text NOT NULL,
	"record_id" uuid,
	"account_id" text,
	"actor_id" uuid,
	"actor_name" text,
	"state" text DEFAULT 'done' NOT NULL,
	"plan" jsonb,
	"plan_hash" text,
	"counts" jsonb,
	"job_id" uuid,
	"undo_of" uuid,
	"undone_by" uuid,
	"expires_at" timestamp with time zone DEFAULT now() + interval '30 days' NOT NULL,
	CONSTRAINT "operations_state_check" CHECK ("state" in ('planned', 'running', 'done', 'cancelled', 'failed'))
);
--> statement
CREATE TABLE "operation_rows" (
	"operation_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"outcome" text,
	"code" text,
	"path" text,
	"message" text,
	CONSTRAINT "operation_rows_pkey" PRIMARY KEY("operation_id","n"),
	CONSTRAINT "operation_rows_outcome_check" CHECK ("outcome" in ('done', 'unchanged', 'refused', 'changed', 'gone'))
);
--> statement
CREATE TABLE "metric_days" (
	"metric" text NOT NULL,
	"part" text NOT NULL,
	"scope" uuid NOT NULL,
	"day" date NOT NULL,
	"by_id" uuid,
	"currency" text,
	"value" double precision NOT NULL,
	"records" bigint NOT NULL
);
--> statement
CREATE TABLE "metric_states" (
	"metric" text PRIMARY KEY NOT NULL,
	"print" text,
	"zone" text,
	"snapshot" text,
	"checked_at" timestamp with time zone,
	"mended" integer DEFAULT 0 NOT NULL,
	"mended_at" timestamp with time zone
);
--> statement
CREATE INDEX "operations_actor_idx" ON "operations" USING btree ("actor_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement
CREATE INDEX "operations_expires_at_idx" ON "operations" USING btree ("expires_at");
--> statement
CREATE INDEX "metric_days_idx" ON "metric_days" USING btree ("metric","scope","part","day");
--> statement
CREATE INDEX "metric_days_day_idx" ON "metric_days" USING btree ("metric","day");
`,
  },
  {
    id: '0006_operations_operation_rows_metric_days_me.contract',
    sql: `-- Generated from the schemas; removes and tightens. Never edit once released.
--> statement
DROP TABLE "figure_days" CASCADE;
--> statement
DROP TABLE "figure_states" CASCADE;
`,
  },
  {
    id: '0007_change.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE OR REPLACE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.xid = pg_current_xact_id() AND NEW.xid = OLD.xid AND NEW.seq = OLD.seq)
      OR (to_jsonb(NEW) - ARRAY['patch', 'reason'] = to_jsonb(OLD) - ARRAY['patch', 'reason']
        AND (NEW.reason IS NOT DISTINCT FROM OLD.reason OR (OLD.reason IS NOT NULL AND NEW.reason = '•••'))
        AND (NEW.patch IS NOT DISTINCT FROM OLD.patch OR (jsonb_typeof(OLD.patch) = 'object' AND jsonb_typeof(NEW.patch) = 'object'
          AND NOT EXISTS (SELECT FROM jsonb_each(CASE jsonb_typeof(OLD.patch) WHEN 'object' THEN OLD.patch ELSE '{}' END) o
            FULL JOIN jsonb_each(CASE jsonb_typeof(NEW.patch) WHEN 'object' THEN NEW.patch ELSE '{}' END) n ON n.key = o.key
            WHERE o.key IS NULL OR (n.value IS DISTINCT FROM o.value AND n.value IS DISTINCT FROM '["•••", "•••"]'::jsonb))))) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The table audit is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$guard$;
DROP TRIGGER IF EXISTS audit_guard ON audit;
CREATE TRIGGER audit_guard BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_guard();
DROP TRIGGER IF EXISTS audit_guard_all ON audit;
CREATE TRIGGER audit_guard_all BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_guard();
CREATE OR REPLACE FUNCTION audit_date(dated_entity text, dates json) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  UPDATE public.audit a SET at = d.at FROM json_to_recordset(dates) AS d(id uuid, version int, at timestamptz)
    WHERE a.entity = dated_entity AND a.record_id = d.id AND a.version = coalesce(d.version, a.version) AND a.xid = pg_current_xact_id();
END
$owner$;
REVOKE ALL ON FUNCTION audit_date FROM PUBLIC;
CREATE OR REPLACE FUNCTION audit_remove(removed_entity text, records uuid[], removed_fields text[], since int, kept_leaves json) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  IF json_array_length(kept_leaves) > 0 THEN
    UPDATE public.audit_seals s SET salt = NULL, leaves = r.leaves FROM json_to_recordset(kept_leaves) AS r(seq bigint, leaves jsonb) WHERE s.seq = r.seq;
    INSERT INTO public.audit (channel, entity, record_id, version, action, patch) SELECT 'system', 'audit', gen_random_uuid(), 0, 'scrub',
      jsonb_build_object('entries', jsonb_build_array(NULL, jsonb_agg(r.seq)), 'fields', jsonb_build_array(NULL, to_jsonb(removed_fields)))
      FROM json_to_recordset(kept_leaves) AS r(seq bigint);
  END IF;
  UPDATE public.audit a SET patch = CASE WHEN a.patch ?| removed_fields
      THEN (SELECT jsonb_object_agg(e.key, CASE WHEN e.key = ANY(removed_fields) THEN '["•••", "•••"]'::jsonb ELSE e.value END) FROM jsonb_each(a.patch) e) ELSE a.patch END,
    reason = CASE WHEN a.reason IS NULL OR a.version >= since THEN a.reason ELSE '•••' END
    WHERE a.entity = removed_entity AND a.record_id = ANY(records) AND (a.patch ?| removed_fields OR a.reason IS NOT NULL);
END
$owner$;
REVOKE ALL ON FUNCTION audit_remove FROM PUBLIC;
--> statement
CREATE OR REPLACE FUNCTION audit_seals_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.place, NEW.seq, NEW.xid, NEW.hash) = (OLD.place, OLD.seq, OLD.xid, OLD.hash) AND NEW.salt IS NULL AND NEW.leaves IS NOT NULL THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The table audit_seals is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$guard$;
DROP TRIGGER IF EXISTS audit_seals_guard ON audit_seals;
CREATE TRIGGER audit_seals_guard BEFORE UPDATE OR DELETE ON audit_seals FOR EACH ROW EXECUTE FUNCTION audit_seals_guard();
DROP TRIGGER IF EXISTS audit_seals_guard_all ON audit_seals;
CREATE TRIGGER audit_seals_guard_all BEFORE TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION audit_seals_guard();
CREATE OR REPLACE FUNCTION audit_seals_lock() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  LOCK TABLE public.audit_seals IN SHARE ROW EXCLUSIVE MODE NOWAIT;
END
$owner$;
REVOKE ALL ON FUNCTION audit_seals_lock FROM PUBLIC;
--> statement
CREATE OR REPLACE FUNCTION security_events_gather(refusals json) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  INSERT INTO public.security_events AS e (id, kind, at, last_at, times, person_id, account_id, name, email, address, client, request_id, detail, gathered)
  SELECT r.id, r.kind, r.at, r."lastAt", r.times, COALESCE(r."personId", u."personId"), COALESCE(r."accountId", u.id), COALESCE(r.name, u.name), r.email, r.address, r.client, r."requestId", r.detail, r.gathered
  FROM json_to_recordset(refusals) AS r(id uuid, kind text, at timestamptz, "lastAt" timestamptz, times int, "personId" uuid, "accountId" text, name text, email text, address text, client text, "requestId" text, detail jsonb, gathered text)
  LEFT JOIN public."user" u ON u.id = COALESCE(r."accountId", (SELECT f.id FROM public."user" f WHERE f.email = r.email))
  ON CONFLICT (gathered) DO UPDATE SET times = e.times + greatest(excluded.times, 0), last_at = GREATEST(e.last_at, excluded.last_at);
END
$owner$;
REVOKE ALL ON FUNCTION security_events_gather FROM PUBLIC;
CREATE OR REPLACE FUNCTION security_events_purge() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  DELETE FROM public.security_events WHERE at < now() - interval '400 days';
END
$owner$;
REVOKE ALL ON FUNCTION security_events_purge FROM PUBLIC;
`,
  },
  {
    id: '0008_record_notes_record_followers_deliveries.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "record_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"tenant" uuid,
	"text" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement
CREATE TABLE "record_followers" (
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "record_followers_pkey" PRIMARY KEY("entity","record_id","person_id")
);
--> statement
CREATE INDEX "record_notes_record_idx" ON "record_notes" USING btree ("entity","record_id","id");
--> statement
CREATE INDEX "record_followers_person_idx" ON "record_followers" USING btree ("person_id","entity","record_id");
--> statement
CREATE INDEX "deliveries_resource_idx" ON "deliveries" USING btree ("resource_type","resource_id","id") WHERE "resource_id" IS NOT NULL;
`,
  },
  {
    id: '0009_change.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE OR REPLACE FUNCTION audit_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.xid = pg_current_xact_id() AND NEW.xid = OLD.xid AND NEW.seq = OLD.seq)
      OR (to_jsonb(NEW) - ARRAY['patch', 'reason'] = to_jsonb(OLD) - ARRAY['patch', 'reason']
        AND (NEW.reason IS NOT DISTINCT FROM OLD.reason OR (OLD.reason IS NOT NULL AND NEW.reason = '•••'))
        AND (NEW.patch IS NOT DISTINCT FROM OLD.patch OR (jsonb_typeof(OLD.patch) = 'object' AND jsonb_typeof(NEW.patch) = 'object'
          AND NOT EXISTS (SELECT FROM jsonb_each(CASE jsonb_typeof(OLD.patch) WHEN 'object' THEN OLD.patch ELSE '{}' END) o
            FULL JOIN jsonb_each(CASE jsonb_typeof(NEW.patch) WHEN 'object' THEN NEW.patch ELSE '{}' END) n ON n.key = o.key
            WHERE o.key IS NULL OR (n.value IS DISTINCT FROM o.value AND n.value IS DISTINCT FROM '["•••", "•••"]'::jsonb))))) THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF false THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The table audit is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$guard$;
DROP TRIGGER IF EXISTS audit_guard ON audit;
CREATE TRIGGER audit_guard BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_guard();
DROP TRIGGER IF EXISTS audit_guard_all ON audit;
CREATE TRIGGER audit_guard_all BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_guard();
CREATE OR REPLACE FUNCTION audit_date(dated_entity text, dates json) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  UPDATE public.audit a SET at = d.at FROM json_to_recordset(dates) AS d(id uuid, version int, at timestamptz)
    WHERE a.entity = dated_entity AND a.record_id = d.id AND a.version = coalesce(d.version, a.version) AND a.xid = pg_current_xact_id();
END
$owner$;
REVOKE ALL ON FUNCTION audit_date FROM PUBLIC;
CREATE OR REPLACE FUNCTION audit_remove(removed_entity text, records uuid[], removed_fields text[], since int, kept_leaves json) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  IF removed_entity = 'audit' THEN
    RAISE EXCEPTION 'Records of removals are permanent.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE public.audit_seals s SET salt = NULL, leaves = r.leaves FROM json_to_recordset(kept_leaves) AS r(seq bigint, leaves jsonb) WHERE s.seq = r.seq;
  WITH removed AS (
    UPDATE public.audit a SET patch = CASE WHEN a.patch ?| removed_fields
        THEN (SELECT jsonb_object_agg(e.key, CASE WHEN e.key = ANY(removed_fields) THEN '["•••", "•••"]'::jsonb ELSE e.value END) FROM jsonb_each(a.patch) e) ELSE a.patch END,
      reason = CASE WHEN a.reason IS NULL OR a.version >= since THEN a.reason ELSE '•••' END
      WHERE a.entity = removed_entity AND a.record_id = ANY(records)
        AND (EXISTS (SELECT FROM jsonb_each(CASE jsonb_typeof(a.patch) WHEN 'object' THEN a.patch ELSE '{}' END) e WHERE e.key = ANY(removed_fields) AND e.value <> '["•••", "•••"]'::jsonb)
          OR (a.reason <> '•••' AND (a.version >= since) IS NOT TRUE))
      RETURNING a.seq
  ), entries AS (
    SELECT seq FROM removed UNION SELECT r.seq FROM json_to_recordset(kept_leaves) AS r(seq bigint)
  )
  INSERT INTO public.audit (channel, entity, record_id, version, action, patch) SELECT 'system', 'audit', gen_random_uuid(), 0, 'scrub',
    jsonb_build_object('entries', jsonb_build_array(NULL, jsonb_agg(e.seq ORDER BY e.seq)), 'fields', jsonb_build_array(NULL, to_jsonb(removed_fields)))
    FROM entries e HAVING count(*) > 0;
END
$owner$;
REVOKE ALL ON FUNCTION audit_remove FROM PUBLIC;
--> statement
CREATE OR REPLACE FUNCTION audit_seals_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.place, NEW.seq, NEW.xid, NEW.hash) = (OLD.place, OLD.seq, OLD.xid, OLD.hash) AND NEW.salt IS NULL AND NEW.leaves IS NOT NULL THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF false THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The table audit_seals is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$guard$;
DROP TRIGGER IF EXISTS audit_seals_guard ON audit_seals;
CREATE TRIGGER audit_seals_guard BEFORE UPDATE OR DELETE ON audit_seals FOR EACH ROW EXECUTE FUNCTION audit_seals_guard();
DROP TRIGGER IF EXISTS audit_seals_guard_all ON audit_seals;
CREATE TRIGGER audit_seals_guard_all BEFORE TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION audit_seals_guard();
CREATE OR REPLACE FUNCTION audit_seals_lock() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  LOCK TABLE public.audit_seals IN SHARE ROW EXCLUSIVE MODE NOWAIT;
END
$owner$;
REVOKE ALL ON FUNCTION audit_seals_lock FROM PUBLIC;
--> statement
CREATE OR REPLACE FUNCTION security_events_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.gathered IS NOT NULL AND NEW.times >= OLD.times AND NEW.last_at >= OLD.last_at
      AND to_jsonb(NEW) - ARRAY['times', 'last_at'] = to_jsonb(OLD) - ARRAY['times', 'last_at'] THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - interval '400 days' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The table security_events is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$guard$;
DROP TRIGGER IF EXISTS security_events_guard ON security_events;
CREATE TRIGGER security_events_guard BEFORE UPDATE OR DELETE ON security_events FOR EACH ROW EXECUTE FUNCTION security_events_guard();
DROP TRIGGER IF EXISTS security_events_guard_all ON security_events;
CREATE TRIGGER security_events_guard_all BEFORE TRUNCATE ON security_events FOR EACH STATEMENT EXECUTE FUNCTION security_events_guard();
CREATE OR REPLACE FUNCTION security_events_gather(refusals json) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  INSERT INTO public.security_events AS e (id, kind, at, last_at, times, person_id, account_id, name, email, address, client, request_id, detail, gathered)
  SELECT r.id, r.kind, r.at, r."lastAt", r.times, COALESCE(r."personId", u."personId"), COALESCE(r."accountId", u.id), COALESCE(r.name, u.name), r.email, r.address, r.client, r."requestId", r.detail, r.gathered
  FROM json_to_recordset(refusals) AS r(id uuid, kind text, at timestamptz, "lastAt" timestamptz, times int, "personId" uuid, "accountId" text, name text, email text, address text, client text, "requestId" text, detail jsonb, gathered text)
  LEFT JOIN public."user" u ON u.id = COALESCE(r."accountId", (SELECT f.id FROM public."user" f WHERE f.email = r.email))
  ON CONFLICT (gathered) DO UPDATE SET times = e.times + greatest(excluded.times, 0), last_at = GREATEST(e.last_at, excluded.last_at);
END
$owner$;
REVOKE ALL ON FUNCTION security_events_gather FROM PUBLIC;
CREATE OR REPLACE FUNCTION security_events_purge() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  DELETE FROM public.security_events WHERE at < now() - interval '400 days';
END
$owner$;
REVOKE ALL ON FUNCTION security_events_purge FROM PUBLIC;
`,
  },
  {
    id: '0010_approval_requests_approval_votes.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "approval_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"requester_id" uuid NOT NULL,
	"account_id" text,
	"proved" boolean NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"ended_at" timestamp with time zone,
	"quorum" integer NOT NULL,
	"needs" text[] NOT NULL,
	"payload" text,
	"shown" jsonb NOT NULL,
	"hash" text NOT NULL,
	"code" text,
	"reason" text,
	"overridden_by" uuid,
	"operation_id" uuid,
	CONSTRAINT "approval_requests_state_check" CHECK ("state" in ('pending', 'approved', 'applied', 'rejected', 'expired', 'stale', 'failed', 'cancelled'))
);
--> statement
CREATE TABLE "approval_votes" (
	"request_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_votes_pkey" PRIMARY KEY("request_id","person_id")
);
--> statement
ALTER TABLE "approval_votes" ADD CONSTRAINT "approval_votes_request_id_approval_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "approval_requests"("id") ON DELETE cascade ON UPDATE no action;
--> statement
CREATE INDEX "approval_requests_record_idx" ON "approval_requests" USING btree ("entity","record_id");
--> statement
CREATE INDEX "approval_requests_open_idx" ON "approval_requests" USING btree ("expires_at") WHERE "state" in ('pending', 'approved');
--> statement
CREATE INDEX "approval_requests_requester_idx" ON "approval_requests" USING btree ("requester_id","id");
`,
  },
  {
    id: '0011_metric_states.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "metric_states" ALTER COLUMN "mended" DROP NOT NULL;
--> statement
ALTER TABLE "metric_states" ADD COLUMN "repaired" integer DEFAULT 0 NOT NULL;
--> statement
ALTER TABLE "metric_states" ADD COLUMN "repaired_at" timestamp with time zone;
`,
  },
  {
    id: '0011_metric_states.contract',
    sql: `-- Generated from the schemas; removes and tightens. Never edit once released.
--> statement
ALTER TABLE "metric_states" DROP COLUMN "mended";
--> statement
ALTER TABLE "metric_states" DROP COLUMN "mended_at";
`,
  },
  {
    id: '0012_bookings_orders_payment_transactions_sub.expand',
    sql: `-- Generated from the schemas, then the settlements of existing records; adds only. Never edit once released.
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
`,
  },
  {
    id: '0013_tickets.expand',
    sql: `-- Generated from the schemas, then the deadlines of existing tickets; adds only. Never edit once released.
--> statement
ALTER TABLE "tickets" ADD COLUMN "sla_check_at" timestamp with time zone;
--> statement
CREATE INDEX "tickets_sla_due_at_id_idx" ON "tickets" USING btree ("sla_due_at","id");
--> statement
UPDATE tickets SET
  sla_check_at = sla_due_at,
  sla_due_at = CASE WHEN state IN ('new', 'open') AND pending_since IS NULL
    THEN least(CASE WHEN first_replied_at IS NULL THEN first_reply_due_at END, resolve_due_at) END;
`,
  },
  {
    id: '0013_tickets.contract',
    sql: `-- Generated from the schemas; removes and tightens. Never edit once released.
--> statement
DROP INDEX "tickets_sla_id_idx";
--> statement
DROP INDEX "tickets_resolve_due_at_id_idx";
`,
  },
  {
    id: '0014_reminders.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "reminders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement
CREATE INDEX "reminders_due_idx" ON "reminders" USING btree ("due_at","id");
--> statement
CREATE INDEX "reminders_person_idx" ON "reminders" USING btree ("person_id","due_at","id");
--> statement
CREATE INDEX "reminders_record_idx" ON "reminders" USING btree ("entity","record_id");
`,
  },
  {
    id: '0015_tickets.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE INDEX "tickets_tags_idx" ON "tickets" USING gin ("tags");
`,
  },
  {
    id: '0016_tag_colors_hotels_bookings_services_serv.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "tag_colors" (
	"entity" text NOT NULL,
	"tag" text NOT NULL,
	"color" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tag_colors_pkey" PRIMARY KEY("entity","tag")
);
--> statement
ALTER TABLE "hotels" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement
ALTER TABLE "bookings" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement
ALTER TABLE "services" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement
ALTER TABLE "service_jobs" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement
ALTER TABLE "proposals" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement
ALTER TABLE "orders" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement
ALTER TABLE "vendors" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement
CREATE INDEX "hotels_tags_idx" ON "hotels" USING gin ("tags");
--> statement
CREATE INDEX "bookings_tags_idx" ON "bookings" USING gin ("tags");
--> statement
CREATE INDEX "services_tags_idx" ON "services" USING gin ("tags");
--> statement
CREATE INDEX "service_jobs_tags_idx" ON "service_jobs" USING gin ("tags");
--> statement
CREATE INDEX "proposals_tags_idx" ON "proposals" USING gin ("tags");
--> statement
CREATE INDEX "orders_tags_idx" ON "orders" USING gin ("tags");
--> statement
CREATE INDEX "vendors_tags_idx" ON "vendors" USING gin ("tags");
`,
  },
  {
    id: '0017_views.expand',
    sql: `-- Generated from the schemas, then the views people saved so far; adds only. Never edit once released.
--> statement
CREATE TABLE "views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"account_id" text,
	"collection" text NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"state" jsonb NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"roles" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"default_roles" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement
CREATE INDEX "views_account_idx" ON "views" USING btree ("account_id","collection","path");
--> statement
CREATE INDEX "views_shared_idx" ON "views" USING btree ("collection","path") WHERE "shared";
--> statement
CREATE INDEX "views_deleted_idx" ON "views" USING btree ("deleted_at") WHERE "deleted_at" is not null;
--> statement
INSERT INTO views (id, account_id, collection, path, name, state)
SELECT gen_random_uuid(), p.account_id, split_part(p.key, '.', 2),
  CASE WHEN split_part(p.key, '.', 3) = '' THEN '' ELSE '/' || substr(p.key, length(split_part(p.key, '.', 2)) + 7) END,
  left(v.value ->> 'name', 80),
  jsonb_strip_nulls(jsonb_build_object(
    'search', v.value ->> 'search',
    'wide', CASE WHEN v.value ->> 'search' ~ '[?&]layout=[a-z]+'
      THEN jsonb_build_object('layout', substring(v.value ->> 'search' FROM '[?&]layout=([a-z]+)')) END
  ))
FROM preferences p CROSS JOIN LATERAL jsonb_array_elements(
  CASE WHEN jsonb_typeof(p.value -> 'views') = 'array' THEN p.value -> 'views' ELSE '[]'::jsonb END
) v
WHERE p.key LIKE 'list.%' AND jsonb_typeof(v.value -> 'name') = 'string' AND jsonb_typeof(v.value -> 'search') = 'string';
`,
  },
  {
    id: '0017_views.contract',
    sql: `-- Removes the views people saved so far from their preferences: they are in their own table now. Never edit once released.
--> statement
UPDATE preferences p SET value = (p.value - 'views' - 'start') || coalesce(
  (SELECT jsonb_build_object('start', v.id) FROM views v
    WHERE v.account_id = p.account_id AND v.collection = split_part(p.key, '.', 2)
      AND v.path = CASE WHEN split_part(p.key, '.', 3) = '' THEN '' ELSE '/' || substr(p.key, length(split_part(p.key, '.', 2)) + 7) END
      AND v.name = left(p.value ->> 'start', 80)
    ORDER BY v.id LIMIT 1),
  '{}'::jsonb)
WHERE p.key LIKE 'list.%' AND jsonb_typeof(p.value) = 'object' AND p.value ?| ARRAY['views', 'start'];
`,
  },
  {
    id: '0019_tickets.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "tickets" ADD COLUMN "next_reply_due_at" timestamp with time zone;
--> statement
ALTER TABLE "tickets" ADD COLUMN "next_reply_missed_at" timestamp with time zone;
`,
  },
  {
    id: '0020_files.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "files" ADD COLUMN "thumbnail_key" text;
--> statement
ALTER TABLE "files" ADD COLUMN "sender" uuid;
`,
  },
  {
    id: '0021_deliveries.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE INDEX "deliveries_outside_idx" ON "deliveries" USING btree ("recipient_type","recipient_id","id") WHERE "recipient_type" <> 'person';
`,
  },
  {
    id: '0022_approval_records_approval_requests.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "approval_records" (
	"request_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "approval_records_pkey" PRIMARY KEY("request_id","entity","record_id")
);
--> statement
ALTER TABLE "approval_requests" ALTER COLUMN "record_id" DROP NOT NULL;
--> statement
ALTER TABLE "approval_requests" ALTER COLUMN "version" DROP NOT NULL;
--> statement
ALTER TABLE "approval_records" ADD CONSTRAINT "approval_records_request_id_approval_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "approval_requests"("id") ON DELETE cascade ON UPDATE no action;
--> statement
CREATE INDEX "approval_records_record_idx" ON "approval_records" USING btree ("record_id");
`,
  },
  {
    id: '0023_payouts_vendor_entries_categories.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
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
`,
  },
  {
    id: '0024_credit_notes.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
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
`,
  },
  {
    id: '0025_views.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "views" ADD COLUMN "kind" text DEFAULT 'list' NOT NULL;
`,
  },
  {
    id: '0026_bookings_orders_payment_transactions_sub.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
ALTER TABLE "bookings" ADD COLUMN "refunded_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement
ALTER TABLE "orders" ADD COLUMN "refunded_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "lines" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement
ALTER TABLE "subscription_invoices" ADD COLUMN "refunded_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;
`,
  },
  {
    id: '0027_operation_rows_jobs_deliveries_approval_.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
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
`,
  },
  {
    id: '0028_saved_cards_payment_transactions_subscri.expand',
    sql: `-- Generated from the schemas; adds only. Never edit once released.
--> statement
CREATE TABLE "saved_cards" (
	"record_id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "attempt" integer;
--> statement
ALTER TABLE "payment_transactions" ADD COLUMN "attempt_key" text COLLATE "C";
--> statement
ALTER TABLE "subscriptions" ADD COLUMN "card" text COLLATE "C";
--> statement
CREATE UNIQUE INDEX "payment_transactions_attempt_key_key" ON "payment_transactions" USING btree ("attempt_key") WHERE "deleted_at" IS NULL;
`,
  },
]
