import { useQuery } from '@tanstack/react-query'
import { filesQuery } from '#data/queries.ts'
import { FileDetailsButton } from './FileDetailsButton.tsx'
import classes from './FileValues.module.css'

/** Pictures and links of stored files; staff can open the details of each. */
export const FileValues = ({
  ids,
  alts = [],
  pictures = false,
}: {
  readonly ids: readonly string[]
  /** Alternative texts in the order of `ids`. */
  readonly alts?: readonly string[]
  /** They take the room of pictures while they load, instead of that of a name. */
  readonly pictures?: boolean
}) => {
  const files = useQuery(filesQuery(ids))
  return (
    <span className={classes.files}>
      {ids.map((id, i) => {
        const file = files.data?.find((f) => f.id === id)
        if (!file) return <span key={id} className={pictures ? classes.picture : classes.name} />
        return (
          <span key={id} className={classes.file}>
            <a href={file.url} target="_blank" rel="noopener">
              {file.type.startsWith('image/') ? (
                <img
                  className={classes.picture}
                  src={file.thumbnail ?? file.url}
                  alt={alts[i] || file.name}
                  loading="lazy"
                  decoding="async"
                />
              ) : (
                file.name
              )}
            </a>
            <FileDetailsButton file={file} />
          </span>
        )
      })}
    </span>
  )
}
