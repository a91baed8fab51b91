import { useMatches } from '@tanstack/react-router'
import { useMe } from '#data/me.ts'
import { draftKey, readDraft, type Draft } from '#engine/form/draft.ts'
import { modelOf } from '#engine/resource.ts'
import { own } from '#schemas/define/own.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { Button } from '#ui/Button.tsx'
import { label, useTranslation } from '#ui/i18n.ts'
import texts from '#ui/text.module.css'
import { toast } from '#ui/toast.ts'
import css from './shell.module.css'

const wordsOf = (value: Json): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')

/** What was typed, a line per field. */
const textOf = (resource: ResourceModel, { values }: Draft): string =>
  resource.fields
    .filter((f) => Object.hasOwn(values, f.name))
    .map((f) => `${label(f.label)}: ${wordsOf(own(values, f.name) ?? null)}`)
    .join('\n')

/**
 * For a form that may no longer be opened: what was typed in it is still here, and can be copied.
 */
export const KeptDraft = () => {
  const { t } = useTranslation()
  const account = useMe().account.id
  const match = useMatches().at(-1)
  const { resource: collection = '', page } = match?.staticData ?? {}
  const resource = modelOf(collection)
  if (!resource || (page !== 'create' && page !== 'edit')) return null
  const id = (match?.params as { readonly id?: string } | undefined)?.id
  const draft = readDraft(draftKey(account, collection, id ?? 'new'))
  if (!draft) return null
  const copy = () =>
    navigator.clipboard.writeText(textOf(resource, draft)).then(
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
