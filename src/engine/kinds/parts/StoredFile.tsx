import { FileValues } from '../../fields/FileValues.tsx'
import type { ValueKind } from '../types.ts'

/** One file or picture. */
export const StoredFile: ValueKind = ({ value }) => <FileValues ids={[String(value)]} />

/** Files or pictures in their order. */
export const StoredFiles: ValueKind = ({ value }) => {
  const files = value as { file: string; alt?: string }[]
  return <FileValues ids={files.map((f) => f.file)} alts={files.map((f) => f.alt ?? '')} />
}
