import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listQuery, optionsQuery } from '#data/queries.ts'
import type { PickerOption } from '#data/types.ts'
import { useTranslation } from '#ui/i18n.ts'
import { initials } from '#ui/initials.ts'
import { conversations } from '../shared/resources.ts'
import { chatButton } from '../shared/chatButton.ts'
import css from '../shared/chat.module.css'
import own from './newConversation.module.css'

const SHOWN = 6

/** Whom a direct conversation is with. */
export type Role = 'customer' | 'vendor'

interface Kind {
  readonly ref: Role
  readonly text: string
}

/** Choice between customers and vendors. */
export const Kinds = ({
  kinds,
  value,
  onChange,
}: {
  readonly kinds: readonly Kind[]
  readonly value: Role | undefined
  readonly onChange: (value: Role) => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={css.scopes} role="radiogroup" aria-label={t('chat.with')}>
      {kinds.map((k) => (
        <label key={k.ref} className={own.kind} data-on={k.ref === value || undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name="new-with"
            checked={k.ref === value}
            onChange={() => onChange(k.ref)}
          />
          {k.text}
        </label>
      ))}
    </div>
  )
}

const Party = ({ party: { title, subtitle } }: { readonly party: PickerOption }) => (
  <>
    <span className={own.avatar} aria-hidden>
      {initials(title)}
    </span>
    <span className={own.name}>
      {title}
      {subtitle ? <span className={own.beside}>{subtitle}</span> : null}
    </span>
  </>
)

/** Finds the person to write to. */
export const Search = ({
  collection,
  onChoose,
}: {
  readonly collection: string | undefined
  readonly onChoose: (party: PickerOption) => void
}) => {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const found = useQuery({
    ...optionsQuery(collection ?? 'customers', q.trim() ? { search: q.trim() } : {}),
    enabled: collection !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
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
            <button type="button" className={own.person} onClick={() => onChoose(p)}>
              <Party party={p} />
            </button>
          </li>
        ))}
      </ul>
      {found.data && !found.data.length ? (
        <p className={own.none}>{t('chat.nobodyFound')}</p>
      ) : null}
    </>
  )
}

/** The person to write to, and the open conversations with them. */
export const Chosen = ({
  party,
  role,
  onOther,
  onBegun,
}: {
  readonly party: PickerOption
  readonly role: Role
  readonly onOther: () => void
  readonly onBegun: (id: string) => void
}) => {
  const { t } = useTranslation()
  const known = useQuery({
    ...listQuery(conversations(), {
      filter: {
        and: [
          { path: [role], op: 'eq', value: party.id },
          { path: ['state'], op: 'ne', value: 'resolved' },
        ],
      },
      sort: [{ field: 'lastMessageAt', descending: true }],
      limit: 4,
    }),
    placeholderData: undefined,
  })
  return (
    <>
      <div className={own.party}>
        <Party party={party} />
        <button type="button" className={chatButton} onClick={onOther}>
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
    </>
  )
}
