import type { WrittenLanguage } from '../../texts/language.ts'

/** Where child rows stand: joined in a cell, on lines of their own, or (XLSX) on further sheets. */
export const childPlaces = ['cell', 'lines', 'sheets'] as const
export type ChildPlace = (typeof childPlaces)[number]

/** Whom an export is for, and what they want to read. */
export interface Readers {
  readonly language: WrittenLanguage
  /** IANA zone of instants. */
  readonly zone: string
  /** Names of fields and codes of choices instead of labels. */
  readonly keys: boolean
  /** Ids beside titles. */
  readonly ids: boolean
  readonly children: ChildPlace
}
