import { FileValues } from '../../fields/FileValues.tsx'
import type { ValueKind } from '../types.ts'

/** One file, usually a document. */
export const StoredFile: ValueKind = ({ value }) => <FileValues ids={[String(value)]} />

/** One picture. */
export const StoredPicture: ValueKind = ({ value }) => <FileValues ids={[String(value)]} pictures />

const several =
  (pictures: boolean): ValueKind =>
  ({ value }) => {
    const files = value as { file: string; alt?: string }[]
    return (
      <FileValues
        ids={files.map((f) => f.file)}
        alts={files.map((f) => f.alt ?? '')}
        pictures={pictures}
      />
    )
  }

/** Files in their order, usually documents. */
export const StoredFiles = several(false)

/** Pictures in their order. */
export const StoredPictures = several(true)
