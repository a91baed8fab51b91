import { Button } from '#ui/Button.tsx'
import {
  IconBrandFacebook,
  IconBrandGithub,
  IconBrandGoogle,
  IconBrandTwitter,
} from '@tabler/icons-react'
import { firebaseFor, providers, type Provider } from '#data/firebase/project.ts'
import { useTranslation } from '#ui/i18n.ts'
import css from '../shared/plain.module.css'

const icons = {
  google: IconBrandGoogle,
  facebook: IconBrandFacebook,
  github: IconBrandGithub,
  twitter: IconBrandTwitter,
}

/** Sign-in providers offered here; none without an identity service. */
export const offeredProviders = (): readonly Provider[] =>
  providers.filter((one) => firebaseFor('identity')?.identity.providers.includes(one))

/** One button per offered provider. `onNear` is called when one is about to be pressed. */
export const Providers = ({
  busy,
  onNear,
  onPress,
}: {
  readonly busy: Provider | undefined
  readonly onNear: () => void
  readonly onPress: (provider: Provider) => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={css.providers}>
      {offeredProviders().map((provider) => {
        const Icon = icons[provider]
        // Open the window in the click handler itself, or the browser blocks it as a pop-up.
        return (
          <Button
            key={provider}
            variant="default"
            fullWidth
            aria-busy={busy === provider || undefined}
            onPointerDown={onNear}
            onClick={() => onPress(provider)}
          >
            <Icon size={18} stroke={1.5} aria-hidden />
            <span className={css.provider}>{t(`screens.with_${provider}`)}</span>
          </Button>
        )
      })}
    </div>
  )
}
