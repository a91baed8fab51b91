import { historyKey } from '#schemas/define/historyKey.ts'
import { own } from '#schemas/define/own.ts'
import { byCollection } from '#model/compile.ts'
import { importField } from '#model/importFields.ts'
import { isReference, type Mapping, type Source } from '#model/importMapping.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { MappingState } from '#model/views.ts'
import type { Access } from '../permissions/types.ts'
import { isKey } from '../store/write/importCandidate.ts'
import { checkEntry, type Rights } from './checkMapping.ts'

class Cut {
  readonly missing: string[] = []
  readonly #model: Model
  readonly #rights: Rights
  constructor(model: Model, rights: Rights) {
    this.#model = model
    this.#rights = rights
  }

  lose(what: string): undefined {
    this.missing.push(what)
    return undefined
  }

  #entry(
    resource: ResourceModel,
    mapping: Mapping,
    [name, entry]: readonly [string, Source],
    path: string,
  ): Source | undefined {
    const fits = (one: Source) =>
      checkEntry(
        { model: this.#model, mapping, rights: this.#rights },
        resource,
        `mapping.fields.${path}`,
        [name, one],
      ).length === 0
    if (!isReference(entry) || !entry.create) {
      return fits(entry) ? entry : this.lose(`field ${path}`)
    }
    const { create, ...found } = entry
    if (!fits(found)) return this.lose(`field ${path}`)
    const target = byCollection(this.#model, importField(resource, name)?.ref ?? '')
    if (!fits({ ...found, create: {} })) {
      this.lose(`new record of ${path}`)
      return found
    }
    return { ...found, create: this.entries(target, mapping, create, `${path}.`) }
  }

  /** The entries that the reader may write. */
  entries(
    resource: ResourceModel,
    mapping: Mapping,
    given: Readonly<Record<string, Source>>,
    within = '',
  ): Record<string, Source> {
    return Object.fromEntries(
      Object.entries(given).flatMap(([name, entry]) => {
        const kept = this.#entry(resource, mapping, [name, entry], `${within}${name}`)
        return kept === undefined ? [] : [[name, kept]]
      }),
    )
  }
}

/**
 * A saved mapping without the fields that do not exist (any longer) or that a person may not write,
 * and the names of what is left out: `field vendor`. The rules are those of an import.
 */
export const cutMapping = (
  model: Model,
  resource: ResourceModel,
  state: MappingState,
  access: Access,
): { readonly state: MappingState; readonly missing: readonly string[] } => {
  const { history: wanted, upsertBy, mapping, columns } = state
  const history = wanted === true && access.can(historyKey(resource.entity))
  const cut = new Cut(model, { access, history })
  if (wanted && !history) cut.lose('history of another system')
  let fields = cut.entries(resource, mapping, mapping.fields)
  // A day that counts from a field that is left out has no start.
  for (let left = -1; left !== cut.missing.length;) {
    left = cut.missing.length
    fields = cut.entries(resource, { ...mapping, fields }, fields)
  }
  const finds =
    upsertBy === undefined || (isKey(resource, upsertBy) && own(fields, upsertBy) !== undefined)
  if (!finds) cut.lose(`key ${upsertBy}`)
  return {
    state: {
      columns,
      mapping: { ...mapping, fields },
      ...(upsertBy !== undefined && finds ? { upsertBy } : {}),
      ...(history ? { history } : {}),
    },
    missing: cut.missing,
  }
}
