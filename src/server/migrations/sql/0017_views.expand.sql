-- Generated from the schemas, then the views people saved so far; adds only. Never edit once released.
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
