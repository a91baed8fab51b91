/**
 * Setup for tests of sign-in with Firebase Authentication: the product, a browser and the emulator
 * without accounts.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { launchBrowser, tokenOf, visit, type Visitor } from '../../support/browser.ts'
import type { Product } from '../../support/product.ts'
import { EMULATED_PROJECT, emulatedProject, type EmulatedProject } from './authEmulator.ts'
import { offline } from './google.ts'
import { startWithFirebase } from './product.ts'

/** Available from the first test of the file until after its last. */
export interface IdentityDesk {
  readonly emulator: EmulatedProject
  readonly product: Product
  /** Session of the demo's administrator. */
  readonly admin: string
  /** A visitor's browser, cut off from Google. */
  readonly visitor: () => Promise<Visitor>
}

/** Call it once at the top of a test file. */
export const identityDesk = (): IdentityDesk => {
  const emulator = emulatedProject(inject('authEmulator'))
  let [product, browser, admin]: [Product?, Browser?, string?] = []
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The tests have not begun.')
    return part
  }
  beforeAll(async () => {
    ;[product, browser] = await Promise.all([
      startWithFirebase(EMULATED_PROJECT, {
        services: ['identity'],
        identity: { cookiePath: '/session-cookie' },
        emulators: { auth: inject('authEmulator') },
      }),
      launchBrowser(),
    ])
    admin = await tokenOf(product, 'admin')
    await emulator.clear()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })
  return {
    emulator,
    get product() {
      return started(product)
    },
    get admin() {
      return started(admin)
    },
    async visitor() {
      const visitor = await visit(started(browser), started(product))
      await offline(visitor.context)
      return visitor
    },
  }
}
