import { useState } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { IconButton } from '#ui/Button.tsx'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from '#ui/i18n.ts'

interface Props {
  readonly label: string
  readonly name?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly description?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly autoFocus?: boolean
  readonly onFocus?: () => void
}

/** Password input with a button to show it. */
export const PasswordField = ({ name = 'password', onChange, ...rest }: Props) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...rest}
      {...(rest.autoFocus ? { 'data-autofocus': true } : {})}
      name={name}
      type={shown ? 'text' : 'password'}
      required
      withAsterisk={false}
      maxLength={128}
      spellCheck={false}
      onChange={(e) => onChange(e.currentTarget.value)}
      rightSection={
        <IconButton
          style={{ color: 'var(--muted)' }}
          aria-label={t(shown ? 'screens.hidePassword' : 'screens.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <Icon size={16} stroke={1.5} />
        </IconButton>
      }
    />
  )
}
