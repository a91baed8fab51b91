// What the generated rules of macros must allow and refuse. `seed` exists before, written without
// the rules; times of `now` are the server's.
const ID = '01900000-0000-7000-8000-000000000001'
const OTHER = '01900000-0000-7000-8000-000000000002'
/** Part of the name of the reservation of the shortcut `late`: its SHA-256. */
export const unique = (hash) => `unique/macros.shortcut.${hash}`
const fresh = {
  title: 'Late',
  shortcut: null,
  body: 'Sorry',
  setPriority: null,
  setState: null,
  assignee: null,
  addTags: [],
  active: true,
  version: 1,
  createdAt: 'now',
  updatedAt: 'now',
  createdBy: 'p1',
  updatedBy: 'p1',
  deletedAt: null,
  deleted: false,
}
const stored = { ...fresh, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
const changed = { ...stored, title: 'Later', version: 2, updatedAt: 'now', updatedBy: 'p1' }
const trash = {
  ...stored,
  version: 2,
  updatedAt: 'now',
  updatedBy: 'p1',
  deleted: true,
  deletedAt: 'now',
}
const at = `macros/${ID}`
const all = ['l', 'r', 'c', 'u', 'd', 'p']

/**
 * `rights`: permission characters of the token; null = nobody signed in. `writes` are one request:
 * path and fields, null = delete.
 */
export const cases = [
  { name: 'nobody reads', rights: null, seed: { [at]: stored }, get: at, allowed: false },
  { name: 'a reader reads', rights: ['l', 'r'], seed: { [at]: stored }, get: at, allowed: true },
  { name: 'no right, no reading', rights: [], seed: { [at]: stored }, get: at, allowed: false },
  {
    name: 'rights that have ended',
    rights: all,
    ended: true,
    seed: { [at]: stored },
    get: at,
    allowed: false,
  },
  { name: 'a list with a limit', rights: ['l', 'r'], list: 26, allowed: true },
  { name: 'a list without a limit', rights: ['l', 'r'], list: undefined, allowed: false },
  { name: 'a list without the right', rights: ['r'], list: 26, allowed: false },
  { name: 'another collection', rights: all, get: 'secrets/a', allowed: false },
  { name: 'a creation', rights: all, writes: { [at]: fresh }, allowed: true },
  {
    name: 'a creation without the right',
    rights: ['l', 'r', 'u'],
    writes: { [at]: fresh },
    allowed: false,
  },
  {
    name: 'a creation in another name',
    rights: all,
    writes: { [at]: { ...fresh, createdBy: 'p2', updatedBy: 'p2' } },
    allowed: false,
  },
  {
    name: 'a creation at another time',
    rights: all,
    writes: { [at]: { ...fresh, createdAt: '2026-01-01T00:00:00Z' } },
    allowed: false,
  },
  {
    name: 'a creation at version 5',
    rights: all,
    writes: { [at]: { ...fresh, version: 5 } },
    allowed: false,
  },
  {
    name: 'a name that is not an id',
    rights: all,
    writes: { 'macros/mine': fresh },
    allowed: false,
  },
  {
    name: 'a field too many',
    rights: all,
    writes: { [at]: { ...fresh, castle: 1 } },
    allowed: false,
  },
  {
    name: 'a field too few',
    rights: all,
    writes: { [at]: Object.fromEntries(Object.entries(fresh).filter(([name]) => name !== 'body')) },
    allowed: false,
  },
  {
    name: 'an empty title',
    rights: all,
    writes: { [at]: { ...fresh, title: '' } },
    allowed: false,
  },
  {
    name: 'a title too long',
    rights: all,
    writes: { [at]: { ...fresh, title: 'x'.repeat(121) } },
    allowed: false,
  },
  {
    name: 'no such state',
    rights: all,
    writes: { [at]: { ...fresh, setState: 'asleep' } },
    allowed: false,
  },
  {
    name: 'a text for a switch',
    rights: all,
    writes: { [at]: { ...fresh, active: 'yes' } },
    allowed: false,
  },
  {
    name: 'an assignee that is not an id',
    rights: all,
    writes: { [at]: { ...fresh, assignee: 'me' } },
    allowed: false,
  },
  {
    name: 'a change',
    rights: all,
    seed: { [at]: stored },
    writes: { [at]: changed },
    allowed: true,
  },
  {
    name: 'a change without the right',
    rights: ['l', 'r', 'c'],
    seed: { [at]: stored },
    writes: { [at]: changed },
    allowed: false,
  },
  {
    name: 'a change of a version long gone',
    rights: all,
    seed: { [at]: { ...stored, version: 7 } },
    writes: { [at]: changed },
    allowed: false,
  },
  {
    name: 'a change of who made it',
    rights: all,
    seed: { [at]: stored },
    writes: { [at]: { ...changed, createdBy: 'p9' } },
    allowed: false,
  },
  {
    name: 'to the trash',
    rights: all,
    seed: { [at]: stored },
    writes: { [at]: trash },
    allowed: true,
  },
  {
    name: 'to the trash with a change besides',
    rights: ['l', 'r', 'd'],
    seed: { [at]: stored },
    writes: { [at]: { ...trash, title: 'x' } },
    allowed: false,
  },
  {
    name: 'a change in the trash',
    rights: all,
    seed: { [at]: { ...stored, deleted: true, deletedAt: stored.createdAt } },
    writes: { [at]: { ...changed, deleted: true, deletedAt: stored.createdAt } },
    allowed: false,
  },
  {
    name: 'out of the trash',
    rights: all,
    seed: { [at]: { ...stored, deleted: true, deletedAt: stored.createdAt } },
    writes: { [at]: { ...stored, version: 2, updatedAt: 'now' } },
    allowed: true,
  },
  {
    name: 'permanently, out of the trash',
    rights: all,
    seed: { [at]: { ...stored, deleted: true, deletedAt: stored.createdAt } },
    writes: { [at]: null },
    allowed: true,
  },
  {
    name: 'permanently, past the trash',
    rights: all,
    seed: { [at]: stored },
    writes: { [at]: null },
    allowed: false,
  },
  {
    name: 'a shortcut with its reservation',
    rights: all,
    writes: { [at]: { ...fresh, shortcut: 'late' }, late: { record: ID } },
    allowed: true,
  },
  {
    name: 'a shortcut without its reservation',
    rights: all,
    writes: { [at]: { ...fresh, shortcut: 'late' } },
    allowed: false,
  },
  {
    name: 'a shortcut another has',
    rights: all,
    seed: { late: { record: OTHER } },
    writes: { [at]: { ...fresh, shortcut: 'late' } },
    allowed: false,
  },
  {
    name: 'a reservation for nothing',
    rights: all,
    writes: { late: { record: ID } },
    allowed: false,
  },
  {
    name: 'a reservation taken away from a record that holds it',
    rights: all,
    seed: { [at]: { ...stored, shortcut: 'late' }, late: { record: ID } },
    writes: { late: null },
    allowed: false,
  },
]
