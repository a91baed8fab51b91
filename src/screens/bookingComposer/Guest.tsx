import { own } from '#schemas/define/own.ts'
import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { useRights } from '#engine/resource.ts'
import { fieldOf } from '#model/standard.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { customers } from '../shared/resources.ts'
import { RecordPicker } from './RecordPicker.tsx'
import css from './composer.module.css'

/** A guest who is not yet a customer. */
export interface NewGuest {
  readonly name: string
  readonly email: string
  readonly phone: string
}
/** Fields of a new guest. */
export const GUEST_FIELDS = ['name', 'email', 'phone'] as const

interface GuestProps {
  readonly customer: string | undefined
  readonly created: NewGuest | undefined
  readonly errors: Readonly<Record<string, string>>
  readonly onPick: (id: string) => void
  readonly onNew: (guest: NewGuest | undefined) => void
}

const types = { name: 'text', email: 'email', phone: 'tel' } as const

/** The guest: an existing customer, or name, e-mail and phone of a new one. */
export const Guest = ({ customer, created, errors, onPick, onNew }: GuestProps) => {
  const { t } = useTranslation()
  const rights = useRights(customers())
  const mayCreate = rights.create && GUEST_FIELDS.slice(0, 2).every(rights.writeField)
  if (!created) {
    return (
      <RecordPicker
        collection="customers"
        label={t('composer.guest')}
        placeholder={t('composer.findGuest')}
        value={customer}
        error={errors.customer}
        focused
        onPick={onPick}
        {...(mayCreate
          ? {
              create: {
                label: (name: string) => t('composer.newGuest', { name }),
                run: (text: string) =>
                  onNew(
                    text.includes('@')
                      ? { name: '', email: text, phone: '' }
                      : { name: text, email: '', phone: '' },
                  ),
              },
            }
          : {})}
      />
    )
  }
  return (
    <fieldset className={css.newGuest}>
      <legend className="visually-hidden">{t('composer.newGuestTitle')}</legend>
      <div className={css.newHead} aria-hidden>
        {t('composer.newGuestTitle')}
      </div>
      {GUEST_FIELDS.filter((name) => name !== 'phone' || rights.writeField(name)).map((name) => (
        <TextInput
          key={name}
          type={types[name]}
          label={label(fieldOf(customers(), name)?.label ?? name)}
          required={name !== 'phone'}
          autoComplete="off"
          value={created[name]}
          error={own(errors, name)}
          autoFocus={name === (created.name ? 'email' : 'name')}
          onChange={(e) => onNew({ ...created, [name]: e.currentTarget.value })}
        />
      ))}
      <Button size="small" variant="subtle" className={css.back} onClick={() => onNew(undefined)}>
        {t('composer.findInstead')}
      </Button>
    </fieldset>
  )
}
