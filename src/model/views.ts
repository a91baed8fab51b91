/**
 * Saved views of lists and saved mappings of imports: what one holds, and the limits shared by server
 * and pages.
 */
import type { Mapping } from './importMapping.ts'

/** What can be saved: how a list is shown, and how a file becomes records. */
export const viewKinds = ['list', 'import'] as const
export type ViewKind = (typeof viewKinds)[number]

/** Entity name of changes to shared views in the audit. */
export const VIEW_ENTITY = 'saved-view'
/** Maximum characters of a view's name. */
export const MAX_VIEW_NAME = 80
/** Maximum views one person keeps for a list. */
export const MAX_OWN_VIEWS = 50
/** Maximum views one person keeps in all, with those deleted that can still be restored. */
export const MAX_VIEWS_OF_PERSON = 1000
/** Maximum views shared for a list. */
export const MAX_SHARED_VIEWS = 50
/** Maximum characters of a view's list parameters. */
export const MAX_VIEW_SEARCH = 8_000
/** Maximum columns of a view. */
export const MAX_VIEW_COLUMNS = 100
/** Maximum roles a view is shared with. */
export const MAX_VIEW_ROLES = 50
/** Maximum columns of a file whose mapping is saved. */
export const MAX_MAPPING_COLUMNS = 500
/** Maximum characters of a saved mapping as JSON. */
export const MAX_MAPPING_TEXT = 100_000
/** Maximum views one person pins to the navigation. */
export const MAX_PINNED = 30
/** Days after which a deleted view can no longer be restored. */
export const VIEW_DAYS = 30
/** Chosen width of a column, in px. */
export const MIN_WIDTH_PX = 56
export const MAX_WIDTH_PX = 900

export const densities = ['comfortable', 'compact'] as const

/** What a view fixes for one class of device: `wide` screens and `narrow` ones (phones). */
export interface ViewDevice {
  /** Name of a layout the list has; default the table. */
  readonly layout?: string
  readonly density?: (typeof densities)[number]
  /** Widths in px by column. */
  readonly widths?: Readonly<Record<string, number>>
}

/** What a view shows. */
export interface ViewState {
  /**
   * The parameters of the list's page as text, without page and layout:
   * `?state=draft&sort=-createdAt,name`.
   */
  readonly search: string
  /** Columns in order; default the reader's own. */
  readonly columns?: readonly string[]
  /** Columns that stay in place while the others scroll. */
  readonly pinned?: readonly string[]
  /** Sums of all matching rows are below the list. */
  readonly sums?: true
  readonly wide?: ViewDevice
  readonly narrow?: ViewDevice
}

/** How files with certain columns become records. */
export interface MappingState {
  /** Columns of the file it was saved for: it is offered first for files with the same ones. */
  readonly columns: readonly string[]
  readonly mapping: Mapping
  /** The mapped field that finds existing records. */
  readonly upsertBy?: string
  /** The files hold records of another system. */
  readonly history?: boolean
}

/** A view as a reader gets it. */
export interface SavedView<State = ViewState> {
  readonly id: string
  readonly version: number
  readonly kind: ViewKind
  readonly collection: string
  /** Path of a list with fixed parts; empty for the entity's own list. */
  readonly path: string
  readonly name: string
  readonly state: State
  /** Number of parts the reader may not see, or that no longer exist. They are left out. */
  readonly missing: number
  readonly shared: boolean
  readonly mine: boolean
  readonly mayChange: boolean
  /** Its owner, as far as the reader may know them. */
  readonly owner: { readonly id: string | null; readonly name: string | null }
  /** Roles it is shared with, for those who may change it; none = everybody of the own staff. */
  readonly roles: readonly string[]
  /** Roles whose default it is, for those who may change it. */
  readonly defaultRoles: readonly string[]
  /** It is the default of one of the reader's roles. */
  readonly roleDefault: boolean
}

/** A mapping as a reader gets it. */
export type SavedMapping = SavedView<MappingState>

/** Parameters of a list that belong to a moment or a device, never to a view. */
export const unsavedParams: readonly string[] = [
  'page',
  'after',
  'layout',
  'asOf',
  'view',
  'edited',
  'month',
]
