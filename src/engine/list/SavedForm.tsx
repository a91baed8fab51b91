import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useHolds, useMe } from '#data/me.ts'
import { optionsQuery } from '#data/queries.ts'
import { MAX_VIEW_NAME, type SavedView } from '#model/views.ts'
import type { SavedValues } from '#data/viewWrites.ts'
import { useTranslation } from '#ui/i18n.ts'
import { Select } from '#ui/Select.tsx'
import { useModel } from '../resource.ts'
import { refusalOf, type SavedWords } from './useSaved.ts'
import css from './panel.module.css'
import own from './views.module.css'

type Shared = Pick<SavedView, 'name' | 'shared' | 'roles' | 'defaultRoles'>
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
  readonly label: string
  readonly value: string
  readonly wrong: boolean
  readonly onChange: (name: string) => void
}

const NameField = ({ label, value, wrong, onChange }: NameFieldProps) => (
  <label className={css.field}>
    {label}
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

interface AudienceFieldProps {
  readonly everyone: string
  readonly value: Audience
  readonly onChange: (audience: Audience) => void
}

const AudienceField = ({ everyone, value, onChange }: AudienceFieldProps) => {
  const { t } = useTranslation()
  return (
    <label className={css.field}>
      {t('list.viewAudience')}
      <Select value={value} onChange={(e) => onChange(e.currentTarget.value as Audience)}>
        <option value="me">{t('list.viewForMe')}</option>
        <option value="everyone">{everyone}</option>
        <option value="roles">{t('list.viewForRoles')}</option>
      </Select>
    </label>
  )
}

const audienceOf = (view: Shared | undefined): Audience => {
  if (!view?.shared) return 'me'
  return view.roles.length ? 'roles' : 'everyone'
}

/** Name and audience of what is saved, and with `defaults` whose default it is. */
export const SavedForm = ({
  view,
  words,
  everyone,
  defaults = false,
  onSave,
}: {
  /** The one to change; a new one without it. */
  readonly view?: Shared | undefined
  readonly words: SavedWords
  /** Who sees it when it is shared with everybody. */
  readonly everyone: string
  readonly defaults?: boolean
  /** Rejects with the server's problem. */
  readonly onSave: (values: SavedValues) => Promise<unknown>
}) => {
  const { t } = useTranslation()
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
      await onSave({ name: given, ...(share || !view ? who : {}) })
      if (!view) setName('')
    } catch (problem) {
      setError(refusalOf(problem, words))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.form} onSubmit={(e) => void save(e)}>
      <NameField
        label={words.name}
        value={name}
        wrong={error !== undefined}
        onChange={(typed) => {
          setName(typed)
          setError(undefined)
        }}
      />
      {share ? <AudienceField everyone={everyone} value={audience} onChange={setAudience} /> : null}
      {audience === 'roles' ? (
        <Roles legend={t('list.viewRoles')} roles={offered} chosen={roles} onChange={setRoles} />
      ) : null}
      {shared && defaults ? (
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
        {view ? t('common.save') : words.save}
      </button>
    </form>
  )
}
