import type { Icon } from '@tabler/icons-react'

/** How far a command reaches, the nearest first. */
export const scopes = ['selection', 'record', 'list', 'everything'] as const
export type Scope = (typeof scopes)[number]

/** Something to choose in the palette. */
export interface Command {
  readonly key: string
  readonly scope: Scope
  readonly label: string
  /** Shown after the label: where it leads, or what it concerns. */
  readonly hint?: string | undefined
  /** Tags of a record, and the collection they belong to. */
  readonly tags?: { readonly of: string; readonly list: readonly string[] } | undefined
  readonly words?: string | undefined
  readonly icon?: Icon | undefined
  readonly danger?: boolean | undefined
  /** Only found by typing, since there are many of its kind. */
  readonly quiet?: boolean | undefined
  run(): void
}
