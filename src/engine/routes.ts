/** The pages of every entity as typed routes derived from the declarations: no generated files. */
import { createElement, type ComponentType } from 'react'
import {
  createRoute,
  lazyRouteComponent,
  useSearch,
  type AnyContext,
  type AnyRoute,
  type Route,
} from '@tanstack/react-router'
import type { ResourceModel } from '#model/types.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { allResources, modelOf } from './resource.ts'
import { readAsOf } from './asOf.ts'
import { readListSearch, type ListSearch } from './listSearch.ts'

export type PageKind = 'list' | 'create' | 'detail' | 'edit' | 'import'

interface Searches<S> {
  readonly '~standard': {
    readonly types?: { readonly input: S; readonly output: S } | undefined
    readonly validate: (value: unknown) => never
  }
}
/** A page without search parameters rejects all of them; TanStack's default accepts any. */
type NoSearch = {
  [
    K in
      | 'page'
      | 'after'
      | 'scroll'
      | 'search'
      | 'sort'
      | 'limit'
      | 'trashed'
      | 'where'
      | 'layout'
      | 'month'
      | 'by'
      | 'queue'
      | 'asOf'
  ]?: never
}
/**
 * Initial values of a form: a record to copy, or field values (`hotel=<id>`) for the create page.
 */
export type CreateSearch = { copy?: string; preset?: string }

/** One route type, spelled out once: 18 type parameters, of which six vary. */
type PageRoute<
  Parent extends AnyRoute,
  Path extends string,
  Search = Searches<NoSearch>,
  Params = {},
> = Route<
  unknown,
  Parent,
  Path,
  Path,
  Path,
  `${Parent['id']}${Path}`,
  Search,
  Params,
  AnyContext,
  AnyContext,
  AnyContext,
  {},
  undefined,
  unknown,
  unknown,
  unknown,
  unknown,
  undefined
>
type PathOf<R> = R extends { path: infer P extends string } ? P : never
type CreateOf<R> = R extends { createPath: infer P extends string } ? P : never

/** Entities that have pages. */
type Paged<M> = { [K in keyof M & string]: PathOf<M[K]> extends '' ? never : K }[keyof M & string]

/** The children object for `shell.addChildren`: five keyed routes per resource. */
export type ResourceRoutes<P extends AnyRoute, M> = {
  [K in Paged<M> as `${K}.list`]: PageRoute<P, PathOf<M[K]>, Searches<ListSearch<M[K]>>>
} & { [K in Paged<M> as `${K}.create`]: PageRoute<P, CreateOf<M[K]>, Searches<CreateSearch>> } & {
  [K in Paged<M> as `${K}.import`]: PageRoute<P, `${PathOf<M[K]>}/import`>
} & {
  [K in Paged<M> as `${K}.detail`]: PageRoute<
    P,
    `${PathOf<M[K]>}/$id`,
    Searches<{ tab?: string; asOf?: string }>,
    { id: string }
  >
} & {
  [K in Paged<M> as `${K}.edit`]: PageRoute<
    P,
    `${PathOf<M[K]>}/$id/edit`,
    Searches<NoSearch>,
    { id: string }
  >
}

/** Props of a generated page. */
export interface PageProps {
  readonly resource: ResourceModel
}
type Page = ComponentType<PageProps> & {
  readonly preload?: (() => Promise<void> | undefined) | undefined
}
/** Replaces pages of a resource, by collection and kind: `{ orders: { detail: OrderPage } }`. */
export type Replacements<Collection extends string = string> = Readonly<
  Partial<Record<Collection, Partial<Readonly<Record<PageKind, Page>>>>>
>

const pages: Readonly<Record<PageKind, Page>> = {
  list: lazyRouteComponent(() => import('./list/ListPage.tsx'), 'ListPage'),
  create: lazyRouteComponent(() => import('./form/CreatePage.tsx'), 'CreatePage'),
  edit: lazyRouteComponent(() => import('./form/EditPage.tsx'), 'EditPage'),
  detail: lazyRouteComponent(() => import('./detail/DetailPage.tsx'), 'DetailPage'),
  import: lazyRouteComponent(() => import('./exchange/ImportPage.tsx'), 'ImportPage'),
}

const loadPast = () => import('./versions/past.ts')
/** The pages that show records as they were at an instant. */
const past: Readonly<Partial<Record<PageKind, Page>>> = {
  list: lazy(async () => ({ default: (await loadPast()).PastList })),
  detail: lazy(async () => ({ default: (await loadPast()).PastRecord })),
}

/** Loads a page, and the inputs of a form with it. */
const preload = async (page: Page, hasForm: boolean, resource: ResourceModel): Promise<void> => {
  await page.preload?.()
  if (!hasForm) return
  // The page itself reports what is not there.
  const form = await import('./form/prepareInputs.ts').catch(() => undefined)
  await form?.prepareInputs(resource)
}

const action: Record<PageKind, string> = {
  list: 'list',
  create: 'create',
  edit: 'update',
  detail: 'read',
  import: 'import',
}
const text = (v: unknown): string | undefined =>
  typeof v === 'string' && v !== '' && v.length <= 500 ? v : undefined

const searchOf = (
  resource: ResourceModel,
  kind: PageKind,
  raw: Record<string, unknown>,
): object => {
  if (kind === 'list') return readListSearch(resource, raw)
  if (kind === 'create') return { copy: text(raw.copy), preset: text(raw.preset) }
  if (kind === 'detail') return { tab: text(raw.tab), asOf: readAsOf(raw.asOf) }
  return {}
}

/**
 * The five routes of every resource that has pages, under `shell`. `M` is the type of the
 * declarations and matches the compiled model at run time. Casts are confined to this function.
 */
export function resourceRoutes<M, P extends AnyRoute>(
  shell: P,
  replace: Replacements = {},
): ResourceRoutes<P, M> {
  const out: Record<string, AnyRoute> = {}
  for (const resource of allResources().filter((r) => r.path)) {
    // Read at each render: in the dev server a saved schema replaces the previous one.
    const now = () => modelOf(resource.collection) ?? resource
    const at = (kind: PageKind, path: string): void => {
      const page = replace[resource.collection]?.[kind] ?? pages[kind]
      const component = Object.assign(
        () =>
          createElement((useSearch({ strict: false }).asOf && past[kind]) || page, {
            resource: now(),
          }),
        { preload: () => preload(page, page === pages.create || page === pages.edit, now()) },
      )
      // No permission exists for what nobody may do: append-only records are never edited, and some
      // are made by the server alone.
      const never =
        (kind === 'edit' && resource.appendOnly) ||
        ((kind === 'create' || kind === 'import') && resource.readOnly)
      const permission = never ? `${resource.entity}.never` : `${resource.entity}.${action[kind]}`
      const staticData = {
        permission,
        label: resource.label.many,
        resource: resource.collection,
        page: kind,
      }
      out[`${resource.entity}.${kind}`] = createRoute({
        getParentRoute: () => shell,
        path,
        component,
        staticData,
        validateSearch: (raw: Record<string, unknown>) => searchOf(now(), kind, raw),
      } as never) as AnyRoute
    }
    at('list', resource.path)
    at('create', resource.createPath)
    at('import', `${resource.path}/import`)
    at('detail', `${resource.path}/$id`)
    at('edit', `${resource.path}/$id/edit`)
  }
  return out as never
}
