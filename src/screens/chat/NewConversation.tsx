import { useState, type FormEvent } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCan, useMe } from '#data/me.ts'
import { isProblem } from '#data/problem.ts'
import { keys, listQuery, optionsQuery } from '#data/queries.ts'
import type { PickerOption } from '#data/types.ts'
import { createRecord } from '#data/writes.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { initials } from '../shared/PartyPanel.tsx'
import { conversations, customers, vendors } from '../shared/resources.ts'
import { enqueue, openOutbox } from '../shared/thread/outbox.ts'
import css from '../shared/chat.module.css'
import own from './newConversation.module.css'

const SHOWN = 6

interface NewConversationProps {
  readonly onClose: () => void
  readonly onBegun: (id: string) => void
}

/** Starts a conversation with a customer or a vendor, offering their open ones first. */
export const NewConversation = ({ onClose, onBegun }: NewConversationProps) => {
  const { t } = useTranslation()
  const { account, person } = useMe()
  const can = useCan()
  const client = useQueryClient()
  const parties = [
    { ref: 'customer', resource: customers(), text: t('chat.aCustomer') },
    { ref: 'vendor', resource: vendors(), text: t('chat.aVendor') },
  ] as const
  const kinds = parties.filter(
    (k) => can(`${k.resource.entity}.list`) && can(`conversation.field.${k.ref}.write`),
  )
  const [ref, setRef] = useState(kinds[0]?.ref)
  const kind = kinds.find((k) => k.ref === ref)
  const [q, setQ] = useState('')
  const [party, setParty] = useState<PickerOption>()
  const [subject, setSubject] = useState('')
  const [body, setBody] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const found = useQuery({
    ...optionsQuery(kind?.resource.collection ?? 'customers', q.trim() ? { search: q.trim() } : {}),
    enabled: kind !== undefined && !party,
    placeholderData: keepPreviousData,
  })
  const known = useQuery({
    ...listQuery(conversations(), {
      filter: {
        and: [
          { path: [ref ?? 'customer'], op: 'eq', value: party?.id ?? '' },
          { path: ['state'], op: 'ne', value: 'resolved' },
        ],
      },
      sort: [{ field: 'lastMessageAt', descending: true }],
      limit: 4,
    }),
    enabled: party !== undefined,
    placeholderData: undefined,
  })
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (!party || !ref || !subject.trim() || !body.trim() || busy) return
    setBusy(true)
    try {
      const assignee: Record<string, string> =
        person && person.tenant === null && can('conversation.field.assignee.write')
          ? { assignee: person.id }
          : {}
      const id = await createRecord(conversations(), {
        subject: subject.trim(),
        kind: 'direct',
        [ref]: party.id,
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
  return (
    <Dialog title={t('chat.newConversation')} onClose={onClose}>
      <form className={own.form} onSubmit={(e) => void submit(e)}>
        {kinds.length > 1 ? (
          <div className={css.scopes} role="radiogroup" aria-label={t('chat.with')}>
            {kinds.map((k) => (
              <label key={k.ref} className={own.kind} data-on={k.ref === ref || undefined}>
                <input
                  type="radio"
                  className="visually-hidden"
                  name="new-with"
                  checked={k.ref === ref}
                  onChange={() => {
                    setRef(k.ref)
                    setParty(undefined)
                  }}
                />
                {k.text}
              </label>
            ))}
          </div>
        ) : null}
        {party ? (
          <>
            <div className={own.party}>
              <span className={own.avatar} aria-hidden>
                {initials(party.title)}
              </span>
              <span className={own.name}>
                {party.title}
                {party.subtitle ? <span className={own.beside}>{party.subtitle}</span> : null}
              </span>
              <button type="button" className={css.button} onClick={() => setParty(undefined)}>
                {t('chat.otherPerson')}
              </button>
            </div>
            {known.data?.data.length ? (
              <div className={own.known}>
                <p>{t('chat.goesOn', { name: party.title })}</p>
                {known.data.data.map((c) => (
                  <button
                    key={c.id}
                    type="button"
                    className={own.knownEntry}
                    onClick={() => onBegun(c.id)}
                  >
                    {String(c.subject)}
                  </button>
                ))}
              </div>
            ) : null}
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
          <>
            <label className={own.field}>
              {t('chat.searchPeople')}
              <input
                type="search"
                className={own.input}
                value={q}
                data-autofocus
                onChange={(e) => setQ(e.currentTarget.value)}
              />
            </label>
            <ul className={own.people}>
              {(found.data ?? []).slice(0, SHOWN).map((p) => (
                <li key={p.id}>
                  <button type="button" className={own.person} onClick={() => setParty(p)}>
                    <span className={own.avatar} aria-hidden>
                      {initials(p.title)}
                    </span>
                    <span className={own.name}>
                      {p.title}
                      {p.subtitle ? <span className={own.beside}>{p.subtitle}</span> : null}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {found.data && !found.data.length ? (
              <p className={own.none}>{t('chat.nobodyFound')}</p>
            ) : null}
          </>
        )}
        {error ? (
          <p role="alert" className={own.error}>
            {error}
          </p>
        ) : null}
        <div className={own.actions}>
          <button type="button" className={css.button} onClick={onClose}>
            {t('chat.cancel')}
          </button>
          <button
            type="submit"
            className={css.primary}
            disabled={!party || !subject.trim() || !body.trim() || busy}
          >
            {t('chat.begin')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
