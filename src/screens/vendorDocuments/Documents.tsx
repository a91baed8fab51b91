import { Button } from '#ui/Button.tsx'
import { IconAlertTriangle, IconFilePlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMe } from '#data/me.ts'
import { keys } from '#data/queries.ts'
import { actOnRecord, previewRecord } from '#data/writes.ts'
import { reportRequested } from '#engine/approvals/requested.ts'
import { reportChange } from '#engine/changes/report.ts'
import type { PanelProps } from '#engine/detail/panels.ts'
import { FieldValue } from '#engine/fields/FieldValue.tsx'
import { useRecordActions } from '#engine/recordActions.ts'
import { useRights } from '#engine/resource.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { confirm } from '#ui/confirm.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { EmptyState } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { expiryTone, vendorDocumentsOf, tones, type VendorDocument } from './vendorDocuments.ts'
import css from './documents.module.css'

/** A vendor's documents: present, missing and expiring ones, and the review of new ones. */
export const Documents = ({ resource, record }: PanelProps) => {
  const { t } = useTranslation()
  const rights = useRights(resource)
  const actions = useRecordActions(resource)
  const adding = resource.actions.find((a) => a.name === 'addDocument')
  const may = adding && rights.action('addDocument') && adding.from.includes(String(record.state))
  // UTC day, as on the server.
  const documents = vendorDocumentsOf(record, new Date().toISOString().slice(0, 10))
  const field = fieldOf(resource, 'documents')
  const check = fieldOf(resource, 'documentCheck')
  const { data: needed } = useQuery({
    queryKey: [...keys.record(resource.collection, record.id), 'documents', record.version],
    queryFn: async () =>
      (await previewRecord(resource, record.id, 'documents')) as {
        readonly missing: readonly string[]
      },
  })
  const kindOf = (value: string) =>
    label(
      field?.fields?.find((f) => f.name === 'kind')?.options?.find((o) => o.value === value)
        ?.label ?? value,
    )
  const lacking = (needed?.missing ?? []).filter(
    (kind) => !documents.some((p) => p.document.kind === kind && p.state === 'waiting'),
  )
  return (
    <div className={css.card}>
      <div className={css.head}>
        <h2 className={css.title}>{label(field?.label ?? '')}</h2>
        {check ? <FieldValue field={check} value={record.documentCheck} /> : null}
        <span className={css.spring} />
        {may ? (
          <Button size="small" variant="default" onClick={() => void actions.act(record, adding)}>
            <IconFilePlus size={15} aria-hidden />
            {label(adding.label)}
          </Button>
        ) : null}
      </div>
      {lacking.length ? (
        <p className={css.lacking} role="status">
          <IconAlertTriangle size={16} aria-hidden />
          {t('pages.lacking', { kinds: lacking.map(kindOf).join(', ') })}
        </p>
      ) : null}
      {documents.length === 0 || !field ? (
        <EmptyState title={t('pages.noDocuments')} text={t('pages.noDocumentsText')} />
      ) : (
        <ul className={css.documents} aria-label={label(field.label)}>
          {documents.map((vendorDocument) => (
            <PaperRow
              key={vendorDocument.key}
              vendorDocument={vendorDocument}
              field={field}
              kind={kindOf(vendorDocument.document.kind)}
              record={record}
              resource={resource}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

const PaperRow = ({
  vendorDocument,
  field,
  kind,
  resource,
  record,
}: Pick<PanelProps, 'resource' | 'record'> & {
  readonly vendorDocument: VendorDocument
  readonly field: FieldModel
  readonly kind: string
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { document, state, review, daysLeft } = vendorDocument
  const part = (name: string) => field.fields?.find((f) => f.name === name)
  const file = part('file')
  const tone = expiryTone(vendorDocument)
  const stateNames = {
    waiting: t('pages.waiting'),
    accepted: t('pages.accepted'),
    refused: t('pages.refused'),
    expired: t('pages.expired'),
  }
  return (
    <li className={css.document}>
      <div className={css.what}>
        <span className={css.kind}>{kind}</span>
        {file ? (
          <span className={css.file}>
            <FieldValue field={file} value={document.file} />
          </span>
        ) : null}
        <span className={css.muted}>
          {[
            document.number,
            document.issuedOn ? t('pages.issued', { day: format.day(document.issuedOn) }) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <div className={css.expiry} data-tone={tone}>
        {document.expiresOn ? (
          <>
            {format.day(document.expiresOn)}
            {tone ? (
              <span className={css.left}>
                {daysLeft! <= 0 ? t('pages.noLonger') : t('pages.expiresIn', { count: daysLeft! })}
              </span>
            ) : null}
          </>
        ) : (
          <span className={css.muted}>{t('pages.noExpiry')}</span>
        )}
      </div>
      <div className={css.verdict}>
        <Badge tone={tones[state]}>{stateNames[state]}</Badge>
        {review ? <span className={css.muted}>{format.day(review.at.slice(0, 10))}</span> : null}
        {review?.reason ? <span className={css.reason}>{review.reason}</span> : null}
      </div>
      <Review vendorDocument={vendorDocument} kind={kind} resource={resource} record={record} />
    </li>
  )
}

/** Accept and refuse buttons for our own staff with permission. */
const Review = ({
  vendorDocument: { key, state, daysLeft },
  kind,
  resource,
  record,
}: Pick<PanelProps, 'resource' | 'record'> & {
  readonly vendorDocument: VendorDocument
  readonly kind: string
}) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const rights = useRights(resource)
  const own = !useMe().person?.tenant
  const act = async (name: 'acceptDocument' | 'refuseDocument', done: string, reason?: string) => {
    try {
      const { operationId } = await actOnRecord(resource, record, name, {
        document: key,
        ...(reason ? { reason } : {}),
      })
      const action = resource.actions.find((a) => a.name === name)
      reportChange(client, done, action?.undo ? operationId : undefined)
    } catch (error) {
      if (!reportRequested(client, error)) throw error
    } finally {
      await client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    }
  }
  const accept = () =>
    void act('acceptDocument', t('pages.nowAccepted', { kind })).catch((error: unknown) =>
      toast.error(error instanceof Error ? error.message : String(error)),
    )
  const refuse = () =>
    void confirm({
      title: t('pages.refuseTitle', { kind }),
      text: t('pages.refuseText'),
      action: t('pages.refuse'),
      danger: true,
      reason: 'required',
      run: (reason) => act('refuseDocument', t('pages.nowRefused', { kind }), reason),
    })
  const mayAccept =
    own &&
    rights.action('acceptDocument') &&
    (state === 'waiting' || state === 'refused') &&
    !(daysLeft !== undefined && daysLeft <= 0)
  const mayRefuse =
    own && rights.action('refuseDocument') && (state === 'waiting' || state === 'accepted')
  return (
    <div className={css.buttons}>
      {mayAccept ? (
        <Button
          size="small"
          variant="default"
          aria-label={t('pages.acceptOne', { kind })}
          onClick={accept}
        >
          {t('pages.accept')}
        </Button>
      ) : null}
      {mayRefuse ? (
        <Button
          size="small"
          variant="subtle"
          tone="neutral"
          aria-label={t('pages.refuseOne', { kind })}
          onClick={refuse}
        >
          {t('pages.refuse')}
        </Button>
      ) : null}
    </div>
  )
}
