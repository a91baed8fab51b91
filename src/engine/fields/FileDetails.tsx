import { Button, buttonClass } from '#ui/Button.tsx'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fileStorageQuery, optionsQuery } from '#data/queries.ts'
import type { FileInfo, StorageFacts } from '#data/types.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation, type TextKey } from '#ui/i18n.ts'
import { Skeleton, ErrorState } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useTimeZone } from '../person.ts'
import { allResources } from '../resource.ts'
import css from './FileDetails.module.css'

const people = allResources().find((r) => r.person)

const STORES: Readonly<Record<StorageFacts['store'], TextKey>> = {
  local: 'files.local',
  s3: 'files.s3',
  firebase: 'files.firebase',
}

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

/** Details of a stored file: type, size, checksum, storage location, uploader and download link. */
export const FileDetails = ({
  file,
  onClose,
}: {
  readonly file: FileInfo
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const facts = useQuery(fileStorageQuery(file.id))
  return (
    <Dialog title={t('files.title')} onClose={onClose} wide>
      {facts.error ? <ErrorState error={facts.error} onRetry={() => void facts.refetch()} /> : null}
      {facts.isPending ? <Skeleton /> : null}
      {facts.data ? <Facts file={file} facts={facts.data} /> : null}
    </Dialog>
  )
}

const Facts = ({ file, facts }: { readonly file: FileInfo; readonly facts: StorageFacts }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const who = facts.uploadedBy
  const names = useQuery({
    ...optionsQuery(people?.collection ?? '', { ids: who ? [who] : [] }),
    enabled: people !== undefined && who !== null,
    retry: false,
  })
  const uploader = who ? (names.data?.[0]?.title ?? t('detail.someone')) : t('detail.system')
  const address = new URL(facts.url, window.location.origin).href
  const copy = () =>
    void navigator.clipboard.writeText(address).then(
      () => toast.success(t('files.copied')),
      (error: unknown) => toast.error(String(error)),
    )
  const checks = [
    t('files.typeChecked'),
    ...(facts.metadataRemoved ? [t('files.cleaned')] : []),
    t('files.noScan'),
  ]
  return (
    <>
      <dl className={css.facts}>
        <Line name={t('files.name')}>{file.name}</Line>
        <Line name={t('files.type')}>{file.type}</Line>
        <Line name={t('files.size')}>{format.bytes(file.size)}</Line>
        {file.width && file.height ? (
          <Line name={t('files.pixels')}>
            <bdi>{`${format.number(file.width)} × ${format.number(file.height)}`}</bdi>
          </Line>
        ) : null}
        <Line name={t('files.uploaded')}>
          {t('detail.by', { at: format.instant(facts.uploadedAt), who: uploader })}
        </Line>
        <Line name={t('files.store')}>
          {t(STORES[facts.store])}
          {facts.connected ? null : ` (${t('files.notConnected')})`}
        </Line>
        <Line name={t('files.object')}>
          <bdi className={css.code}>{facts.key}</bdi>
        </Line>
        <Line name={t('files.checksum')}>
          <bdi className={css.code}>{facts.hash}</bdi>
        </Line>
        <Line name={t('files.checks')}>{checks.join(' · ')}</Line>
        <Line name={t('files.link')}>
          <bdi className={css.code}>{address}</bdi>
          <p className={css.hint}>
            {t('files.expires', { at: format.instant(facts.urlExpiresAt) })}
          </p>
        </Line>
      </dl>
      <div className={css.actions}>
        <Button variant="default" onClick={copy}>
          <IconCopy size={16} aria-hidden />
          {t('files.copy')}
        </Button>
        <a className={buttonClass()} href={facts.url} download={file.name}>
          <IconDownload size={16} aria-hidden />
          {t('files.download')}
        </a>
      </div>
    </>
  )
}
