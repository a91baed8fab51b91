import { Button } from '#ui/Button.tsx'
import { useTimeZone } from '#engine/person.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { backupNow, testRestore, type Installation } from './api.ts'
import { missingSince } from './backupDue.ts'
import { Card, Failure, useSubmission } from './Card.tsx'
import css from './settings.module.css'

/** Warns when no daily backup was made. */
const Missing = ({ state }: { readonly state: Installation }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const since = missingSince(state, Date.now())
  if (!since) return null
  return (
    <p className={css.text}>
      <Badge tone="danger">{t('settings.backupMissing')}</Badge>{' '}
      {t(state.backups?.length ? 'settings.backupNewest' : 'settings.backupNever', {
        when: format.ago(since),
      })}
    </p>
  )
}

/** Stored backups, and whether the newest can be restored. */
export const Backups = ({
  state,
  onChange,
}: {
  readonly state: Installation
  readonly onChange: () => void
}) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const submission = useSubmission()
  const { backups, restoreTest } = state
  const backup = async () => {
    if (await submission.run(backupNow)) {
      toast.success(t('settings.backupDone'))
    }
    onChange()
  }
  const test = async () => {
    await submission.run(testRestore)
    onChange()
  }
  return (
    <Card
      title={t('settings.backups')}
      text={t(
        state.database.kind === 'embedded' ? 'settings.backupsDaily' : 'settings.backupsManual',
      )}
      foot={
        <>
          <Button loading={submission.busy} onClick={() => void backup()}>
            {t('settings.backupNow')}
          </Button>
          {backups?.length ? (
            <Button variant="default" loading={submission.busy} onClick={() => void test()}>
              {t('settings.testRestore')}
            </Button>
          ) : null}
        </>
      }
    >
      <Failure>{submission.error}</Failure>
      <Missing state={state} />
      <p className={css.text}>
        {restoreTest ? (
          <>
            <Badge tone={restoreTest.error ? 'danger' : 'success'}>
              {t(restoreTest.error ? 'settings.restoreFailed' : 'settings.restoreRight')}
            </Badge>{' '}
            {restoreTest.error
              ? restoreTest.error
              : t('settings.restoreNote', {
                  when: format.ago(restoreTest.at),
                  rows: format.number(restoreTest.rows),
                  seconds: format.number(Math.max(1, Math.round(restoreTest.tookMs / 1000))),
                })}
          </>
        ) : (
          t('settings.restoreUntested')
        )}
      </p>
      {backups?.length ? (
        <ul className={css.rows} aria-label={t('settings.backups')}>
          {backups.map((b) => (
            <li key={b.name} className={css.row}>
              <span className={css.rowText}>
                <span>{format.instant(b.at)}</span>
                <code className={css.quiet}>{b.name}</code>
              </span>
              <span className={css.quiet}>{format.bytes(b.bytes)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.text}>{t('settings.noBackups')}</p>
      )}
    </Card>
  )
}
