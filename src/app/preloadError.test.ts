// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#ui/toast.ts'
import { watchPreloadErrors } from './preloadError.ts'

afterEach(() => vi.restoreAllMocks())

test('code that does not load means a new version only while the server responds', async () => {
  const said = vi.spyOn(toast, 'info').mockImplementation(() => undefined as never)
  const head = vi.spyOn(globalThis, 'fetch')
  watchPreloadErrors()
  const fails = async () => {
    window.dispatchEvent(new Event('vite:preloadError'))
    await new Promise((resolve) => setTimeout(resolve))
  }
  head.mockRejectedValue(new TypeError('Failed to fetch'))
  await fails()
  head.mockResolvedValue(new Response(null, { status: 503 }))
  await fails()
  expect(said).not.toHaveBeenCalled()
  head.mockResolvedValue(new Response(null))
  await fails()
  await fails()
  expect(said).toHaveBeenCalledTimes(1)
})
