/**
 * Navigation for code that handles any resource. The router types each path, while here paths come
 * from the model; casts are confined to this file.
 */
import {
  createContext,
  createElement,
  use,
  useCallback,
  useMemo,
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react'
import {
  Link,
  useNavigate,
  useParams,
  useRouter,
  useRouterState,
  useSearch,
  type RouterState,
} from '@tanstack/react-router'
import type { ResourceModel } from '#model/types.ts'
import { AsOf } from './asOf.ts'
import { compose } from './composers.ts'
import { readListSearch, type AnyListSearch } from './listSearch.ts'
import { parseSearch, stringifySearch } from '#model/searchText.ts'

/** `useNavigate` for a path known only at run time, which the compiler cannot check. */
export type Navigate = (options: object) => Promise<void>

/** A page of a resource. */
export type PageTarget =
  /** `at` is the path of a list preset. */
  | { readonly page: 'list'; readonly search?: AnyListSearch; readonly at?: string }
  | {
      readonly page: 'create'
      readonly search?: { readonly copy?: string; readonly preset?: string }
    }
  | { readonly page: 'import' }
  | {
      readonly page: 'detail'
      readonly id: string
      readonly search?: { readonly tab?: string; readonly asOf?: string }
    }
  | { readonly page: 'edit'; readonly id: string }

const pathOf = (resource: ResourceModel, target: PageTarget): string => {
  switch (target.page) {
    case 'list':
      return target.at ?? resource.path
    case 'create':
      return resource.createPath
    case 'import':
      return `${resource.path}/import`
    case 'detail':
      return `${resource.path}/$id`
    case 'edit':
      return `${resource.path}/$id/edit`
  }
}

/** Search parameters of a target; pages that know no past drop the instant. */
const searchOf = (target: PageTarget, asOf?: string): Readonly<Record<string, unknown>> => ({
  asOf,
  ...('search' in target ? target.search : {}),
})

const optionsOf = (resource: ResourceModel, target: PageTarget, asOf?: string): object => ({
  to: pathOf(resource, target),
  ...('id' in target ? { params: { id: target.id } } : {}),
  search: searchOf(target, asOf),
})

/** URL of a page as text, for `href` and copying. */
export const hrefOf = (resource: ResourceModel, target: PageTarget, asOf?: string): string =>
  pathOf(resource, target).replace('$id', 'id' in target ? encodeURIComponent(target.id) : '') +
  stringifySearch(searchOf(target, asOf))

type Rest = Omit<ComponentProps<'a'>, 'resource' | 'href' | 'target'> & {
  readonly children?: ReactNode
  /**
   * Props while the current URL is this page or one below it; without them only the page itself
   * counts as current.
   */
  readonly activeProps?: { readonly className: string }
}

/** True for a click that asks for another tab, window or a download. */
export const elsewhere = (e: MouseEvent): boolean =>
  e.ctrlKey || e.metaKey || e.shiftKey || e.altKey

/** Opens the composer instead of the create form, if the resource has one. */
const composed = (resource: ResourceModel, target: PageTarget): boolean =>
  target.page === 'create' && !target.search?.copy && compose(resource, target.search?.preset)

/**
 * A real link to a page of a resource; it can open in a new tab and preloads the page's code on
 * intent. A link to a create form opens the resource's composer, if it has one.
 */
export const ResourceLink = ({
  resource,
  target,
  ...rest
}: Rest & { readonly resource: ResourceModel; readonly target: PageTarget }) =>
  createElement(
    Link as ComponentType<object>,
    {
      ...optionsOf(resource, target, use(AsOf)),
      activeOptions: { includeSearch: false, exact: rest.activeProps === undefined },
      ...rest,
      onClick: (e: MouseEvent<HTMLAnchorElement>) => {
        rest.onClick?.(e)
        if (!e.defaultPrevented && !elsewhere(e) && composed(resource, target)) e.preventDefault()
      },
    } as object,
  )

interface Quiet {
  readonly resource: ResourceModel
  readonly target: PageTarget
  /** Address of another screen that it opens. */
  readonly at?: string | undefined
  readonly onClick?: ((e: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

/** Props of a link that follows nothing: the address, the click, and preloading on intent. */
const useQuiet = ({ resource, target, at, onClick }: Quiet) => {
  const { preloadRoute } = useRouter()
  const navigate = useNavigate() as Navigate
  const asOf = use(AsOf)
  const options = () => (at === undefined ? optionsOf(resource, target, asOf) : { to: at })
  const ahead = () => {
    ;(preloadRoute as Navigate)(options()).catch(() => {})
  }
  return {
    href: at ?? hrefOf(resource, target, asOf),
    onClick: (e: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(e)
      if (e.defaultPrevented || elsewhere(e)) return
      e.preventDefault()
      void navigate(options())
    },
    onMouseEnter: ahead,
    onFocus: ahead,
  }
}

type QuietRest = Omit<Rest, 'id' | 'onClick' | 'activeProps'>

/**
 * A link like `ResourceLink`, but without subscribing to the URL, which a page full of links would
 * pay for at every change: it does not know whether it is current.
 */
export const QuietLink = ({
  resource,
  target,
  onClick,
  ...rest
}: QuietRest & Omit<Quiet, 'at'>) => <a {...useQuiet({ resource, target, onClick })} {...rest} />

/** The same to a record, for rows; `at` replaces the record's page. */
export const RecordLink = ({
  resource,
  id,
  at,
  ...rest
}: QuietRest & Pick<Quiet, 'resource' | 'at'> & { readonly id: string }) => (
  <a {...useQuiet({ resource, target: { page: 'detail', id }, at })} {...rest} />
)

/**
 * Follows links of the application that have no handlers of their own, and loads the code of their
 * pages ahead: for tables with too many links for a component each.
 */
export const useFollow = () => {
  const { preloadRoute } = useRouter()
  const navigate = useNavigate() as Navigate
  const to = (link: Element): object => {
    const [path, search = ''] = (link.getAttribute('href') ?? '').split('?')
    return { to: path, search: parseSearch(search) }
  }
  return {
    follow: (link: Element): void => void navigate(to(link)),
    ahead: (link: Element): void => {
      ;(preloadRoute as Navigate)(to(link)).catch(() => {})
    },
  }
}

/** A real link to any application URL known only at run time. */
export const AddressLink = ({
  address,
  ...rest
}: Omit<ComponentProps<'a'>, 'href' | 'target'> & { readonly address: string }) =>
  createElement(Link as ComponentType<object>, { to: address, ...rest } as object)

/** Navigates to any application URL known only at run time. */
export const useGoToAddress = (): ((address: string) => Promise<void>) => {
  const navigate = useNavigate() as Navigate
  return useCallback((address) => navigate({ to: address }), [navigate])
}

/** Navigates to a page of a resource; for a create form, opens its composer, if it has one. */
export const useGoTo = (): ((
  resource: ResourceModel,
  target: PageTarget,
  options?: { readonly replace?: boolean; readonly ignoreBlocker?: boolean },
) => Promise<void>) => {
  const navigate = useNavigate() as Navigate
  const asOf = use(AsOf)
  return useCallback(
    async (resource, target, options = {}) => {
      if (!composed(resource, target)) {
        await navigate({ ...optionsOf(resource, target, asOf), ...options })
      }
    },
    [navigate, asOf],
  )
}

/** Id in the URL of a detail or edit page. */
export const useRecordId = (): string => (useParams({ strict: false }) as { id?: string }).id ?? ''

/** Sets some search parameters of a list, or all of them by a function. */
export type SetListSearch = (
  change: Partial<AnyListSearch> | ((old: AnyListSearch) => AnyListSearch),
  options?: { readonly replace?: boolean },
) => void

/** What a list shows, and how to show something else. */
export type ListSearchState = readonly [AnyListSearch, SetListSearch]

/** The state of a list that is part of a page; without it, it is in the address. */
export const HeldSearch = createContext<ListSearchState | undefined>(undefined)

/**
 * Validated search parameters of the current list, and a setter for some of them. A change of
 * anything but the page resets to page 1.
 */
export const useListSearch = (): ListSearchState => {
  const held = use(HeldSearch)
  const search = (useSearch as (options: object) => AnyListSearch)({ strict: false })
  const navigate = useNavigate() as Navigate
  const set = useCallback(
    (
      change: Partial<AnyListSearch> | ((old: AnyListSearch) => AnyListSearch),
      options: { readonly replace?: boolean } = {},
    ) => {
      void navigate({
        to: '.',
        search:
          typeof change === 'function'
            ? change
            : (old: AnyListSearch) => ({ ...old, page: undefined, after: undefined, ...change }),
        ...options,
      })
    },
    [navigate],
  )
  return held ?? [search, set]
}

/** Router state without the types of its routes, which the engine does not know. */
const useRouting = useRouterState as unknown as <T>(options: {
  readonly select: (state: RouterState) => T
}) => T

/** Whether a navigation within the page at `path` is under way. */
export const useIsComing = (path: string): boolean =>
  useRouting({ select: ({ isLoading, location }) => isLoading && location.pathname === path })

/**
 * Search parameters of the list at `path` as they were last chosen, before the list follows;
 * undefined while another page is open or opens, and for a list that is part of a page.
 */
export const useLatestSearch = (
  resource: ResourceModel,
  path = resource.path,
): AnyListSearch | undefined => {
  const held = use(HeldSearch) !== undefined
  const raw = useRouting<Record<string, unknown> | undefined>({
    select: ({ location }) => (held || location.pathname !== path ? undefined : location.search),
  })
  return useMemo(() => raw && readListSearch(resource, raw), [resource, raw])
}
