-- Generated from the schemas; adds only. Never edit once released.
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
