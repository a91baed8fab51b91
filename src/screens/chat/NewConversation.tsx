import { useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useCan, useMe } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { keys } from '#data/queries.ts'
import type { PickerOption } from '#data/types.ts'
import { createRecord } from '#data/writes.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { conversations, customers, vendors } from '../shared/resources.ts'
import { enqueue, openOutbox } from '../shared/thread/outbox.ts'
import { chatButton, chatPrimary } from '../shared/chatButton.ts'
import { Chosen, Kinds, Search, type Role } from './NewParty.tsx'
import own from './newConversation.module.css'

interface NewConversationProps {
  readonly onClose: () => void
  readonly onBegun: (id: string) => void
}

/** A conversation to start, with its first message. */
interface FirstMessage {
  readonly ref: Role
  readonly party: string
  readonly subject: string
  readonly body: string
}

/** Creates a conversation with its first message, or continues the one that exists already. */
const useStart = (onBegun: (id: string) => void) => {
  const { t } = useTranslation()
  const { account, person } = useMe()
  const can = useCan()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const begin = async ({ ref, party, subject, body }: FirstMessage) => {
    setBusy(true)
    try {
      const assignee: Record<string, string> =
        person && person.tenant === null && can('conversation.field.assignee.write')
          ? { assignee: person.id }
          : {}
      const id = await createRecord(conversations(), {
        subject: subject.trim(),
        kind: 'direct',
        [ref]: party,
        ...assignee,
      }).then(
        ({ record }) => record.id,
        (problem: unknown) => {
          if (isProblem(problem, 409) && typeof problem.members.existing === 'string') {
            return problem.members.existing
          }
          throw problem
        },
      )
      openOutbox(account.id)
      enqueue({ conversation: id, kind: 'outgoing', body: body.trim(), attachments: [] })
      void client.invalidateQueries({ queryKey: keys.collection(conversations().collection) })
      onBegun(id)
    } catch (problem) {
      setError(isProblem(problem) ? problem.detail : t('common.somethingWrong'))
      toast.error(t('chat.notDone'))
      setBusy(false)
    }
  }
  return { busy, error, begin }
}

/** Whom the person may begin a conversation with. */
const useKinds = () => {
  const { t } = useTranslation()
  const can = useCan()
  const parties = [
    { ref: 'customer', resource: customers(), text: t('chat.aCustomer') },
    { ref: 'vendor', resource: vendors(), text: t('chat.aVendor') },
  ] as const
  return parties.filter(
    (k) => can(`${k.resource.entity}.list`) && can(`conversation.field.${k.ref}.write`),
  )
}

/** Starts a conversation with a customer or a vendor, offering their open ones first. */
export const NewConversation = ({ onClose, onBegun }: NewConversationProps) => {
  const { t } = useTranslation()
  const kinds = useKinds()
  const [ref, setRef] = useState(kinds[0]?.ref)
  const kind = kinds.find((k) => k.ref === ref)
  const [party, setParty] = useState<PickerOption>()
  const [subject, setSubject] = useState('')
  const [body, setBody] = useState('')
  const { busy, error, begin } = useStart(onBegun)
  const ready = party !== undefined && subject.trim() !== '' && body.trim() !== ''
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (ready && ref && !busy) void begin({ ref, party: party.id, subject, body })
  }
  return (
    <Dialog title={t('chat.newConversation')} onClose={onClose}>
      <form className={own.form} onSubmit={submit}>
        {kinds.length > 1 ? (
          <Kinds
            kinds={kinds}
            value={ref}
            onChange={(next) => {
              setRef(next)
              setParty(undefined)
            }}
          />
        ) : null}
        {party ? (
          <>
            <Chosen
              party={party}
              role={ref ?? 'customer'}
              onOther={() => setParty(undefined)}
              onBegun={onBegun}
            />
            <label className={own.field}>
              {t('chat.subjectField')}
              <input
                className={own.input}
                value={subject}
                maxLength={200}
                required
                data-autofocus
                autoFocus
                onChange={(e) => setSubject(e.currentTarget.value)}
              />
            </label>
            <label className={own.field}>
              {t('chat.firstMessage')}
              <textarea
                className={own.input}
                rows={4}
                dir="auto"
                value={body}
                maxLength={10_000}
                required
                onChange={(e) => setBody(e.currentTarget.value)}
              />
            </label>
          </>
        ) : (
          <Search collection={kind?.resource.collection} onChoose={setParty} />
        )}
        {error ? (
          <p role="alert" className={own.error}>
            {error}
          </p>
        ) : null}
        <div className={own.actions}>
          <button type="button" className={chatButton} onClick={onClose}>
            {t('chat.cancel')}
          </button>
          <button type="submit" className={chatPrimary} disabled={!ready || busy}>
            {t('chat.begin')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
