import { quote } from './catalogue.ts'
import type { Query } from './query.ts'

/**
 * Append-only: the product inserts and reads them. Only `GUARDED_FUNCTIONS` change them otherwise.
 */
export const APPEND_ONLY: readonly string[] = ['audit', 'audit_seals', 'security_events']

/** Run as the owner; each does one thing (see migrations/guards.ts). */
const GUARDED_FUNCTIONS: readonly string[] = [
  'audit_date',
  'audit_remove',
  'audit_seals_lock',
  'security_events_gather',
  'security_events_purge',
]

/** Since version 17 this privilege lets a role analyze a table for the planner. */
const MAINTAIN_SINCE = 170_000

interface Relation {
  readonly name: string
  readonly kind: 'table' | 'sequence' | 'function'
  /** Names of the privileges the role holds. */
  readonly held: readonly string[]
  readonly version: number
}

const RELATIONS = `select c.relname as name, case c.relkind when 'S' then 'sequence' else 'table' end as kind,
    current_setting('server_version_num')::int as version,
    array(select a.privilege_type from aclexplode(c.relacl) a where a.grantee = r.oid order by 1) as held
  from pg_class c join pg_roles r on r.rolname = $1
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
union all
select p.oid::regprocedure::text, 'function', 0,
    array(select a.privilege_type from aclexplode(p.proacl) a where a.grantee = r.oid)
  from pg_proc p join pg_roles r on r.rolname = $1
  where p.pronamespace = 'public'::regnamespace and p.proname = any($2::text[])`

const wanted = ({ name, kind, version }: Relation): readonly string[] => {
  if (kind === 'function') return ['EXECUTE']
  if (kind === 'sequence') return ['SELECT', 'UPDATE', 'USAGE']
  if (APPEND_ONLY.includes(name)) return ['INSERT', 'SELECT']
  return [
    'DELETE',
    'INSERT',
    ...(version >= MAINTAIN_SINCE ? ['MAINTAIN'] : []),
    'SELECT',
    'UPDATE',
  ]
}

/**
 * Grants the role of the product's queries what it needs on every table and revokes the rest.
 * Changes only what differs. Call it as the owner, in the transaction that created the tables or
 * under the migration lock.
 */
export const grantApplication = async (query: Query, role: string): Promise<void> => {
  const { rows } = await query<Relation>(RELATIONS, [role, GUARDED_FUNCTIONS])
  for (const relation of rows) {
    const { name, kind, held } = relation
    const rights = wanted(relation)
    if (rights.join() === held.join()) continue
    const on = `${kind.toUpperCase()} ${kind === 'function' ? name : `public.${quote(name)}`}`
    await query(
      `REVOKE ALL ON ${on} FROM ${quote(role)}; GRANT ${rights.join(', ')} ON ${on} TO ${quote(role)}`,
    )
  }
}
