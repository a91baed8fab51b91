import { IconDownload, IconX } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { get, send } from '#data/api.ts'
import { isProblem } from '#data/problem.ts'
import type { ExportFormat } from '#model/exportForms.ts'
import { label, t as now, useTranslation } from '#ui/i18n.ts'
import type { Message } from '#model/message.ts'
import { receivedMessage } from '../serverMessage.ts'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { saveFile } from '#ui/saveFile.ts'
import { useModel } from '../resource.ts'
import { unfollow } from './followed.ts'
import { stop } from './Progress.tsx'
import css from './changes.module.css'

interface ExportJob extends Partial<Message> {
  readonly id: string
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  /** 0–1. */
  readonly progress: number
  readonly waiting: boolean
  readonly error: string | null
  readonly result: {
    readonly collection: string
    readonly format: ExportFormat
    /** Its address; null once it has expired. */
    readonly file: string | null
  } | null
}

const POLL_MS = 700

const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['jobs', id],
    queryFn: async ({ signal }) =>
      (await get<{ data: ExportJob }>(`/api/jobs/${id}`, { signal })).data,
    refetchInterval: ({ state: { data } }) =>
      !data || data.state === 'queued' || data.state === 'running' ? POLL_MS : false,
    staleTime: 0,
  })

const download = (id: string, { result }: ExportJob): void => {
  if (!result?.file) return
  const name = `${result.collection}.${result.format}`
  send(result.file, { accept: '*/*', timeoutMs: 600_000 })
    .then((response) => saveFile(response, name))
    .catch((error: unknown) => {
      toast.error(isProblem(error) ? error.detail : now('common.somethingWrong'))
      if (isProblem(error, 404)) unfollow(id)
    })
}

/** Says when an export has ended, if that happened on this page. */
const useEnd = (id: string, job: ExportJob | undefined, many: string): void => {
  const ran = useRef(false)
  useEffect(() => {
    if (!job) return
    if (job.state === 'queued' || job.state === 'running') ran.current = true
    else if (job.state === 'cancelled') unfollow(id)
    else if (job.state === 'failed') {
      toast.error({
        title: now('changes.exportFailed'),
        message: receivedMessage(job.error ?? '', job),
      })
      unfollow(id)
    } else if (!job.result?.file) unfollow(id)
    else if (ran.current) {
      ran.current = false
      toast.success({
        message: now('changes.exportReady', { many }),
        action: { label: now('changes.exportDownload'), run: () => download(id, job) },
        closesMs: 10_000,
      })
    }
  }, [id, job, many])
}

/** Progress of an export in the header, afterwards its file until dismissed. */
export const ExportProgress = ({
  id,
  job: jobId,
  visible,
}: {
  readonly id: string
  readonly job: string
  readonly visible: boolean
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { data: job, error } = useQuery(jobQuery(jobId))
  const resource = useModel().resources.find((r) => r.collection === job?.result?.collection)
  const many = resource ? label(resource.label.many) : ''
  useEnd(id, job, many)
  const lost = isProblem(error, 404)
  useEffect(() => {
    if (lost) unfollow(id)
  }, [lost, id])
  if (!job || !visible) return null
  const ended = job.state === 'succeeded'
  const percent = `${number(Math.round(job.progress * 100))} %`
  const close = ended ? t('changes.dismiss') : t('changes.cancel')
  return (
    <div className={css.pill} {...(ended ? { 'data-ended': true } : {})}>
      {ended ? (
        <button
          type="button"
          className={css.pillText}
          title={t('changes.exportReady', { many })}
          onClick={() => download(id, job)}
        >
          <IconDownload size={16} aria-hidden />
          <span>{t('changes.exportDownload')}</span>
        </button>
      ) : (
        <span className={css.pillText}>
          <progress
            className={css.bar}
            max={1}
            value={job.progress}
            aria-label={t('changes.exporting')}
          />
          <span>{job.waiting ? t('changes.waiting') : percent}</span>
        </span>
      )}
      <button
        type="button"
        className={css.pillIcon}
        aria-label={close}
        title={close}
        onClick={() => (ended ? unfollow(id) : stop(jobId))}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}
