/** Every URL of the application: the product's fixed ones, and the pages of the entities. */
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { Resources } from '#schemas/index.ts'
import { meQuery } from '#data/queries.ts'
import { storedTokens } from '#data/session.ts'
import { readListSearch, type AnyListSearch } from '#engine/listSearch.ts'
import { allResources } from '#engine/resource.ts'
import type { CollectionName } from '#schemas/names.ts'
import type {} from './staticData.ts'
import { resourceRoutes, type Replacements } from '#engine/routes.ts'
import { parseSearch, stringifySearch } from '#model/searchText.ts'
import { readChatSearch } from '#screens/chat/search.ts'
import { RouteError } from '#screens/errors/RouteError.tsx'
import { Loading } from '#ui/states.tsx'
import { Root } from './Root.tsx'
import { nameRelatedScreens } from './relatedScreens.ts'
import { samePagePath } from './nextPath.ts'

nameRelatedScreens()

interface Context {
  readonly queryClient: QueryClient
}

const open = (label: string) => ({ permission: null, label })
const word = (v: unknown): string | undefined => (typeof v === 'string' && v !== '' ? v : undefined)
const idOf = (v: unknown): string | undefined =>
  typeof v === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(v) ? v : undefined

const root = createRootRouteWithContext<Context>()({ component: Root, staticData: open('') })

// Fixed by the product: read once, when the application starts.
const signedInAtStart = storedTokens() !== null
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: open(''),
  beforeLoad: () => {
    throw redirect({ to: signedInAtStart ? '/dashboard' : '/auth/login', replace: true })
  },
})
const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: open('screens.notFound'),
  beforeLoad: () => {
    throw redirect({ to: storedTokens() ? '/not-found' : '/auth/404', replace: true })
  },
})

const shell = createRoute({
  getParentRoute: () => root,
  id: '_main',
  staticData: open(''),
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
  beforeLoad: ({ cause, context, location }) => {
    if (!storedTokens()) {
      throw redirect({ to: '/auth/login', search: { next: location.href }, replace: true })
    }
    // Every page of the shell needs the person first: requested while the page's code loads.
    if (cause === 'enter') void context.queryClient.prefetchQuery(meQuery())
  },
})
const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  staticData: open('screens.dashboard'),
  validateSearch: ({
    range,
    from,
    to,
  }: Record<string, unknown>): { range?: string; from?: string; to?: string } => ({
    range: word(range),
    from: word(from),
    to: word(to),
  }),
  component: lazyRouteComponent(() => import('#screens/dashboard/Dashboard.tsx'), 'Dashboard'),
})
const permissions = createRoute({
  getParentRoute: () => shell,
  path: '/permission/$id',
  staticData: { permission: 'userRole.read', label: 'permission.pageName' },
  component: lazyRouteComponent(() => import('#screens/permission/Permissions.tsx'), 'Permissions'),
})
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  staticData: open('settings.title'),
  validateSearch: (
    raw: Record<string, unknown>,
  ): { tab?: string; view?: string; request?: string } => ({
    tab: word(raw.tab),
    view: word(raw.view),
    request: idOf(raw.request),
  }),
  component: lazyRouteComponent(() => import('#screens/settings/Settings.tsx'), 'Settings'),
})
const ongoingOrders = createRoute({
  getParentRoute: () => shell,
  path: '/ongoing-order',
  staticData: { permission: 'order.list', label: 'screens.ongoingOrders' },
  validateSearch: (raw: Record<string, unknown>): AnyListSearch =>
    readListSearch(
      allResources().find((r) => r.entity === 'order')!,
      raw,
    ),
  component: lazyRouteComponent(
    () => import('#screens/ongoingOrder/OngoingOrders.tsx'),
    'OngoingOrders',
  ),
})
const orderDash = createRoute({
  getParentRoute: () => shell,
  path: '/order-dash',
  staticData: { permission: 'order.list', label: 'screens.orderDash' },
  validateSearch: (
    raw: Record<string, unknown>,
  ): { vendor?: string; search?: string; kind?: string; late?: true } => ({
    vendor: idOf(raw.vendor),
    search: word(raw.search)?.slice(0, 100),
    kind: word(raw.kind),
    late: raw.late === true || raw.late === 'true' ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('#screens/orderDash/OrderDash.tsx'), 'OrderDash'),
})
const chat = createRoute({
  getParentRoute: () => shell,
  path: '/chatuser',
  staticData: { permission: 'conversation.list', label: 'screens.chat', changes: 'chatMessage' },
  validateSearch: readChatSearch,
  component: lazyRouteComponent(() => import('#screens/chat/Chat.tsx'), 'Chat'),
})
const ticketChat = createRoute({
  getParentRoute: () => shell,
  path: '/ticket_chat/$id',
  validateSearch: ({ queue }: Record<string, unknown>): { queue?: string } => ({
    queue: word(queue)?.slice(0, 40),
  }),
  staticData: { permission: 'ticket.read', label: 'screens.ticketChat' },
  component: lazyRouteComponent(() => import('#screens/ticketChat/TicketChat.tsx'), 'TicketChat'),
})

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  staticData: open(''),
  component: lazyRouteComponent(() => import('#screens/auth/AuthLayout.tsx'), 'AuthLayout'),
})
const bareAuth = createRoute({
  getParentRoute: () => auth,
  path: '/',
  staticData: open('screens.notFound'),
  beforeLoad: () => {
    throw redirect({ to: '/auth/404', replace: true })
  },
})
const nextOf = (raw: Record<string, unknown>): { next?: string } => ({
  next: samePagePath(word(raw.next)),
})
const tokenOf = (raw: Record<string, unknown>): { token?: string } => ({ token: word(raw.token) })
const referenceOf = (raw: Record<string, unknown>): { transaction?: string; link?: string } => ({
  transaction: word(raw.transaction),
  link: word(raw.link),
})

const login = createRoute({
  getParentRoute: () => auth,
  path: 'login',
  validateSearch: nextOf,
  staticData: open('screens.signIn'),
  component: lazyRouteComponent(() => import('#screens/auth/Login.tsx'), 'Login'),
})
const register = createRoute({
  getParentRoute: () => auth,
  path: 'register',
  staticData: open('screens.createAccount'),
  component: lazyRouteComponent(() => import('#screens/auth/Register.tsx'), 'Register'),
})
const forgot = createRoute({
  getParentRoute: () => auth,
  path: 'forgot',
  staticData: open('screens.forgotTitle'),
  component: lazyRouteComponent(() => import('#screens/auth/Forgot.tsx'), 'Forgot'),
})
const reset = createRoute({
  getParentRoute: () => auth,
  path: 'reset',
  validateSearch: tokenOf,
  staticData: open('screens.resetTitle'),
  component: lazyRouteComponent(() => import('#screens/auth/Reset.tsx'), 'Reset'),
})
const verify = createRoute({
  getParentRoute: () => auth,
  path: 'verify',
  validateSearch: tokenOf,
  staticData: open('screens.verifyTitle'),
  component: lazyRouteComponent(() => import('#screens/auth/Verify.tsx'), 'Verify'),
})
const twoFactor = createRoute({
  getParentRoute: () => auth,
  path: 'two-factor',
  validateSearch: nextOf,
  staticData: open('screens.twoFactorTitle'),
  component: lazyRouteComponent(() => import('#screens/auth/TwoFactor.tsx'), 'TwoFactor'),
})
const success = createRoute({
  getParentRoute: () => auth,
  path: 'success',
  validateSearch: referenceOf,
  staticData: open('screens.paymentSuccess'),
  component: lazyRouteComponent(() => import('#screens/auth/Payment.tsx'), 'PaymentSuccess'),
})
const cancel = createRoute({
  getParentRoute: () => auth,
  path: 'cancel',
  validateSearch: referenceOf,
  staticData: open('screens.paymentCancel'),
  component: lazyRouteComponent(() => import('#screens/auth/Payment.tsx'), 'PaymentCancelled'),
})
const notFound = createRoute({
  getParentRoute: () => auth,
  path: '404',
  staticData: open('screens.notFound'),
  component: lazyRouteComponent(() => import('#screens/errors/NotFound.tsx'), 'NotFound'),
})

/** For people who are signed in: with the navigation around it. */
const unknown = createRoute({
  getParentRoute: () => shell,
  path: '/not-found',
  staticData: open('screens.notFound'),
  component: lazyRouteComponent(() => import('#screens/errors/NotFound.tsx'), 'NotFound'),
})

/** Custom pages that replace generated ones. */
const replaced: Replacements<CollectionName> = {
  notifications: {
    create: lazyRouteComponent(() => import('#screens/compose/Compose.tsx'), 'Compose'),
  },
}

const routeTree = root.addChildren({
  start,
  main: shell.addChildren({
    chat,
    ticketChat,
    dashboard,
    ongoingOrders,
    orderDash,
    permissions,
    settings,
    unknown,
    ...resourceRoutes<Resources, typeof shell>(shell, replaced),
  }),
  auth: auth.addChildren({
    bareAuth,
    login,
    register,
    forgot,
    reset,
    verify,
    twoFactor,
    success,
    cancel,
    notFound,
  }),
  anythingElse,
})

// The build leaves it out.
if (import.meta.env.DEV && !import.meta.env.VITEST) {
  const catalog = createRoute({
    getParentRoute: () => shell,
    path: '/dev/catalog',
    staticData: open(''),
    component: lazyRouteComponent(() => import('./catalog/CatalogPage.tsx'), 'CatalogPage'),
  })
  shell.addChildren({ ...(shell.children as object | undefined), catalog })
}

/** The router of the application over a query cache; tests pass a memory history. */
export const createAppRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queryClient },
    ...(history ? { history } : {}),
    // `/banner` is not `/Banner`.
    caseSensitive: true,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  })

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
