-- Generated from the schemas; adds only. Never edit once released.
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
