import { useEffect, useState } from 'react'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { optionsQuery } from '#data/queries.ts'
import { useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { vendors } from '../shared/resources.ts'
import { useNow } from '../shared/time.ts'
import { Board } from './Board.tsx'
import type { BoardSearch } from './board.ts'
import { Figures } from './Figures.tsx'
import { VendorLoad } from './VendorLoad.tsx'
import css from './orderDash.module.css'

const RESTS_MS = 300

/** `/order-dash`: orders by state, today's money, who has how much to do. */
export const OrderDash = () => {
  const { t } = useTranslation()
  const search: BoardSearch = useSearch({ from: '/_main/order-dash' })
  const navigate = useNavigate({ from: '/order-dash' })
  const now = useNow()
  const [typed, setTyped] = useState(search.search ?? '')
  useEffect(() => {
    const text = typed.trim() || undefined
    if (text === search.search) return
    const timer = setTimeout(() => void navigate({ search: (old) => ({ ...old, search: text }), replace: true }), RESTS_MS)
    return () => clearTimeout(timer)
  }, [typed, search.search, navigate])
  const setVendor = (vendor: string | undefined) => void navigate({ search: (old) => ({ ...old, vendor }) })
  const { data: chosen } = useQuery(optionsQuery(vendors().collection, { ids: search.vendor ? [search.vendor] : [] }))
  return (
    <>
      <PageHeader title={t('screens.orderDash')} actions={
        <div className={css.narrowing} role="group" aria-label={t('orders.filters')}>
          {search.vendor ? <button type="button" className={css.chip} onClick={() => setVendor(undefined)} aria-label={`${t('orders.clear')}: ${chosen?.[0]?.title ?? t('orders.vendor')}`}>{chosen?.[0]?.title ?? t('orders.vendor')}<IconX size={14} aria-hidden /></button> : null}
          <span className={css.searchBox}><IconSearch size={16} aria-hidden /><input type="search" role="searchbox" className={css.searchInput} aria-label={t('orders.search')} placeholder={t('orders.search')} value={typed} onChange={(e) => setTyped(e.currentTarget.value)} /></span>
        </div>
      } />
      <Figures search={search} now={now} />
      <VendorLoad vendor={search.vendor} now={now} onVendor={setVendor} />
      <Board search={search} />
    </>
  )
}
