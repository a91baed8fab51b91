import {
  IconBuildingStore,
  IconCalendarCheck,
  IconShieldCheck,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from '#ui/i18n.ts'
import css from '../shared/plain.module.css'

/** Layout of `/auth/…`: the brand on one side, the page on the other. */
export const AuthLayout = () => {
  const { t } = useTranslation()
  const brand = (
    <>
      <span className={css.mark} aria-hidden>
        <IconBuildingStore size={20} stroke={1.75} />
      </span>
      {t('common.product')}
    </>
  )
  return (
    <div className={css.page}>
      <aside className={css.side} aria-label={t('common.product')}>
        <span className={css.brand}>{brand}</span>
        <div>
          <p className={css.claim}>{t('screens.claim')}</p>
          <ul className={css.points}>
            <li>
              <IconCalendarCheck size={20} stroke={1.5} aria-hidden />
              {t('screens.point1')}
            </li>
            <li>
              <IconUsersGroup size={20} stroke={1.5} aria-hidden />
              {t('screens.point2')}
            </li>
            <li>
              <IconShieldCheck size={20} stroke={1.5} aria-hidden />
              {t('screens.point3')}
            </li>
          </ul>
        </div>
        <span />
      </aside>
      <main className={css.content}>
        <div className={css.card}>
          <p className={`${css.brand} ${css.narrow}`}>{brand}</p>
          <Outlet />
        </div>
      </main>
    </div>
  )
}
