import { useQuery } from '@tanstack/react-query'
import { filesQuery } from '#data/queries.ts'
import css from '../../list/table.module.css'

interface PictureProps {
  readonly id: string
  /** Ids of all pictures on the page: one request for them. */
  readonly pictures: readonly string[]
}

/** Thumbnail in a row. */
export const Picture = ({ id, pictures }: PictureProps) => {
  const { data } = useQuery(filesQuery(pictures))
  const file = data?.find((f) => f.id === id)
  return file ? (
    <img
      className={css.thumb}
      src={file.thumbnail ?? file.url}
      alt=""
      loading="lazy"
      decoding="async"
    />
  ) : (
    <span className={css.thumb} />
  )
}
