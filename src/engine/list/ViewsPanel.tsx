import { useState, type FormEvent } from 'react'
import { IconHistory, IconHome, IconTrash } from '@tabler/icons-react'
import { appConfig } from '#data/config.ts'
import { useTranslation } from '#ui/i18n.ts'
import { readListSearch } from '../listSearch.ts'
import { parseSearch, stringifySearch } from '../searchText.ts'
import { ListLink } from './ListLink.tsx'
import type { List } from './useList.ts'
import css from './panel.module.css'

/** A list's search parameters as text, without the page. */
const textOf = (list: List): string =>
  stringifySearch({ ...list.search, page: undefined, after: undefined })

/** Saved views of a list, and saving the current one. */
export const ViewsPanel = ({
  list,
  onClose,
}: {
  readonly list: List
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const { resource, preset, preference, setPreference } = list
  // The server does not know the history of these records.
  const elsewhere = appConfig().documents?.[resource.collection] !== undefined
  const seePast = () => {
    onClose()
    list.setSearch({ asOf: new Date().toISOString() })
  }
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const views = preference.views ?? []
  const now = textOf(list)
  const save = (e: FormEvent) => {
    e.preventDefault()
    const given = name.trim()
    if (!given) return
    if (views.some((v) => v.name === given)) return setError(t('list.viewTaken'))
    setPreference({ views: [...views, { name: given, search: now }] })
    setName('')
  }
  const remove = (gone: string) =>
    setPreference({
      views: views.filter((v) => v.name !== gone),
      ...(preference.start === gone ? { start: undefined } : {}),
    })
  const row = (text: string, search: string, on: boolean) => (
    <ListLink
      list={list}
      search={readListSearch(resource, parseSearch(search))}
      className={css.viewLink}
      aria-current={on ? 'true' : undefined}
      onClick={onClose}
    >
      {text}
    </ListLink>
  )
  return (
    <div className={css.stack}>
      <ul className={css.rows}>
        <li className={css.row}>{row(t('list.everything'), '', now === '')}</li>
        {views.map((v) => (
          <li key={v.name} className={css.row}>
            {row(v.name, v.search, v.search === now)}
            <button
              type="button"
              className={css.icon}
              aria-pressed={preference.start === v.name}
              aria-label={t('list.startView', { name: v.name })}
              title={t('list.startView', { name: v.name })}
              onClick={() =>
                setPreference({ start: preference.start === v.name ? undefined : v.name })
              }
            >
              <IconHome size={14} aria-hidden />
            </button>
            <button
              type="button"
              className={css.icon}
              aria-label={t('list.deleteView', { name: v.name })}
              title={t('list.deleteView', { name: v.name })}
              onClick={() => remove(v.name)}
            >
              <IconTrash size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {views.length ? null : <p className={css.note}>{t('list.noViews')}</p>}
      {preset || elsewhere ? null : (
        <button type="button" className={css.past} onClick={seePast}>
          <IconHistory size={14} aria-hidden />
          {t('versions.seeListPast')}
        </button>
      )}
      <form className={css.form} onSubmit={save}>
        <label className={css.field}>
          {t('list.viewName')}
          <input
            className={css.input}
            value={name}
            maxLength={80}
            aria-invalid={error !== undefined}
            aria-describedby={error ? 'view-error' : undefined}
            onChange={(e) => {
              setName(e.currentTarget.value)
              setError(undefined)
            }}
          />
        </label>
        {error ? (
          <p id="view-error" role="alert" className={css.error}>
            {error}
          </p>
        ) : null}
        <button type="submit" className={css.apply}>
          {t('list.saveView')}
        </button>
      </form>
    </div>
  )
}
