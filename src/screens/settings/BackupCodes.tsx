import { Button } from '#ui/Button.tsx'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'
import { saveBlob } from '#ui/saveFile.ts'
import { toast } from '#ui/toast.ts'
import css from './settings.module.css'

/** Backup codes; shown once. */
export const BackupCodes = ({
  codes,
  onDone,
}: {
  readonly codes: readonly string[]
  readonly onDone: () => void
}) => {
  const { t } = useTranslation()
  const text = codes.join('\n')
  const download = () =>
    saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'backup-codes.txt')
  return (
    <>
      <p className={css.text}>
        <strong>{t('settings.backupCodes')}</strong> {t('settings.backupCodesText')}
      </p>
      <ul className={css.codes} aria-label={t('settings.backupCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Button
          variant="default"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(() => toast.success(t('settings.copied')))
          }
        >
          <IconCopy size={16} aria-hidden />
          {t('settings.copy')}
        </Button>
        <Button variant="default" onClick={download}>
          <IconDownload size={16} aria-hidden />
          {t('settings.download')}
        </Button>
        <Button onClick={onDone}>{t('settings.codesKept')}</Button>
      </div>
    </>
  )
}
