-- Generated from the schemas; adds only. Never edit once released.
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
