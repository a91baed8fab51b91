import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { createAttempts } from '#data/api.ts'
import { ApiProblem, isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import { createRecord, transitionRecord, type Written } from '#data/writes.ts'
import { reportRequested } from '#engine/approvals/requested.ts'
import { noteOwnChange } from '#engine/changes/followed.ts'
import { reportChange } from '#engine/changes/report.ts'
import { newValues } from '#engine/form/values.ts'
import { titleOf } from '#engine/recordActions.ts'
import { useRights } from '#engine/resource.ts'
import { fieldOf } from '#model/standard.ts'
import type { Json } from '#model/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { bookings, customers, type NamedModel, type Seen } from '../shared/resources.ts'
import type { CollectionName } from '#schemas/names.ts'
import { bookingBody, guestBody, type Draft } from './draft.ts'

export type Errors = Readonly<Record<string, string>>

/** Creates a record once: a retry of the same content has one effect, also after a lost response. */
const useCreateOnce = <C extends CollectionName>(resource: () => NamedModel<C>) => {
  const [keyOf] = useState(createAttempts)
  return (body: Record<string, Json>): Promise<Written> =>
    createRecord(resource(), body, { idempotencyKey: keyOf(body) })
}

/** Books: creates the guest if new, then the booking, and confirms it if wanted. */
export const useSave = (onDone: () => void, onGuest: (id: string) => void) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const rights = useRights(bookings())
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [code] = useState(() => {
    const field = fieldOf(bookings(), 'code')
    return field ? (newValues([field]).code ?? null) : null
  })
  const createGuest = useCreateOnce(customers)
  const createBooking = useCreateOnce(bookings)

  const refuse = (failed: unknown) => {
    if (reportRequested(client, failed)) return onDone()
    if (!(failed instanceof ApiProblem)) {
      return setErrors({
        save: failed instanceof Error ? failed.message : t('common.somethingWrong'),
      })
    }
    const places: readonly string[] = ['customer', 'hotel', 'name', 'email', 'phone']
    const placed = failed.errors.filter((e) => places.includes(e.path))
    const rest = failed.errors.filter((e) => !places.includes(e.path)).map((e) => e.message)
    setErrors({
      ...Object.fromEntries(placed.map((e) => [e.path, e.message])),
      ...(placed.length && !rest.length ? {} : { save: rest.join(' ') || failed.detail }),
      // The offers, read again, say which nights are full in the person's own format.
      ...(isProblem(failed, 409) && failed.code === 'full' ? { save: t('composer.nowFull') } : {}),
    })
  }
  const confirmed = async (record: Seen<'bookings'>): Promise<string | undefined> => {
    try {
      await transitionRecord(bookings(), record, 'confirmed')
      return undefined
    } catch (failed) {
      if (reportRequested(client, failed)) return ''
      return failed instanceof Error ? failed.message : t('common.somethingWrong')
    }
  }
  const save = async (draft: Draft, type: string, confirm: boolean): Promise<void> => {
    setBusy(true)
    setErrors({})
    try {
      let { customer } = draft
      if (draft.created) {
        customer = (await createGuest(guestBody(draft.created))).record.id
        onGuest(customer)
      }
      const { record, operationId } = await createBooking(
        bookingBody(draft, { code, customer: customer ?? '', type }),
      )
      noteOwnChange(record.id)
      const title = titleOf(bookings(), record)
      const failed = confirm ? await confirmed(record) : undefined
      if (failed) toast.error({ title: t('composer.onlyHeld', { title }), message: failed })
      else if (confirm && failed === undefined) {
        reportChange(client, t('composer.confirmed', { title }), undefined)
      } else {
        reportChange(client, t('composer.held', { title }), rights.delete ? operationId : undefined)
      }
      onDone()
    } catch (failed) {
      refuse(failed)
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: keys.collection('bookings') })
      await client.invalidateQueries({ queryKey: keys.collection('hotels') })
      if (draft.created) await client.invalidateQueries({ queryKey: keys.collection('customers') })
    }
  }
  return { busy, errors, setErrors, save }
}
