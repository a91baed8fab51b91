import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dropWaiting, useWaiting, type WaitingSave } from '#data/waiting.ts'
import { draftKey, writeDraft } from '#engine/form/draft.ts'
import { useGoTo } from '#engine/links.tsx'
import { modelOf } from '#engine/resource.ts'
import { sendWaiting } from '#engine/waiting/send.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import css from './waitingSaves.module.css'

const Refused = ({ save }: { readonly save: WaitingSave }) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const resource = modelOf(save.collection)
  if (!resource) return null
  const open = () => {
    const { id, version = 0 } = save
    writeDraft(draftKey(save.account, save.collection, id ?? 'new'), { ...save.values }, version)
    dropWaiting(save)
    void goTo(resource, id === undefined ? { page: 'create' } : { page: 'edit', id })
  }
  return (
    <li className={css.line}>
      <span>
        {t('form.refusedLater', { what: label(resource.label.one), title: save.title })}{' '}
        {save.error}
      </span>
      <span className={css.buttons}>
        <button type="button" onClick={open}>
          {t('form.openForm')}
        </button>
        <button type="button" onClick={() => dropWaiting(save)}>
          {t('form.draftDrop')}
        </button>
      </span>
    </li>
  )
}

/** Saves of forms that wait for the connection, which it sends, and those that were refused. */
export const WaitingSaves = ({ account }: { readonly account: string }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const saves = useWaiting(account)
  const waiting = saves.filter((s) => !s.error)
  const some = waiting.length > 0
  useEffect(() => {
    if (some) void sendWaiting(client, account)
  }, [client, account, some])
  return (
    <ul className={css.list}>
      {some ? (
        <li className={css.line}>
          {t('form.waitingCount', {
            count: waiting.length,
            what: waiting
              .map((s) => `${label(modelOf(s.collection)?.label.one ?? '')} “${s.title}”`)
              .join(', '),
          })}
        </li>
      ) : null}
      {saves
        .filter((s) => s.error)
        .map((save) => (
          <Refused key={save.key} save={save} />
        ))}
    </ul>
  )
}
