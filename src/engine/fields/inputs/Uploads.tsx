import '@mantine/core/styles/Progress.layer.css'
import { Progress } from '@mantine/core'
import { IconButton } from '#ui/Button.tsx'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import texts from '#ui/text.module.css'
import { useFormat } from '#ui/useFormat.ts'
import type { useUploads } from '../../useUploads.ts'
import classes from './files.module.css'

/** Uploads of an input: progress, errors, cancel and retry. */
export const Uploads = ({
  uploads: { list, remove, retry },
}: {
  readonly uploads: ReturnType<typeof useUploads>
}) => {
  const { t } = useTranslation()
  const { bps } = useFormat()
  return list.map(({ id, file, share, waiting, failed, refused }) => (
    <div key={id} className={classes.upload} data-failed={failed ? '' : undefined}>
      <p className={`${texts.text} ${texts.cut}`} title={file.name}>
        {file.name}
      </p>
      {failed ? (
        <p className={`${texts.text} ${classes.failed}`} role="alert">
          {failed}
        </p>
      ) : (
        <div className={classes.progress}>
          <Progress value={share * 100} aria-label={file.name} />
          <p className={texts.hint} role="status">
            {waiting ? t('form.uploadWaiting') : bps(Math.round(share * 100) * 100)}
          </p>
        </div>
      )}
      <div className={classes.buttons}>
        {failed && !refused ? (
          <IconButton
            aria-label={t('form.uploadAgain', { what: file.name })}
            onClick={() => retry(id)}
          >
            <IconRefresh size={16} aria-hidden />
          </IconButton>
        ) : null}
        <IconButton
          aria-label={t(failed ? 'form.remove' : 'form.uploadCancel', { what: file.name })}
          onClick={() => remove(id)}
        >
          <IconX size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  ))
}
