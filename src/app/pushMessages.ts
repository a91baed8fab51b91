import { storedTokens } from '#data/session.ts'
import { noBody } from '#model/notices.ts'
import { t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'

/** A message from the worker to a page. */
interface Handed {
  readonly type: string
  readonly title?: unknown
  readonly body?: unknown
  readonly link?: unknown
  readonly key?: unknown
  readonly until?: unknown
}

const isHanded = (value: unknown): value is Handed =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
/** Too late: the worker already showed it another way. */
const isLate = ({ until }: Handed): boolean => typeof until === 'number' && Date.now() > until
const isOwnPath = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value)

/**
 * Shows a message of the worker as a toast, or opens the target of a system notification; confirms
 * to the worker that it was handled.
 */
export const onPushMessage = (
  { data, ports }: MessageEvent<unknown>,
  open: (path: string) => void,
): void => {
  if (!isHanded(data)) return
  if (data.type === 'push-renew') {
    return void import('#data/push/device.ts').then(
      (m) => m.lookAfter('another'),
      () => undefined,
    )
  }
  if (isLate(data)) return
  const { title, body, link } = data
  const taken = (): void => ports[0]?.postMessage('taken')
  if (data.type === 'push-opened' && isOwnPath(link)) {
    taken()
    open(link)
  }
  if (
    data.type !== 'push' ||
    typeof title !== 'string' ||
    typeof body !== 'string' ||
    !title ||
    !body
  ) {
    return
  }
  // A page that is unloading or hidden behind another may still look visible to the worker, but no
  // longer paints.
  requestAnimationFrame(() => {
    if (isLate(data)) return
    taken()
    // Addressed to a person who has signed out.
    if (storedTokens()) show({ title, body, link }, open)
  })
}

const show = (
  { title, body, link }: { readonly title: string; readonly body: string; readonly link: unknown },
  open: (path: string) => void,
): void => {
  const leads = isOwnPath(link) && link !== '/'
  const words = Object.values<string>(noBody).includes(body) ? '' : body
  toast.info({
    title,
    message: words,
    progress: true,
    once: [leads ? link : '', title, words].join('\n'),
    ...(leads ? { action: { label: t('notices.open'), run: () => open(link) } } : {}),
  })
}
