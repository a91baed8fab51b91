import { Button } from '#ui/Button.tsx'
import { useRights } from '#engine/resource.ts'
import { fieldOf } from '#model/standard.ts'
import type { ResourceModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { Offer } from './offers.ts'
import css from './composer.module.css'

/** The total, and the ways to end: hold, confirm, or the whole form. */
export const Foot = ({
  resource,
  chosen,
  busy,
  onBook,
  onForm,
}: {
  readonly resource: ResourceModel
  readonly chosen: Offer | undefined
  readonly busy: boolean
  readonly onBook: (confirm: boolean) => void
  readonly onForm: () => void
}) => {
  const { t } = useTranslation()
  const { money } = useFormat()
  const mayConfirm = useRights(resource).transition('confirmed')
  const confirmed = resource.transitions.find((transition) => transition.name === 'confirmed')
  return (
    <div className={css.foot}>
      <output className={css.total} aria-label={label(fieldOf(resource, 'total')?.label ?? '')}>
        {chosen?.total ? money(chosen.total) : ''}
      </output>
      <Button variant="subtle" className={css.all} onClick={onForm}>
        {t('composer.allFields')}
      </Button>
      <Button
        variant={mayConfirm ? 'default' : 'filled'}
        disabled={busy}
        onClick={() => onBook(false)}
      >
        {t('composer.hold')}
      </Button>
      {mayConfirm && confirmed ? (
        <Button loading={busy} aria-keyshortcuts="Control+Enter" onClick={() => onBook(true)}>
          {label(confirmed.label)}
        </Button>
      ) : null}
    </div>
  )
}
