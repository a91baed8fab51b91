import { createContext, useContext } from 'react'
import type { EntryPlace } from './entries.ts'

/** What the parts of the mapping editor share. */
export interface EditorContext extends EntryPlace {
  readonly rows: readonly (readonly string[])[]
  /** Distinct cells of a column in the whole file; undefined while there is no file. */
  readonly cellsOf?: ((column: string) => Promise<string[]>) | undefined
}

export const Editor = createContext<EditorContext | undefined>(undefined)

/** The context of the entry being edited. */
export const useEditor = (): EditorContext => {
  const context = useContext(Editor)
  if (!context) throw new Error('useEditor is used outside the mapping editor.')
  return context
}
