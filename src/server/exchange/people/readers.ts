import type { ChildPlace } from '#model/exportForms.ts'
import type { WrittenLanguage } from '../../texts/language.ts'

/** How an export is written for the people who read it. */
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
