import { useEffect, useState } from 'react'
import { IconMessagePlus, IconSearch, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useCan, useMe } from '#data/me.ts'
import { fieldOf } from '#model/standard.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { readSound, SOUND } from '../shared/chatWatch/sound.ts'
import { usePreference } from '#engine/preference.ts'
import { conversations } from '../shared/resources.ts'
import { NewConversation } from './NewConversation.tsx'
import { kindChoices, scopes, stateChoices, type ChatSearch } from './search.ts'
import css from '../shared/chat.module.css'

const RESTS_MS = 300
const scopeNames = {
  everyone: 'chat.everyone',
  mine: 'chat.mine',
  unassigned: 'chat.unassigned',
} as const

interface ListFiltersProps {
  readonly search: ChatSearch
  readonly onSearch: (change: Partial<ChatSearch>) => void
}

/** Whose conversations: everyone's, the person's own, or those without an assignee. */
const Scopes = ({ search, onSearch }: ListFiltersProps) => {
  const { t } = useTranslation()
  return (
    <div className={css.scopes} role="group" aria-label={t('chat.who')}>
      {scopes.map((who) => (
        <button
          key={who}
          type="button"
          className={css.scope}
          aria-pressed={(search.who ?? 'everyone') === who}
          onClick={() => onSearch({ who: who === 'everyone' ? undefined : who })}
        >
          {t(scopeNames[who])}
        </button>
      ))}
    </div>
  )
}

/** State and kind of the conversations. */
const Selects = ({ search, onSearch }: ListFiltersProps) => {
  const { t } = useTranslation()
  return (
    <>
      <Select
        small
        className={css.state}
        aria-label={t('chat.state')}
        value={search.state ?? 'active'}
        onChange={(e) =>
          onSearch({
            state: stateChoices.find((s) => s === e.currentTarget.value && s !== 'active'),
          })
        }
      >
        <option value="active">{t('chat.active')}</option>
        {conversations().states.map((s) => (
          <option key={s.value} value={s.value}>
            {label(s.label)}
          </option>
        ))}
        <option value="any">{t('chat.any')}</option>
      </Select>
      <Select
        small
        className={css.state}
        aria-label={t('chat.ofKind')}
        value={search.kind ?? ''}
        onChange={(e) => onSearch({ kind: kindChoices.find((k) => k === e.currentTarget.value) })}
        data={fieldOf(conversations(), 'kind')?.options?.map((o) => ({
          value: o.value,
          label: label(o.label),
        }))}
      >
        <option value="">{t('chat.anyKind')}</option>
      </Select>
    </>
  )
}

const SoundButton = () => {
  const { t } = useTranslation()
  const [sound, changeSound] = usePreference(SOUND, readSound)
  const text = t(sound ? 'chat.soundOff' : 'chat.soundOn')
  return (
    <button
      type="button"
      className={css.iconButton}
      aria-pressed={sound}
      aria-label={text}
      title={text}
      onClick={() => changeSound((was) => !was)}
    >
      {sound ? <IconVolume size={18} aria-hidden /> : <IconVolumeOff size={18} aria-hidden />}
    </button>
  )
}

/** Filters of the conversation list, and the button for a new conversation. */
export const ListFilters = ({ search, onSearch }: ListFiltersProps) => {
  const { t } = useTranslation()
  const { person } = useMe()
  const can = useCan()
  const [begin, setBegin] = useState(false)
  const [typed, setTyped] = useState(search.q ?? '')
  useEffect(() => {
    const q = typed.trim() || undefined
    if (q === search.q) return
    const timer = setTimeout(() => onSearch({ q }), RESTS_MS)
    return () => clearTimeout(timer)
  }, [typed, search.q, onSearch])
  const own = person?.tenant === null
  return (
    <div className={css.filters}>
      <div className={css.choices}>
        <span className={css.searchBox}>
          <IconSearch size={16} aria-hidden />
          <input
            type="search"
            role="searchbox"
            className={css.search}
            aria-label={t('chat.search')}
            placeholder={t('chat.search')}
            value={typed}
            data-chat-search
            onChange={(e) => setTyped(e.currentTarget.value)}
          />
        </span>
        {can('conversation.create') && can('chatMessage.create') ? (
          <button
            type="button"
            className={css.newButton}
            aria-label={t('chat.newConversation')}
            title={t('chat.newConversation')}
            onClick={() => setBegin(true)}
          >
            <IconMessagePlus size={18} aria-hidden />
          </button>
        ) : null}
      </div>
      <div className={css.choices}>
        {own ? <Scopes search={search} onSearch={onSearch} /> : <span />}
        <SoundButton />
      </div>
      <div className={css.choices}>
        <Selects search={search} onSearch={onSearch} />
        {can('chatMessage.see') ? (
          <button
            type="button"
            className={css.toggle}
            aria-pressed={search.unread === '1'}
            onClick={() => onSearch({ unread: search.unread ? undefined : '1' })}
          >
            {t('chat.onlyUnread')}
          </button>
        ) : null}
      </div>
      {begin ? (
        <NewConversation
          onClose={() => setBegin(false)}
          onBegun={(id) => {
            setBegin(false)
            onSearch({ conversation: id })
          }}
        />
      ) : null}
    </div>
  )
}
