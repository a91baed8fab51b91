/** What the database itself refuses, by table; migrations create it together with the table. */

const append = (
  name: string,
  mayChange: string,
): string => `CREATE OR REPLACE FUNCTION ${name}_guard() RETURNS trigger LANGUAGE plpgsql AS $guard$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF ${mayChange} THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The table ${name} is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$guard$;
DROP TRIGGER IF EXISTS ${name}_guard ON ${name};
CREATE TRIGGER ${name}_guard BEFORE UPDATE OR DELETE ON ${name} FOR EACH ROW EXECUTE FUNCTION ${name}_guard();
DROP TRIGGER IF EXISTS ${name}_guard_all ON ${name};
CREATE TRIGGER ${name}_guard_all BEFORE TRUNCATE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION ${name}_guard();`

/**
 * Entries of the audit stay as they were written. Two changes are possible: a transaction dates what it has itself just
 * written, which nobody has read yet; and values are removed for privacy, which puts the mark of removal in their place.
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

/** Links of the chain stay; only the secret of digests goes, with the values it hid. */
const seals = append(
  'audit_seals',
  `(NEW.place, NEW.seq, NEW.xid, NEW.hash) = (OLD.place, OLD.seq, OLD.xid, OLD.hash) AND NEW.salt IS NULL AND NEW.leaves IS NOT NULL`,
)

/** SQL by table. It may run again at any time. */
export const guards: Readonly<Record<string, string>> = { audit, audit_seals: seals }
