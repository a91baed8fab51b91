/**
 * The part of a view that a reader may see and that still exists: the one rule for reading saved
 * views and for `schema:diff`. Pure.
 */
import { validateFilter } from './filterTree.ts'
import { resolvePath, type Allowed } from './filterUrl.ts'
import { queuesOf } from './queues.ts'
import { parseSearch, stringifySearch } from './searchText.ts'
import { fieldOf } from './standard.ts'
import type { Json, Model, ResourceModel } from './types.ts'
import { formatSort, parseSort } from './urlQuery.ts'
import { daysOf, groupsOf, layoutsOf, mapsOf } from './layouts.ts'
import { unsavedParams, type ViewDevice, type ViewState } from './views.ts'

/** Who reads a view. */
interface Reader {
  /** Default: everything that exists. */
  readonly allowed?: Allowed
  /** Their own view: the search words are theirs. */
  readonly mine?: boolean
}

/** A view without the parts that are left out, and their names: `column notes`, `filter vendor`. */
export interface CutView {
  readonly state: ViewState
  readonly missing: readonly string[]
}

/** Parameters without names of fields. */
const PLAIN: ReadonlySet<string> = new Set(['trashed', 'followed', 'scroll', 'limit'])

class Cut {
  readonly missing: string[] = []
  readonly #resource: ResourceModel
  readonly #model: Model
  readonly #allowed: Allowed
  readonly #mine: boolean
  constructor(resource: ResourceModel, model: Model, { allowed, mine }: Required<Reader>) {
    this.#mine = mine
    this.#resource = resource
    this.#model = model
    this.#allowed = allowed
  }

  reads(name: string): boolean {
    // A column may be of a referenced record: `customer.email`.
    return resolvePath(this.#resource, this.#model, name.split('.'), this.#allowed) !== undefined
  }

  #lose(what: string): undefined {
    this.missing.push(what)
    return undefined
  }

  names(kind: string, given: readonly string[]): string[] {
    return given.filter((name) => this.reads(name) || this.#lose(`${kind} ${name}`))
  }

  #sort(text: string): string | undefined {
    const { sortable } = this.#resource.list
    const kept = parseSort(text).filter(
      ({ field }) => (sortable.includes(field) && this.reads(field)) || this.#lose(`sort ${field}`),
    )
    return kept.length ? formatSort(kept) : undefined
  }

  /** A filter without its lost conditions; a negated one is lost as a whole. */
  #filter(raw: unknown): Json | undefined {
    const given = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
    for (const logic of ['and', 'or'] as const) {
      const members = given[logic]
      if (!Array.isArray(members)) continue
      const kept = members.flatMap((member) => this.#filter(member) ?? [])
      return kept.length ? { [logic]: kept } : undefined
    }
    if (given.path !== undefined || given.not !== undefined) {
      if (validateFilter(this.#resource, this.#model, raw, this.#allowed)) return raw as Json
    }
    const path = Array.isArray(given.path) ? given.path.join('.') : 'group'
    return this.#lose(`filter ${path}`)
  }

  #where(text: unknown): string | undefined {
    try {
      const kept = this.#filter(JSON.parse(String(text)))
      return kept === undefined ? undefined : JSON.stringify(kept)
    } catch {
      return this.#lose('filter group')
    }
  }

  #quick(name: string, value: unknown): unknown {
    if (!this.#resource.list.filters.includes(name) || !this.reads(name)) {
      return this.#lose(`filter ${name}`)
    }
    const options = fieldOf(this.#resource, name)?.options
    if (!options) return value
    const kept = [value]
      .flat()
      .filter(
        (v) => options.some((o) => o.value === v) || this.#lose(`filter ${name}=${String(v)}`),
      )
    return kept.length ? kept : undefined
  }

  param(name: string, value: unknown): unknown {
    const { list } = this.#resource
    if (PLAIN.has(name)) return value
    switch (name) {
      case 'search':
        // A search word may be a value of any field it looks through.
        return this.#mine || list.search.every((field) => this.reads(field.split('.')[0]!))
          ? value
          : this.#lose('search')
      case 'sort':
        return this.#sort(String(value))
      case 'where':
        return this.#where(value)
      case 'queue':
        return queuesOf(this.#resource, this.#allowed).some((queue) => queue.name === value)
          ? value
          : this.#lose(`queue ${String(value)}`)
      case 'by':
      case 'across':
        return [groupsOf, daysOf, mapsOf]
          .flatMap((of) => of(this.#resource))
          .some((n) => n === value) && this.reads(String(value))
          ? value
          : this.#lose(`grouping ${String(value)}`)
      case 'measure':
        return this.reads(String(value).split(':')[1] ?? '')
          ? value
          : this.#lose(`measure ${String(value)}`)
      default:
        return this.#quick(name, value)
    }
  }

  device(given: ViewDevice | undefined): ViewDevice | undefined {
    if (!given) return undefined
    const { layout, density, widths } = given
    const known = layout === undefined || layoutsOf(this.#resource).some((name) => name === layout)
    const kept = Object.entries(widths ?? {}).filter(([name]) => this.reads(name))
    return {
      ...(layout === undefined || !(known || this.#lose(`layout ${layout}`)) ? {} : { layout }),
      ...(density === undefined ? {} : { density }),
      ...(kept.length ? { widths: Object.fromEntries(kept) } : {}),
    }
  }
}

/**
 * A view without the columns, filters, sorts, groupings and layouts that `allowed` refuses or the
 * model does not have (any longer).
 */
export const cutView = (
  resource: ResourceModel,
  model: Model,
  state: ViewState,
  { allowed = () => true, mine = false }: Reader = {},
): CutView => {
  const cut = new Cut(resource, model, { allowed, mine })
  const search = stringifySearch(
    Object.fromEntries(
      Object.entries(parseSearch(state.search))
        .filter(([name]) => !unsavedParams.includes(name))
        .map(([name, value]) => [name, cut.param(name, value)]),
    ),
  )
  const columns = state.columns && cut.names('column', state.columns)
  const pinned = state.pinned?.filter((name) => cut.reads(name))
  const [wide, narrow] = [cut.device(state.wide), cut.device(state.narrow)]
  return {
    state: {
      search,
      ...(columns?.length ? { columns } : {}),
      ...(pinned?.length ? { pinned } : {}),
      ...(state.sums ? { sums: state.sums } : {}),
      ...(wide ? { wide } : {}),
      ...(narrow ? { narrow } : {}),
    },
    missing: cut.missing,
  }
}
