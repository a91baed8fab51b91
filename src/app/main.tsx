import '#ui/mantine.css'
import '#ui/base.css'
import '#ui/fonts.css'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import type { CollectionName } from '#schemas/names.ts'
import { provideComposers } from '#engine/composers.ts'
import { provideDetailPanels } from '#engine/detail/panels.ts'
import { provideRules } from '#data/declarations.ts'
import { provideSentences } from '#data/problem.ts'
import { startI18n } from '#ui/i18n.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { retryImport } from '#ui/retryImport.ts'
import { receivedMessage } from '#engine/serverMessage.ts'
import { storedMode } from '#ui/themeMode.ts'
import { Providers } from './Providers.tsx'
import { watchPreloadErrors } from './preloadError.ts'
import { registerPushWorker } from './pushWorker.ts'
import { createQueryClient } from './queryClient.ts'
import { createAppRouter } from './router.tsx'

// Before our first paint, so that dark mode never flashes white.
document.documentElement.setAttribute('data-mantine-color-scheme', storedMode())

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
if (nonce) setNonce(nonce)

const element = document.getElementById('root')
if (!element) throw new Error('The page has no element "root".')

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
watchPreloadErrors()
provideSentences(receivedMessage)
provideComposers(
  ['bookings'] satisfies CollectionName[],
  lazy(() => retryImport(() => import('./composers.tsx'))),
)
provideDetailPanels(() => import('./detailPanels.ts').then((m) => m.panels))
provideRules(() => import('#schemas/index.ts').then((m) => m.resources))

// No top-level await: a lazy screen that shares a chunk with this module would wait for itself.
const start = async (): Promise<void> => {
  // The catalogue and the first screen's code load in parallel.
  await Promise.all([startI18n(), router.load().catch(() => undefined)])
  const root = createRoot(element)
  const draw = (turn = 0) =>
    root.render(
      <Providers queryClient={queryClient} nonce={nonce}>
        <RouterProvider key={turn} router={router} />
      </Providers>,
    )
  draw()
  if (import.meta.hot) {
    void import('./savedSchemas.ts').then((m) =>
      m.drawSavedSchemas({ hot: import.meta.hot!, queryClient, draw }),
    )
  }
  void registerPushWorker((path) => router.history.push(path))
}
void start()
