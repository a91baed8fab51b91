import { IconFile, IconRefresh, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { filesQuery } from '#data/queries.ts'
import { useTranslation } from '#ui/i18n.ts'
import type { Attachment } from './outbox.ts'
import type { Uploading } from '#engine/useUploads.ts'
import css from './thread.module.css'

interface ChipsProps {
  readonly files: readonly Attachment[]
  readonly uploading: readonly Uploading[]
  readonly onRemove: (file: string) => void
  readonly onRetry: (id: number) => void
  readonly onCancel: (id: number) => void
}

/**
 * Attachments of the draft: thumbnails for pictures, names for other files, progress for running
 * uploads.
 */
export const Chips = ({ files, uploading, onRemove, onRetry, onCancel }: ChipsProps) => {
  const { t } = useTranslation()
  const { data } = useQuery(filesQuery(files.map((f) => f.file)))
  return (
    <ul className={css.chips}>
      {files.map((a) => {
        const info = data?.find((f) => f.id === a.file)
        return (
          <li key={a.file} className={css.chip}>
            {info?.type.startsWith('image/') ? (
              <img className={css.thumb} src={info.thumbnail ?? info.url} alt="" />
            ) : (
              <IconFile size={15} aria-hidden />
            )}
            <span className={css.fileName}>{a.name}</span>
            <button
              type="button"
              className={css.icon}
              aria-label={t('chat.removeFile', { name: a.name })}
              onClick={() => onRemove(a.file)}
            >
              <IconX size={14} aria-hidden />
            </button>
          </li>
        )
      })}
      {uploading.map((u) => (
        <li key={u.id} className={css.chip} data-failed={u.failed ? '' : undefined}>
          <span className={css.fileName}>{u.file.name}</span>
          {u.failed ? (
            <>
              <span role="alert" className={css.chipError} title={u.failed}>
                {u.refused ? u.failed : t('chat.notUploaded')}
              </span>
              {u.refused ? null : (
                <button
                  type="button"
                  className={css.icon}
                  aria-label={t('chat.uploadAgain', { name: u.file.name })}
                  title={u.failed}
                  onClick={() => onRetry(u.id)}
                >
                  <IconRefresh size={14} aria-hidden />
                </button>
              )}
            </>
          ) : (
            <>
              {u.waiting ? (
                <span role="status" className={css.fileName}>
                  {t('chat.uploadWaiting')}
                </span>
              ) : null}
              <progress className={css.progress} value={u.share} aria-label={u.file.name} />
            </>
          )}
          <button
            type="button"
            className={css.icon}
            aria-label={t('chat.removeFile', { name: u.file.name })}
            onClick={() => onCancel(u.id)}
          >
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
