import { useEffect, useState } from 'react'
import { useMatches } from '@tanstack/react-router'
import { useMe } from '#data/me.ts'
import { draftKey, readDraft, type Draft } from '#engine/form/draft.ts'
import { useTimeZone } from '#engine/person.ts'
import { modelOf } from '#engine/resource.ts'
import { Button } from '#ui/Button.tsx'
import { useTranslation } from '#ui/i18n.ts'
import texts from '#ui/text.module.css'
import { toast } from '#ui/toast.ts'
import { linesOf } from './draftText.ts'
import css from './shell.module.css'

/**
 * For a form that may no longer be opened: what was typed in it is still here, and can be copied.
 */
export const KeptDraft = () => {
  const { t, i18n } = useTranslation()
  const zone = useTimeZone()
  const account = useMe().account.id
  const match = useMatches().at(-1)
  const { resource: collection = '', page } = match?.staticData ?? {}
  const id = (match?.params as { readonly id?: string } | undefined)?.id
  const key = page === 'create' || page === 'edit' ? draftKey(account, collection, id ?? 'new') : ''
  const [draft, setDraft] = useState<Draft>()
  // The form that this page replaces keeps its last values in the same commit, after this renders.
  useEffect(() => setDraft(key ? readDraft(key) : undefined), [key])
  const resource = modelOf(collection)
  if (!resource || !draft) return null
  const text = linesOf(resource.fields, draft.values, { language: i18n.language, zone }).join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t('form.keptCopied')),
      () => toast.error(t('form.keptNotCopied')),
    )
  return (
    <>
      <p role="status" className={`${texts.text} ${css.kept}`}>
        {t('form.kept')}
      </p>
      <Button onClick={() => void copy()}>{t('form.keptCopy')}</Button>
    </>
  )
}
