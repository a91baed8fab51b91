-- Generated from the schemas; adds only. Never edit once released.
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
