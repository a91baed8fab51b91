/**
 * Changes that the database itself rejects, by table, and functions that make the allowed ones for
 * a role that can only read and append; migrations create both with the table.
 */

/** Refuses every change of rows of a table but those for which an SQL condition holds. */
const append = (
  name: string,
  mayChange: string,
  mayDelete = 'false',
): string => `CREATE OR REPLACE FUNCTION ${name}_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF ${mayChange} THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF ${mayDelete} THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The table ${name} is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$guard$;
DROP TRIGGER IF EXISTS ${name}_guard ON ${name};
CREATE TRIGGER ${name}_guard BEFORE UPDATE OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION ${name}_guard();
DROP TRIGGER IF EXISTS ${name}_guard_all ON ${name};
CREATE TRIGGER ${name}_guard_all BEFORE TRUNCATE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION ${name}_guard();`

/**
 * Audit entries are immutable except for two changes: a transaction dates entries it has just
 * written, which nobody has read yet; and a removal for privacy replaces values with the removal
 * mark.
 */
const audit = append(
  'audit',
  `(OLD.xid = pg_current_xact_id() AND NEW.xid = OLD.xid AND NEW.seq = OLD.seq)
      OR (to_jsonb(NEW) - ARRAY['patch', 'reason'] = to_jsonb(OLD) - ARRAY['patch', 'reason']
        AND (NEW.reason IS NOT DISTINCT FROM OLD.reason OR (OLD.reason IS NOT NULL AND NEW.reason = '•••'))
        AND (NEW.patch IS NOT DISTINCT FROM OLD.patch OR (jsonb_typeof(OLD.patch) = 'object' AND jsonb_typeof(NEW.patch) = 'object'
          AND NOT EXISTS (SELECT FROM jsonb_each(CASE jsonb_typeof(OLD.patch) WHEN 'object' THEN OLD.patch ELSE '{}' END) o
            FULL JOIN jsonb_each(CASE jsonb_typeof(NEW.patch) WHEN 'object' THEN NEW.patch ELSE '{}' END) n ON n.key = o.key
            WHERE o.key IS NULL OR (n.value IS DISTINCT FROM o.value AND n.value IS DISTINCT FROM '["•••", "•••"]'::jsonb)))))`,
)

/** Links of the chain are immutable; only the digest secret is removed, with the values it hid. */
const seals = append(
  'audit_seals',
  `(NEW.place, NEW.seq, NEW.xid, NEW.hash) = (OLD.place, OLD.seq, OLD.xid, OLD.hash) AND NEW.salt IS NULL AND NEW.leaves IS NOT NULL`,
)

/** A function that runs as the owner of the tables, for roles that were granted it. */
const asOwner = (
  name: string,
  parameters: string,
  body: string,
): string => `CREATE OR REPLACE FUNCTION ${name}(${parameters}) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $owner$
BEGIN
  ${body}
END
$owner$;
REVOKE ALL ON FUNCTION ${name} FROM PUBLIC;`

/** Dates entries that this transaction has just written: `[{ id, version?, at }]`. */
const dateEntries = asOwner(
  'audit_date',
  'dated_entity text, dates json',
  `UPDATE public.audit a SET at = d.at FROM json_to_recordset(dates) AS d(id uuid, version int, at timestamptz)
    WHERE a.entity = dated_entity AND a.record_id = d.id AND a.version = coalesce(d.version, a.version) AND a.xid = pg_current_xact_id();`,
)

/**
 * Replaces fields and reasons of records with the removal mark, and records which entries it
 * changed, so that no call stays unseen. `kept_leaves` are `[{ seq, leaves }]` of sealed entries.
 * Keeps reasons from version `since` on. Entries about the audit itself keep their values.
 */
const removeValues = asOwner(
  'audit_remove',
  'removed_entity text, records uuid[], removed_fields text[], since int, kept_leaves json',
  `IF removed_entity = 'audit' THEN
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
    FROM entries e HAVING count(*) > 0;`,
)

/**
 * Prevents others from sealing or removing values until this transaction ends; fails immediately if
 * somebody else is doing so.
 */
const lockSeals = asOwner(
  'audit_seals_lock',
  '',
  'LOCK TABLE public.audit_seals IN SHARE ROW EXCLUSIVE MODE NOWAIT;',
)

/**
 * Merges rejected attempts into the row of the same minute. The account is found by the attempted
 * address.
 */
const gather = asOwner(
  'security_events_gather',
  'refusals json',
  `INSERT INTO public.security_events AS e (id, kind, at, last_at, times, person_id, account_id, name, email, address, client, request_id, detail, gathered)
  SELECT r.id, r.kind, r.at, r."lastAt", r.times, COALESCE(r."personId", u."personId"), COALESCE(r."accountId", u.id), COALESCE(r.name, u.name), r.email, r.address, r.client, r."requestId", r.detail, r.gathered
  FROM json_to_recordset(refusals) AS r(id uuid, kind text, at timestamptz, "lastAt" timestamptz, times int, "personId" uuid, "accountId" text, name text, email text, address text, client text, "requestId" text, detail jsonb, gathered text)
  LEFT JOIN public."user" u ON u.id = COALESCE(r."accountId", (SELECT f.id FROM public."user" f WHERE f.email = r.email))
  ON CONFLICT (gathered) DO UPDATE SET times = e.times + greatest(excluded.times, 0), last_at = GREATEST(e.last_at, excluded.last_at);`,
)

/** Retention of security events in days. */
export const SECURITY_EVENT_DAYS = 400

const purge = asOwner(
  'security_events_purge',
  '',
  `DELETE FROM public.security_events WHERE at < now() - interval '${SECURITY_EVENT_DAYS} days';`,
)

/**
 * Security events are immutable except that rejected attempts of one minute are counted, and are
 * deleted only after the retention period.
 */
const events = append(
  'security_events',
  `OLD.gathered IS NOT NULL AND NEW.times >= OLD.times AND NEW.last_at >= OLD.last_at
      AND to_jsonb(NEW) - ARRAY['times', 'last_at'] = to_jsonb(OLD) - ARRAY['times', 'last_at']`,
  `OLD.at < now() - interval '${SECURITY_EVENT_DAYS} days'`,
)

/** SQL by table. Safe to run repeatedly. */
export const guards: Readonly<Record<string, string>> = {
  audit: [audit, dateEntries, removeValues].join('\n'),
  audit_seals: [seals, lockSeals].join('\n'),
  security_events: [events, gather, purge].join('\n'),
}
