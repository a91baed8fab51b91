import { Suspense, useState } from 'react'
import { IconExternalLink } from '@tabler/icons-react'
import { useRights } from '#engine/resource.ts'
import { useTranslation } from '#ui/i18n.ts'
import { lazy } from '#ui/lazyPart.tsx'
import aside from '../shared/aside.module.css'
import { conversations, type Seen } from '../shared/resources.ts'
import { chatButton } from '../shared/chatButton.ts'

const CustomerDialog = lazy(() =>
  import('../shared/CustomerDialog.tsx').then((m) => ({ default: m.CustomerDialog })),
)

/**
 * How messages reach the customer of a conversation, with the page they reply on; nothing for a
 * conversation of a ticket, whose own screen says it, or without a customer.
 */
export const Delivery = ({ record }: { readonly record: Seen<'conversations'> }) => {
  const { t } = useTranslation()
  const rights = useRights(conversations())
  const [open, setOpen] = useState(false)
  if (typeof record.customer !== 'string' || record.ticket) return null
  return (
    <section className={aside.block}>
      <h2 className={aside.blockTitle}>{t('chat.delivery')}</h2>
      <p className={aside.muted}>{t('chat.deliveryText')}</p>
      {rights.action('customerPage') ? (
        <button type="button" className={chatButton} onClick={() => setOpen(true)}>
          <IconExternalLink size={16} aria-hidden />
          {t('ticket.customerPage')}
        </button>
      ) : null}
      <Suspense fallback={null}>
        {open ? (
          <CustomerDialog
            resource={conversations()}
            record={record}
            name={`“${String(record.subject ?? '')}”`}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </section>
  )
}
