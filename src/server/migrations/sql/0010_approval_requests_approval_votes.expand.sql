-- Generated from the schemas; adds only. Never edit once released.
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
