import { useTranslation } from '#ui/i18n.ts'
import css from '../shared/plain.module.css'

const people = ['admin', 'manager', 'support', 'finance', 'vendor', 'viewer'] as const
const domain = 'example.com'
/** The password all demo accounts share; the server prints it as well. */
export const DEMO_PASSWORD = 'demo-password'

/** Demo accounts; one click signs in. */
export const DemoAccounts = ({ onChoose }: { readonly onChoose: (email: string) => void }) => {
  const { t } = useTranslation()
  return (
    <section className={css.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className={css.demoTitle}>
        {t('screens.demoTitle')}
      </h2>
      <p className={css.demoText}>{t('screens.demoText', { password: DEMO_PASSWORD })}</p>
      <ul className={css.demoList}>
        {people.map((who) => (
          <li key={who}>
            <button
              type="button"
              className={css.demoButton}
              title={`${who}@${domain}`}
              onClick={() => onChoose(`${who}@${domain}`)}
            >
              {t(`screens.demo_${who}`)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
