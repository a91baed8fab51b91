import { useEffect, useMemo, useState } from 'react'
import { IconAlertTriangle, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { optionsQuery } from '#data/queries.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { fieldOf } from '#model/standard.ts'
import { useCan } from '#data/me.ts'
import { orders, vendors } from '../shared/resources.ts'
import { Select } from '#ui/Select.tsx'
import { useNow } from '#ui/time.ts'
import { Board } from './Board.tsx'
import type { BoardSearch } from './board.ts'
import { Metrics } from './Metrics.tsx'
import { VendorLoad } from './VendorLoad.tsx'
import css from './orderDash.module.css'

const RESTS_MS = 300

/** The kinds that the person may filter by. */
const useKinds = () => {
  const can = useCan()
  return can(`${orders().entity}.field.kind.read`) ? (fieldOf(orders(), 'kind')?.options ?? []) : []
}

/** The search of the address, without what it may not hold. */
const useBoardSearch = (): BoardSearch => {
  const given = useSearch({ from: '/_main/order-dash' })
  const kind = useKinds().some((o) => o.value === given.kind) ? given.kind : undefined
  return useMemo(
    () => ({
      ...(given.vendor ? { vendor: given.vendor } : {}),
      ...(given.search ? { search: given.search } : {}),
      ...(kind ? { kind } : {}),
      ...(given.late ? { late: true } : {}),
    }),
    [given.vendor, given.search, given.late, kind],
  )
}

/** The text of the search box; the address follows once the person pauses. */
const useTypedSearch = (search: string | undefined) => {
  const navigate = useNavigate({ from: '/order-dash' })
  const [typed, setTyped] = useState(search ?? '')
  useEffect(() => {
    const text = typed.trim() || undefined
    if (text === search) return
    const timer = setTimeout(
      () => void navigate({ search: (old) => ({ ...old, search: text }), replace: true }),
      RESTS_MS,
    )
    return () => clearTimeout(timer)
  }, [typed, search, navigate])
  return [typed, setTyped] as const
}

const VendorChip = ({
  vendor,
  onClear,
}: {
  readonly vendor: string
  readonly onClear: () => void
}) => {
  const { t } = useTranslation()
  const { data: chosen } = useQuery(optionsQuery(vendors().collection, { ids: [vendor] }))
  const name = chosen?.[0]?.title ?? t('orders.vendor')
  return (
    <button
      type="button"
      className={css.chip}
      onClick={onClear}
      aria-label={`${t('orders.clear')}: ${name}`}
    >
      {name}
      <IconX size={14} aria-hidden />
    </button>
  )
}

const KindSelect = ({ kind }: { readonly kind: string | undefined }) => {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/order-dash' })
  const kinds = useKinds()
  if (!kinds.length) return null
  return (
    <Select
      className={css.choice}
      aria-label={t('orders.kind')}
      value={kind ?? ''}
      onChange={(e) => {
        const chosen = e.currentTarget.value || undefined
        void navigate({ search: (old) => ({ ...old, kind: chosen }) })
      }}
      data={kinds.map((o) => ({ value: o.value, label: label(o.label) }))}
    >
      <option value="">{t('orders.allKinds')}</option>
    </Select>
  )
}

/** `/order-dash`: orders by state, today's money, and the workload of vendors. */
export const OrderDash = () => {
  const { t } = useTranslation()
  const search = useBoardSearch()
  const navigate = useNavigate({ from: '/order-dash' })
  const now = useNow()
  const [typed, setTyped] = useTypedSearch(search.search)
  const setVendor = (vendor: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, vendor }) })
  return (
    <>
      <PageHeader
        title={t('screens.orderDash')}
        actions={
          <div className={css.narrowing} role="group" aria-label={t('orders.filters')}>
            {search.vendor ? (
              <VendorChip vendor={search.vendor} onClear={() => setVendor(undefined)} />
            ) : null}
            <KindSelect kind={search.kind} />
            <button
              type="button"
              className={css.toggle}
              aria-pressed={search.late ?? false}
              onClick={() =>
                void navigate({ search: (old) => ({ ...old, late: old.late ? undefined : true }) })
              }
            >
              <IconAlertTriangle size={14} aria-hidden />
              {t('orders.lateOrders')}
            </button>
            <span className={css.searchBox}>
              <IconSearch size={16} aria-hidden />
              <input
                type="search"
                role="searchbox"
                className={css.searchInput}
                aria-label={t('orders.search')}
                placeholder={t('orders.search')}
                value={typed}
                onChange={(e) => setTyped(e.currentTarget.value)}
              />
            </span>
          </div>
        }
      />
      <Metrics search={search} now={now} />
      <VendorLoad vendor={search.vendor} now={now} onVendor={setVendor} />
      <Board search={search} />
    </>
  )
}
