import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useHolds, useMe } from '#data/me.ts'
import { optionsQuery } from '#data/queries.ts'
import { MAX_VIEW_NAME, type SavedView } from '#model/views.ts'
import { useTranslation } from '#ui/i18n.ts'
import { useModel } from '../resource.ts'
import type { List } from './useList.ts'
import { refusalOf, useViewActions } from './useViewActions.ts'
import css from './panel.module.css'
import own from './views.module.css'

type Audience = 'me' | 'everyone' | 'roles'

interface Role {
  readonly id: string
  readonly title: string
}

/** The roles a person may choose from: those they may list, else their own. */
const useRoles = (wanted: boolean): readonly Role[] => {
  const { roles } = useMe()
  const holds = useHolds()
  const resource = useModel().resources.find((r) => r.grants !== undefined)
  const may = resource !== undefined && holds(`${resource.entity}.list`)
  const { data } = useQuery({
    ...optionsQuery(resource?.collection ?? ''),
    enabled: may && wanted,
  })
  return may ? (data ?? []) : roles.map(({ id, name }) => ({ id, title: name }))
}

const Roles = ({
  legend,
  roles,
  chosen,
  onChange,
}: {
  readonly legend: string
  readonly roles: readonly Role[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}) => (
  <fieldset className={css.set}>
    <legend>{legend}</legend>
    <div className={own.roles}>
      {roles.map(({ id, title }) => (
        <label key={id} className={css.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(e) =>
              onChange(
                e.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id),
              )
            }
          />
          <span className={css.choiceText}>{title}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

interface NameFieldProps {
  readonly value: string
  readonly wrong: boolean
  readonly onChange: (name: string) => void
}

const NameField = ({ value, wrong, onChange }: NameFieldProps) => {
  const { t } = useTranslation()
  return (
    <label className={css.field}>
      {t('list.viewName')}
      <input
        className={css.input}
        value={value}
        maxLength={MAX_VIEW_NAME}
        aria-invalid={wrong}
        aria-describedby={wrong ? 'view-error' : undefined}
        onChange={(e) => onChange(e.currentTarget.value)}
      />
    </label>
  )
}

interface AudienceFieldProps {
  readonly value: Audience
  readonly onChange: (audience: Audience) => void
}

const AudienceField = ({ value, onChange }: AudienceFieldProps) => {
  const { t } = useTranslation()
  return (
    <label className={css.field}>
      {t('list.viewAudience')}
      <select
        className={css.input}
        value={value}
        onChange={(e) => onChange(e.currentTarget.value as Audience)}
      >
        <option value="me">{t('list.viewForMe')}</option>
        <option value="everyone">{t('list.viewForEveryone')}</option>
        <option value="roles">{t('list.viewForRoles')}</option>
      </select>
    </label>
  )
}

const audienceOf = (view: SavedView | undefined): Audience => {
  if (!view?.shared) return 'me'
  return view.roles.length ? 'roles' : 'everyone'
}

/** Saves what the list shows as a new view, or changes the name and audience of `view`. */
export const ViewForm = ({
  list,
  view,
  onDone,
}: {
  readonly list: List
  readonly view?: SavedView
  readonly onDone: () => void
}) => {
  const { t } = useTranslation()
  const actions = useViewActions(list)
  const share = useHolds()('organisation.views')
  const [name, setName] = useState(view?.name ?? '')
  const [audience, setAudience] = useState(audienceOf(view))
  const [roles, setRoles] = useState(view?.roles ?? [])
  const [defaultRoles, setDefaults] = useState(view?.defaultRoles ?? [])
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const shared = audience !== 'me'
  const offered = useRoles(shared)
  const save = async (e: FormEvent): Promise<void> => {
    e.preventDefault()
    const given = name.trim()
    if (!given || busy) return
    if (audience === 'roles' && !roles.length) return setError(t('list.chooseRoles'))
    const who = {
      shared,
      roles: audience === 'roles' ? roles : [],
      defaultRoles: shared ? defaultRoles : [],
    }
    setBusy(true)
    try {
      if (view) await actions.change(view, { name: given, ...(share ? who : {}) })
      else await actions.create({ name: given, ...who })
      setName('')
      onDone()
    } catch (problem) {
      setError(refusalOf(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.form} onSubmit={(e) => void save(e)}>
      <NameField
        value={name}
        wrong={error !== undefined}
        onChange={(typed) => {
          setName(typed)
          setError(undefined)
        }}
      />
      {share ? <AudienceField value={audience} onChange={setAudience} /> : null}
      {audience === 'roles' ? (
        <Roles legend={t('list.viewRoles')} roles={offered} chosen={roles} onChange={setRoles} />
      ) : null}
      {shared ? (
        <Roles
          legend={t('list.viewDefaultRoles')}
          roles={offered}
          chosen={defaultRoles}
          onChange={setDefaults}
        />
      ) : null}
      {error ? (
        <p id="view-error" role="alert" className={css.error}>
          {error}
        </p>
      ) : null}
      <button type="submit" className={css.apply} disabled={busy}>
        {t(view ? 'common.save' : 'list.saveView')}
      </button>
    </form>
  )
}
