-- Generated from the schemas; adds only. Never edit once released.
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
