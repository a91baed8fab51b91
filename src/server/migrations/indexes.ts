import { traits } from '#schemas/define/kinds.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { blindPart } from '../secrets/vault.ts'
import { columnName, columnNames, constraintName } from './names.ts'

/** One index of a table. `columns` may hold expressions such as `lower("email")`. */
export interface IndexPlan {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique?: true
  readonly using?: 'gin' | 'trigram'
  readonly where?: string
}

const columnsOfField = (resource: ResourceModel, name: string): string[] => {
  const field = fieldOf(resource, name)
  if (!field) throw new Error(`${resource.collection} has no field "${name}".`)
  return columnNames(field)
}

const isSet = (field: FieldModel | undefined) =>
  field !== undefined && ['uuid[]', 'text[]'].includes(traits(field.kind).storage)

const uniqueIndexes = (resource: ResourceModel): IndexPlan[] =>
  resource.unique.map((names) => {
    const plain = names.flatMap((name) => columnsOfField(resource, name))
    const columns = names.flatMap((name) =>
      fieldOf(resource, name)?.kind === 'email'
        ? [`lower("${columnName(name)}")`]
        : columnsOfField(resource, name),
    )
    return {
      name: constraintName(resource.table, plain, 'key'),
      columns,
      unique: true,
      where: '"deleted_at" IS NULL',
    }
  })

const setIndexes = (resource: ResourceModel): IndexPlan[] =>
  resource.fields
    .filter((f) => f.kind === 'refs' || (isSet(f) && resource.list.filters.includes(f.name)))
    .map((f) => ({
      name: constraintName(resource.table, [columnName(f.name)], 'idx'),
      columns: [columnName(f.name)],
      using: 'gin' as const,
    }))

/**
 * Column sequences that lists read: each filter followed by the default sort, and each sortable
 * field; all end with `id`. Every column ascends with nulls last, PostgreSQL's default, so that a
 * backward scan serves the descending sort (nulls first) and one B-tree serves both directions.
 */
const sortedRuns = (resource: ResourceModel): string[][] => {
  const sort = columnsOfField(resource, resource.list.sort.replace(/^-/, ''))
  const filters = resource.list.filters.filter((name) => {
    const f = fieldOf(resource, name)
    return (
      f !== undefined && !isSet(f) && traits(f.kind).operators.length > 0 && f.kind !== 'secret'
    )
  })
  const runs = [
    ...filters.map((name) => [...columnsOfField(resource, name), ...sort]),
    ...resource.list.sortable.map((name) => columnsOfField(resource, name)),
  ].map((columns) => [...new Set([...columns, 'id'])])
  return [...new Map(runs.map((run) => [run.join(), run])).values()]
}

/** Secrets are found by their hash. */
const secretIndexes = (resource: ResourceModel): IndexPlan[] =>
  resource.fields
    .filter((f) => f.kind === 'secret')
    .map((f) => ({
      name: constraintName(resource.table, [columnName(f.name)], 'idx'),
      columns: [blindPart(`"${columnName(f.name)}"`)],
    }))

/** The index contains everything a metric uses, so that counting needs no access to the rows. */
const metricIndexes = (resource: ResourceModel): IndexPlan[] =>
  Object.entries(resource.metrics ?? {}).flatMap(([name, metric]) => {
    const own = (names: readonly (string | undefined)[]) =>
      names.flatMap((n) => (n === undefined || n.includes('.') ? [] : columnsOfField(resource, n)))
    // Staff of a tenant count their own rows.
    const tenant =
      typeof resource.scope === 'string' && resource.fields.some((f) => f.name === resource.scope)
        ? resource.scope
        : undefined
    const rest = own([...Object.keys(metric.where ?? {}), metric.sum, tenant])
    const runs: string[][] = []
    if ('at' in metric) {
      runs.push([
        ...own([metric.at]),
        ...rest,
        ...own([...Object.keys(metric.less ?? {}), metric.top?.by, metric.top?.sum]),
      ])
    } else if ('since' in metric) {
      const more = [...rest, ...own(metric.monthly ?? [])]
      runs.push(
        [...own([metric.until, metric.since]), ...more],
        [...own([metric.since, metric.until]), ...more],
      )
    } else {
      const {
        from,
        to,
        ended,
        by: [place],
        capacity,
      } = resource.list.layouts!.calendar!
      const end = ended ? `coalesce("${columnName(ended)}", "${columnName(to)}")` : columnName(to)
      runs.push([end, ...own([from, place, 'state', capacity?.taken]), ...rest])
    }
    return runs.map((columns, i): IndexPlan => ({
      name: constraintName(resource.table, [columnName(name), ...(i ? ['from'] : [])], 'idx'),
      columns: [...new Set(columns)],
      where: '"deleted_at" IS NULL',
    }))
  })

/** Columns with a foreign key: deleting their target looks them up. */
const keyColumns = (resource: ResourceModel): string[] =>
  resource.fields
    .filter((f) => f.kind === 'ref' || f.kind === 'image' || f.kind === 'file')
    .map((f) => columnName(f.name))

/** Every index of a resource's table. */
export const indexesOf = (resource: ResourceModel): IndexPlan[] => {
  const runs = sortedRuns(resource)
  const keys = keyColumns(resource)
    .filter((column) => !runs.some((run) => run[0] === column))
    .map((column) => [column])
  return [
    ...uniqueIndexes(resource),
    ...[...runs, ...keys].map((columns) => ({
      name: constraintName(resource.table, columns, 'idx'),
      columns,
    })),
    ...setIndexes(resource),
    ...secretIndexes(resource),
    ...metricIndexes(resource),
    {
      name: constraintName(resource.table, ['search'], 'idx'),
      columns: ['search'],
      using: 'trigram',
    },
    {
      name: constraintName(resource.table, ['trash'], 'idx'),
      columns: ['deleted_at', 'id'],
      where: '"deleted_at" IS NOT NULL',
    },
  ]
}
