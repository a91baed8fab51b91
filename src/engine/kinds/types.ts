/** The parts of a kind of field in the browser: a folder each has one file of every part. */
import type { ComponentType, ReactNode } from 'react'
import type { Included } from '#data/types.ts'
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import type { InputProps } from '../fields/inputs/types.ts'
import type { DraftCondition } from '../list/filterDraft.ts'
import type { AnyFilterValue } from '../listSearch.ts'

/**
 * Formats a value as text. Created once per field and language, since an `Intl` formatter costs far
 * more to create than to use.
 */
export type Format = (value: Json) => string

/** Creates the format of a field; `timeZone`: IANA zone instants are shown in. */
export type FormatMaker = (field: FieldModel, locale: string, timeZone: string) => Format

/** The column of a list. */
export interface KindColumn {
  /** Minimum width; default 152. */
  readonly px?: number
  /** Takes a share of the remaining width. */
  readonly flexible?: true
  /** Needs less room if its texts are short. */
  readonly shortens?: true
  /** Aligned at the end, so that digits line up. */
  readonly end?: true
  /** What the width of a value is measured by; default: its text. `fixed`: always `px`. */
  readonly fit?: 'fixed' | 'title' | 'badge' | 'badges' | 'digits'
}

/** What a cell is drawn from. */
export interface CellPart {
  readonly field: FieldModel
  /** Never masked; empty only for a kind that `drawsEmpty`. */
  readonly value: Json
  readonly format: Format
  readonly included: Included
  /** Ids of all pictures on the page, requested together. */
  readonly pictures: readonly string[]
  /** Draws the link to a record. */
  linkTo(resource: ResourceModel, id: string, title: string): ReactNode
}

/** Draws a value in one line of a row. A function, no component: a list draws thousands. */
export type CellMaker = (part: CellPart) => ReactNode

/** `list.ts`: loaded with the first list, so it imports nothing large. */
export interface ListKind {
  readonly format: FormatMaker
  /** Default: the text of the value. */
  readonly cell?: CellMaker
  /** Its cell says something of an empty value too. */
  readonly drawsEmpty?: true
  /** Null for values that a list does not show. */
  readonly column: KindColumn | null
  /**
   * How it is changed where it is read: in a drawer, since it needs more room than a cell, or
   * elsewhere, as states are by transitions. Default: in place.
   */
  readonly edit?: 'drawer' | 'elsewhere'
  /** An end of a filter's range as text, where it differs from a value. */
  readonly bound?: (text: string) => string
}

/** Props of `value.tsx`. */
export interface ValueProps {
  readonly field: FieldModel
  /** Never empty and never masked. */
  readonly value: Json
  /** The value as its format writes it. */
  readonly text: string
  readonly included: Included | undefined
  /** Draws the value of another field, such as a part of this one. */
  readonly draw: (field: FieldModel, value: Json | undefined) => ReactNode
}

/** `value.tsx`: the value on a page. */
export type ValueKind = (props: ValueProps) => ReactNode

/** `input.tsx`; null for kinds that forms do not edit. `load` loads its code before it is drawn. */
export type InputKind =
  | (ComponentType<InputProps<never>> & { readonly load?: () => Promise<unknown> })
  | null

/** Props of the editor of a quick filter. */
export interface QuickProps {
  readonly field: FieldModel
  readonly input: FilterKind['input']
  readonly value: AnyFilterValue | undefined
  readonly onChange: (value: AnyFilterValue | undefined) => void
  readonly onClose: () => void
}

/** Props of the value of a condition in the filter builder. */
export interface ConditionProps {
  readonly field: FieldModel
  readonly condition: DraftCondition
  readonly onValues: (values: readonly string[]) => void
}

/** `filter.ts`: loaded when a filter opens. */
export interface FilterKind {
  /** Editor of a quick filter. */
  readonly Quick: ComponentType<QuickProps>
  /** Type of the native inputs that take values. */
  readonly input: 'text' | 'number' | 'date' | 'time'
  /** Value of a condition in the filter builder; null: options or native inputs. */
  readonly Condition: ComponentType<ConditionProps> | null
}

/** `sample.ts`: a value for the catalogue; `of` returns one of a group of fields. */
export type Sample = (
  field: FieldModel,
  of: (fields: readonly FieldModel[]) => Record<string, Json>,
) => Json
