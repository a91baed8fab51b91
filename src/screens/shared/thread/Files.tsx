import { IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { filesQuery } from '#data/queries.ts'
import { FileDetailsButton } from '#engine/fields/FileDetailsButton.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { Attachment } from './outbox.ts'
import css from './thread.module.css'

/** Attachments of a message: thumbnails for pictures, links for the rest. */
export const Files = ({ files }: { readonly files: readonly Attachment[] }) => {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const { data } = useQuery(filesQuery(files.map((f) => f.file)))
  return (
    <ul className={css.files}>
      {files.map(({ file, name }) => {
        const info = data?.find((f) => f.id === file)
        const text = name || info?.name || t('chat.file')
        if (info?.type.startsWith('image/')) {
          return (
            <li key={file} className={css.withDetails}>
              <a href={info.url} target="_blank" rel="noopener" className={css.pictureLink}>
                <img className={css.picture} src={info.url} alt={text} loading="lazy" />
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
