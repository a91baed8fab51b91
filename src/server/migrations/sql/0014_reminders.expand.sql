-- Generated from the schemas; adds only. Never edit once released.
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
