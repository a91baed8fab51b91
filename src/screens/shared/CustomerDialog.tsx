import { useEffect, useRef, useState } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import dialog from '#ui/dialog.module.css'
import { useTranslation } from '#ui/i18n.ts'
import { Skeleton } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import type { ResourceModel } from '#model/types.ts'
import { chatButton, chatPrimary } from './chatButton.ts'
import { useThreadAction } from './useThreadAction.ts'
import css from './customerDialog.module.css'
import type { RecordData } from '#data/types.ts'

/** Dialog with the signed, read-only link to the customer's page of a ticket or conversation. */
export const CustomerDialog = ({
  resource,
  record,
  name,
  onClose,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  /** What the page is about, for the title. */
  readonly name: string
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const [link, setLink] = useState<string>()
  const { error, run } = useThreadAction(resource, record)
  const asked = useRef(0)
  useEffect(() => {
    // Retry with the newer version if somebody changed the ticket meanwhile.
    if (link !== undefined || asked.current === record.version) return
    asked.current = record.version
    void run('customerPage', {}).then((done) => {
      const to = (done?.result as { readonly redirect?: string } | null)?.redirect
      if (to) setLink(new URL(to, window.location.origin).href)
    })
  }, [link, record.version, run])
  const content = () => {
    if (link) {
      return (
        <label className={css.label}>
          {t('ticket.link')}
          <input
            className={css.input}
            readOnly
            dir="ltr"
            value={link}
            onFocus={(e) => e.currentTarget.select()}
          />
        </label>
      )
    }
    if (error) {
      return (
        <p role="alert" className={dialog.error}>
          {error}
        </p>
      )
    }
    return <Skeleton width="90%" />
  }
  return (
    <Dialog title={t('ticket.customerPageTitle', { name })} onClose={onClose}>
      <div className={css.stack}>
        <p className={dialog.text}>{t('ticket.customerPageText')}</p>
        {content()}
        <div className={dialog.foot}>
          <button
            type="button"
            className={chatButton}
            disabled={!link}
            onClick={() =>
              void navigator.clipboard
                .writeText(link ?? '')
                .then(() => toast.success(t('ticket.copied')))
            }
          >
            {t('ticket.copyLink')}
          </button>
          {link ? (
            <a className={`${chatPrimary} ${css.open}`} href={link} target="_blank" rel="noopener">
              {t('ticket.openPage')}
            </a>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}
