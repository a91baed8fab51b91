/**
 * Imports as a channel of the matrix: why each row of a dry run is refused, compared with the
 * oracle.
 */
import type { ResourceModel } from '#model/types.ts'
import { Problem } from '#server/base/problem.ts'
import type { Access } from '#server/permissions/types.ts'
import type { Api } from '#tests/api/harness.ts'
import type { World, WorldRecord } from './canaryWorld.ts'
import { mayDo, mayImportHistory, mayMove, mayWriteField } from './matrixOracle.ts'

type Row = Readonly<Record<string, unknown>>
interface Attempt {
  readonly what: string
  readonly was: string
  readonly wanted: string
}

/**
 * Codes of a row in a dry run: `forbidden`, `path code`, or the outcome; `403` when the whole
 * import is refused.
 */
export const verdicts = async (
  { services }: Pick<Api, 'services'>,
  access: Access,
  resource: ResourceModel,
  data: Row,
  options: { readonly upsertBy?: string; readonly history?: true } = {},
): Promise<readonly string[]> => {
  try {
    const { rows } = await services.writer.importRows(
      resource,
      [{ row: 1, data, reason: 'why' }],
      { mode: 'dry-run', ...options },
      { access, channel: 'import', requestId: 'test', operationId: crypto.randomUUID() },
    )
    return rows.flatMap((r) => r.errors?.map((e) => `${e.path} ${e.code}`) ?? [r.outcome])
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [String(error.status)]
  }
}

/**
 * Imports of an entity by a person: create, update, each state, a field they may not write, a
 * change of an append-only record, and a history.
 */
export const askImports = async (
  world: World,
  access: Access,
  role: string,
  resource: ResourceModel,
  records: readonly WorldRecord[],
): Promise<readonly Attempt[]> => {
  const asked: Attempt[] = []
  const may = mayDo(role, resource, 'import')
  const put = async (
    what: string,
    data: Row,
    refusal: string | undefined,
    options: Parameters<typeof verdicts>[4] = {},
  ): Promise<void> => {
    const found = await verdicts(world.api, access, resource, data, options)
    const sought = may ? refusal : '403'
    const refused = found.filter((v) => v === '403' || v === sought || v.endsWith(' forbidden'))
    asked.push({ what, was: refused.join(), wanted: sought ?? '' })
  }
  const unless = (allowed: boolean, refusal: string) => (allowed ? undefined : refusal)
  await put('create', { noSuchField: 1 }, unless(mayDo(role, resource, 'create'), ' forbidden'))
  await put('history', { noSuchField: 1 }, unless(mayImportHistory(role, resource), '403'), {
    history: true,
  })
  const upsertBy = resource.unique
    .filter((set) => set.length === 1)
    .map(([name]) => resource.fields.find((f) => f.name === name)!)
    .find((f) => !f.derived && !f.immutable && mayWriteField(role, resource, f.name))?.name
  if (!upsertBy) return asked
  const key = { upsertBy }
  for (const record of records) {
    const { data: now } = (await world.call('GET', `/api/${resource.collection}/${record.id}`))
      .body as { data: Row }
    const named = `${record.side} ${record.variant}`
    const same = { [upsertBy]: now[upsertBy] }
    if (now[upsertBy] === null || now[upsertBy] === undefined) continue
    const change = mayDo(role, resource, 'update')
    await put(`update ${named}`, same, unless(change, ' forbidden'), key)
    if (!change) continue
    const { title } = resource
    const other = resource.fields.find(
      (f) => !f.derived && !f.required && typeof now[f.name] === 'string' && f.kind === 'longText',
    )
    const text = other?.name ?? (title === upsertBy ? undefined : title)
    if (resource.appendOnly && text && mayWriteField(role, resource, text)) {
      await put(`append-only ${named}`, { ...same, [text]: 'changed' }, ' append_only', key)
    }
    for (const f of resource.fields) {
      if (f.kind !== 'state' && !mayWriteField(role, resource, f.name)) {
        await put(`${f.name} ${named}`, { ...same, [f.name]: 1 }, `${f.name} unknown_name`, key)
      }
    }
    for (const to of new Set(resource.transitions.map((t) => t.name))) {
      if (to !== now.state) {
        const only = resource.transitions.find((t) => t.name === to && t.from === now.state)?.only
        const free = mayMove(role, resource, to) && only !== 'rules'
        await put(`${to} ${named}`, { ...same, state: to }, unless(free, 'state forbidden'), key)
      }
    }
  }
  return asked
}
