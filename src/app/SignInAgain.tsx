import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '#data/queries.ts'
import { dropTokens, startOver } from '#data/session.ts'
import type { Me } from '#data/types.ts'
import { CodeForm } from '#screens/auth/CodeForm.tsx'
import { Federated } from '#screens/auth/Federated.tsx'
import { SignInForm } from '#screens/auth/SignInForm.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'

/**
 * Sign-in over the current page. Another person who signs in must not see it, so the page reloads
 * for them.
 */
export const SignInAgain = () => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [challenge, setChallenge] = useState<string>()
  const email = client.getQueryData<Me>(keys.me)?.account.email ?? ''
  const done = (used: string) => {
    if (email && used.trim().toLowerCase() !== email.toLowerCase()) startOver()
  }
  return (
    <Dialog title={t('screens.signInAgain')}>
      <p>{t('screens.signInAgainText')}</p>
      {challenge ? (
        <CodeForm challenge={challenge} onDone={() => startOver()} />
      ) : (
        <>
          <SignInForm email={email} onDone={done} />
          <Federated
            stay
            onDone={(account) => {
              if (account !== client.getQueryData<Me>(keys.me)?.account.id) startOver()
            }}
            onChallenge={setChallenge}
          />
        </>
      )}
      <Button variant="subtle" fullWidth style={{ marginBlockStart: 8 }} onClick={dropTokens}>
        {t('screens.otherAccount')}
      </Button>
    </Dialog>
  )
}
