import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { Loading } from '#ui/states.tsx'
import dialog from '#ui/dialog.module.css'
import { useRoles, type RoleOption } from './usePeople.ts'
import css from './permission.module.css'

/** Dialog to choose a role to copy permissions from; saves nothing yet. */
export const CopyDialog = ({
  role,
  onCopy,
  onClose,
}: {
  readonly role: string
  readonly onCopy: (from: RoleOption) => void
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const roles = useRoles()?.filter((r) => r.id !== role)
  const [chosen, setChosen] = useState('')
  const from = roles?.find((r) => r.id === chosen) ?? roles?.[0]
  return (
    <Dialog title={t('permission.copyTitle')} onClose={onClose}>
      <p className={css.note}>{t('permission.copyText')}</p>
      {roles ? (
        <SelectField
          label={t('permission.role')}
          data-autofocus
          value={from?.id ?? ''}
          onChange={(e) => setChosen(e.currentTarget.value)}
          data={roles.map((r) => ({ value: r.id, label: r.name }))}
        />
      ) : (
        <Loading />
      )}
      <div className={dialog.foot}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={!from}
          onClick={() => {
            if (from) onCopy(from)
          }}
        >
          {t('permission.copyDo')}
        </Button>
      </div>
    </Dialog>
  )
}
