-- Generated from the schemas; adds only. Never edit once released.
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
	"rating_average" double precision,
	"state" text COLLATE "C" DEFAULT 'applied' NOT NULL,
	CONSTRAINT "vendors_kind_check" CHECK ("kind" in ('individual', 'company')),
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
ALTER TABLE "employees" ADD CONSTRAINT "employees_vendor_fk" FOREIGN KEY ("vendor") REFERENCES "vendors"("id") ON DELETE restrict ON UPDATE no action;
--> statement
CREATE INDEX "audit_record_idx" ON "audit" USING btree ("entity","record_id","seq");
--> statement
CREATE INDEX "audit_operation_id_idx" ON "audit" USING btree ("operation_id");
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
CREATE INDEX "jobs_due_idx" ON "jobs" USING btree ("run_at","id") WHERE "state" in ('queued', 'running');
--> statement
CREATE INDEX "jobs_created_at_idx" ON "jobs" USING btree ("created_at","id");
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
CREATE INDEX "bookings_source_id_idx" ON "bookings" USING btree ("source","id");
--> statement
CREATE INDEX "bookings_state_id_idx" ON "bookings" USING btree ("state","id");
--> statement
CREATE INDEX "bookings_created_at_id_idx" ON "bookings" USING btree ("created_at","id");
--> statement
CREATE INDEX "bookings_updated_at_id_idx" ON "bookings" USING btree ("updated_at","id");
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
CREATE INDEX "vendors_kind_display_name_id_idx" ON "vendors" USING btree ("kind","display_name","id");
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
