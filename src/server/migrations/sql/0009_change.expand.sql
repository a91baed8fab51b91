-- Generated from the schemas; adds only. Never edit once released.
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
