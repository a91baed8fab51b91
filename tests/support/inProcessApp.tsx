/**
 * The application as the browser runs it, at a URL, as one person, on the server of this process.
 */
import './dom.ts'
import { cleanup, render } from '@testing-library/react'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient } from '#app/queryClient.ts'
import { Providers } from '#app/Providers.tsx'
import { createAppRouter, type AppRouter } from '#app/router.tsx'
import { STORAGE_KEY } from '#data/session.ts'
import { provideRules } from '#data/declarations.ts'
import { resources } from '#schemas/index.ts'
import { startI18n } from '#ui/i18n.ts'
import { everyNode, treeOf, type TreeNode } from './compactTree.ts'
import type { InProcess } from './inProcessServer.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
// Timeout that only hanging pages reach.
const GIVE_UP_MS = 60_000

/** A rendered page. */
export interface Page {
  readonly router: AppRouter
  /** Everything on the page, including dialogs and menus. */
  all(): readonly TreeNode[]
  /** The content without the shell around it. */
  main(): readonly TreeNode[]
  /** Clicks and waits until nothing is pending, like all actions. */
  click(element: Element): Promise<void>
  /** Navigates to another URL without a reload. */
  goTo(address: string): Promise<void>
  /** Waits for changes that come some time after the page settles. */
  until(holds: (nodes: readonly TreeNode[]) => boolean): Promise<void>
}

/** Prepares the document; once per file. */
export const prepareApp = async (): Promise<void> => {
  await startI18n('en')
  provideRules(() => Promise.resolve(resources))
}

const isLoading = (): boolean =>
  document.getElementsByTagName('h1').length === 0 ||
  document.body.textContent.includes('Loading...') ||
  document.querySelector('[aria-busy=true]') !== null

const rest = async (server: InProcess, client: QueryClient, router: AppRouter): Promise<void> => {
  const end = Date.now() + GIVE_UP_MS
  for (let calm = 0; calm < 3;) {
    await pause(5)
    const waiting = server.open > 0 || client.isFetching() > 0 || router.state.status !== 'idle'
    // A search of the document costs more than all else, so only when all responses have arrived,
    // and first and last.
    const busy = waiting || (calm !== 1 && isLoading())
    calm = busy ? 0 : calm + 1
    if (Date.now() > end) {
      throw new Error(`The page does not come to rest: ${document.body.textContent}`)
    }
  }
}

/** Opens a URL with a person's session, replacing the previous page. */
export const openPage = async (
  server: InProcess,
  session: { readonly token: string; readonly expiresAt: string },
  address: string,
): Promise<Page> => {
  cleanup()
  document.body.replaceChildren()
  document.title = ''
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem(
    STORAGE_KEY,
    JSON.stringify({ token: session.token, expiresAt: session.expiresAt }),
  )
  server.takeRequests()
  const client = createQueryClient()
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [address] }))
  render(
    <Providers queryClient={client}>
      <RouterProvider router={router} />
    </Providers>,
  )
  const settle = () => rest(server, client, router)
  // From here on the page updates asynchronously, as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  await settle()
  // A settled page keeps its tree until somebody acts.
  let tree: readonly TreeNode[] | undefined
  const all = () => (tree ??= treeOf(document.body))
  const after = async (task: () => void) => {
    task()
    await settle()
    tree = undefined
  }
  return {
    router,
    all,
    main: () => everyNode(all()).find((n) => n.role === 'main')?.children ?? [],
    click: (element) => after(() => (element as HTMLElement).click()),
    goTo: (address) => after(() => router.history.push(address)),
    async until(holds) {
      const end = Date.now() + GIVE_UP_MS
      for (tree = undefined; !holds(all()); tree = undefined) {
        if (Date.now() > end) throw new Error(`It does not come: ${document.body.textContent}`)
        await pause(20)
      }
      await after(() => undefined)
    },
  }
}

/** Unmounts the page. */
export const closePage = (): void => cleanup()
