/**
 * Application components that create a record over the page instead of the form: pages register
 * them here and the engine opens them where it would link to the form.
 */
import { createElement, type ComponentType } from 'react'
import type { ResourceModel } from '#model/types.ts'
import { showOver } from './overlay.ts'

/** Props of a composer. */
export interface ComposerProps {
  readonly resource: ResourceModel
  /** Values to start with, by field. */
  readonly given: Readonly<Record<string, string>>
  /** Closes it, after a save too. */
  readonly onClose: () => void
  /** Closes it and opens the whole form with these values. */
  readonly onForm: (values: Readonly<Record<string, string>>) => void
}

/** A component that creates records of one collection. */
export interface Composer<Collection extends string = string, Key extends string = string> {
  readonly collection: Collection
  /** Without all of these the person gets the form. */
  readonly permissions: readonly Key[]
  readonly component: ComponentType<ComposerProps>
}

/** An opened composer. */
export interface Composing {
  readonly resource: ResourceModel
  /** Values to start with, as in the form's address: `hotel=<id>&checkIn=2026-12-01`. */
  readonly preset: string
}

let composed: readonly string[] = []
let Opened: ComponentType<Composing>

/**
 * Registers the collections that have composers and the lazy component that shows one, made of
 * `OpenComposer`; called once at application start. Nothing loads before one is opened.
 */
export const provideComposers = (
  collections: readonly string[],
  component: ComponentType<Composing>,
): void => {
  composed = collections
  Opened = component
}

/** True if records of a resource are composed over the page. */
export const hasComposer = ({ collection }: ResourceModel): boolean => composed.includes(collection)

/** Opens the composer of a resource; returns false if it has none. */
export const compose = (resource: ResourceModel, preset = ''): boolean => {
  const has = hasComposer(resource)
  if (has) showOver(createElement(Opened, { resource, preset }))
  return has
}
