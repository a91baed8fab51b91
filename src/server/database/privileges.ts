import { quote } from './catalogue.ts'
import type { Query } from './query.ts'

/** Written once: the product adds to them and reads them. What else happens to them is done by `GUARDED_FUNCTIONS`. */
export const APPEND_ONLY: readonly string[] = ['audit', 'audit_seals', 'security_events']

/** Run with the rights of the owner and do one thing each (see migrations/guards.ts). */
const GUARDED_FUNCTIONS: readonly string[] = [
  'audit_date',
  'audit_remove',
  'audit_seals_lock',
  'security_events_gather',
  'security_events_purge',
]

/** From version 17 on it lets a role count the rows of a table for the planner. */
const MAINTAIN_SINCE = 170_000

interface Relation {
  readonly name: string
  readonly kind: 'table' | 'sequence' | 'function'
  /** Names of the privileges that the role holds. */
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
 * Gives the role of the product's queries what it needs of every table, and takes what it must not have. Changes only what
 * differs. Call it as the owner, in the transaction that made the tables or under the lock of the migrations.
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
