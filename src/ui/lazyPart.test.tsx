// @vitest-environment jsdom
import { readFileSync, readdirSync } from 'node:fs'
import { Component, Suspense, type ComponentType, type ReactNode } from 'react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazy, lazyPart } from './lazyPart.tsx'

const Part = () => <p>the part</p>
/** A module of another version: the file is there, the part is not. */
const stale = async () => ({}) as { readonly Part: ComponentType }

class Caught extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <p role="alert">failed</p> : this.props.children
  }
}

const drawn = (Lazy: ComponentType) =>
  render(
    <Caught>
      <Suspense fallback={null}>
        <Lazy />
      </Suspense>
    </Caught>,
  )

const reported = vi.fn()
window.addEventListener('vite:preloadError', reported)
afterEach(() => {
  cleanup()
  reported.mockClear()
  vi.restoreAllMocks()
})

test('a module without the expected component fails like a missing file', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  drawn(lazy(async () => ({ default: (await stale()).Part })))
  expect((await screen.findByRole('alert')).textContent).toBe('failed')
  expect(reported).toHaveBeenCalledOnce()
  expect(errors.mock.calls.flat().map(String).join(' ')).not.toContain('resolves to: undefined')
})

test('a part that is missing is reported, and the page around it stays', async () => {
  drawn(lazyPart(async () => (await stale()).Part))
  await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce())
  // Another one takes as long as an error would.
  drawn(lazyPart(async () => Part))
  await screen.findByText('the part')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failed preload is retried when the component renders', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(Part)
  const Lazy = lazyPart(load)
  Lazy.preload()
  await new Promise((resolve) => setTimeout(resolve))
  drawn(Lazy)
  expect((await screen.findByText('the part')).textContent).toBe('the part')
})

test('no other source file imports lazy from React', () => {
  const others = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && file !== 'ui/lazyPart.tsx')
    .filter((file) =>
      /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(readFileSync(`src/${file}`, 'utf8')),
    )
  expect(others).toEqual([])
})
