import { IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { filesQuery } from '#data/queries.ts'
import type { FileInfo } from '#data/types.ts'
import { FileDetailsButton } from '#engine/fields/FileDetailsButton.tsx'
import { ATTACHED, fitInside } from '#model/fitInside.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { Attachment } from './outbox.ts'
import css from './thread.module.css'

// The server gives each name the ending of its content.
const isPictureName = (name: string): boolean => /\.(?:png|jpe?g|webp|gif|avif)$/i.test(name)

const sizeOf = ({ width, height }: FileInfo) =>
  width && height ? fitInside({ width, height }, ATTACHED) : {}

interface Attached extends Pick<Attachment, 'file'> {
  readonly name?: string | undefined
}

/** Attachments of a message: thumbnails for pictures, links for the rest. */
export const Files = ({ files }: { readonly files: readonly Attached[] }) => {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const { data } = useQuery(filesQuery(files.map((f) => f.file)))
  return (
    <ul className={css.files}>
      {files.map(({ file, name }) => {
        const info = data?.find((f) => f.id === file)
        const text = name || info?.name || t('chat.file')
        if (!data && isPictureName(text)) {
          return <li key={file} className={css.pictureToCome} aria-hidden />
        }
        if (info?.type.startsWith('image/')) {
          return (
            <li key={file} className={css.withDetails}>
              <a href={info.url} target="_blank" rel="noopener" className={css.pictureLink}>
                <img
                  className={css.picture}
                  src={info.thumbnail ?? info.url}
                  alt={text}
                  loading="lazy"
                  decoding="async"
                  {...sizeOf(info)}
                />
              </a>
              <FileDetailsButton file={info} />
            </li>
          )
        }
        return (
          <li key={file} className={css.withDetails}>
            {info ? (
              <a className={css.file} href={info.url} target="_blank" rel="noopener">
                <IconFile size={16} aria-hidden />
                <span className={css.fileName}>{text}</span>
                <span className={css.fileSize}>{bytes(info.size)}</span>
              </a>
            ) : (
              <span className={css.file}>
                <IconFile size={16} aria-hidden />
                {text}
              </span>
            )}
            {info ? <FileDetailsButton file={info} /> : null}
          </li>
        )
      })}
    </ul>
  )
}
