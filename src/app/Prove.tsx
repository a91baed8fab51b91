import { useState, type FormEvent } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { own } from '#schemas/define/own.ts'
import { proveIdentity } from '#data/accounts.ts'
import { keys } from '#data/queries.ts'
import type { Me } from '#data/types.ts'
import { FormError } from '#screens/auth/AuthCard.tsx'
import { useSubmit } from '#screens/auth/useSubmit.ts'
import css from '#screens/shared/plain.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import dialog from '#ui/dialog.module.css'

/** Asks for the password, or for a code of the second factor where there is one; then the call that needed it goes on. */
export const Prove = ({ onDone }: { readonly onDone: (proven: boolean) => void }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const byCode = client.getQueryData<Me>(keys.me)?.account.twoFactor ?? false
  const [value, setValue] = useState('')
  const field = byCode ? 'code' : 'password'
  const form = useSubmit(
    () => ({ [field]: value.trim() ? undefined : t('screens.proveFill') }),
    async () => {
      await proveIdentity(byCode ? { code: value.replace(/\s/g, '') } : { password: value })
      onDone(true)
    },
  )
  return (
    <Dialog title={t('screens.proveTitle')} onClose={() => onDone(false)}>
      <form
        className={css.form}
        noValidate
        onSubmit={(e: FormEvent<HTMLFormElement>) => {
          // The dialog may lie over a form whose saving asked for it.
          e.stopPropagation()
          form.onSubmit(e)
        }}
      >
        <p>{t('screens.proveText')}</p>
        <FormError>{form.error}</FormError>
        <TextInput
          data-autofocus
          name={field}
          type={byCode ? 'text' : 'password'}
          label={t(byCode ? 'screens.proveCode' : 'screens.password')}
          autoComplete={byCode ? 'one-time-code' : 'current-password'}
          {...(byCode ? { inputMode: 'numeric' as const } : {})}
          maxLength={128}
          value={value}
          onChange={(e) => setValue(e.currentTarget.value)}
          error={own(form.fields, field)}
        />
        <div className={dialog.foot}>
          <Button variant="default" onClick={() => onDone(false)}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('screens.continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
