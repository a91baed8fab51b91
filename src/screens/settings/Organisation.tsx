import '#engine/fields/inputs/lists.css'
import { useState, type FormEvent } from 'react'
import { Select } from '@mantine/core'
import { TextInput } from '#ui/TextInput.tsx'
import { Button } from '#ui/Button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '#data/queries.ts'
import { isProblem } from '#data/problem.ts'
import { NumberBox } from '#engine/kinds/parts/NumberBox.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { organisation, saveOrganisation, type Organisation as Settings } from './api.ts'
import { useCurrencies, useZones } from './lists.ts'
import { Card, Failure, useSubmission } from './Card.tsx'
import { HoursCard } from './HoursCard.tsx'
import { savedToast } from './savedToast.ts'
import { OverdueInvoicesCard } from './OverdueInvoicesCard.tsx'
import { SellerCard } from './SellerCard.tsx'
import { SlaCard } from './SlaCard.tsx'
import css from './settings.module.css'

const KEY = ['organisation'] as const

const minorUnits = (currency: string): number =>
  10 **
  (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2)

/** Settings of the organisation. */
export const Organisation = () => {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => organisation(signal),
    refetchOnWindowFocus: false,
  })
  if (data) return <Loaded key={data.version} saved={data} />
  return error ? (
    <ErrorState error={error} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows rows={6} columns={2} />
  )
}

/** Name, currency, time zone, and the amount above which a refund needs a second proof. */
const OrganisationCard = ({
  draft,
  change,
  submission,
}: {
  readonly draft: Settings
  readonly change: (part: Partial<Settings>) => void
  readonly submission: ReturnType<typeof useSubmission>
}) => {
  const { t } = useTranslation()
  const zones = useZones()
  const currencies = useCurrencies()
  const units = minorUnits(draft.currency)
  return (
    <Card title={t('settings.organisation')} text={t('settings.organisationText')}>
      <Failure>{submission.error}</Failure>
      <div className={css.grid}>
        <TextInput
          label={t('settings.organisationName')}
          value={draft.name}
          maxLength={120}
          error={submission.fields.name}
          onChange={(e) => change({ name: e.currentTarget.value })}
        />
        <Select
          label={t('settings.currency')}
          data={currencies}
          value={draft.currency}
          error={submission.fields.currency}
          searchable
          allowDeselect={false}
          limit={100}
          nothingFoundMessage={t('settings.nothingFound')}
          onChange={(currency) => change({ currency: currency ?? draft.currency })}
        />
        <Select
          label={t('settings.timeZone')}
          data={zones}
          value={draft.timeZone}
          error={submission.fields.timeZone}
          searchable
          allowDeselect={false}
          limit={100}
          nothingFoundMessage={t('settings.nothingFound')}
          onChange={(timeZone) => change({ timeZone: timeZone ?? draft.timeZone })}
        />
        <NumberBox
          label={t('settings.refundProofAbove')}
          description={t('settings.refundProofAboveText')}
          value={draft.refundProofAbove / units}
          error={submission.fields.refundProofAbove}
          onChange={(amount) => change({ refundProofAbove: Math.round(Number(amount) * units) })}
        />
      </div>
    </Card>
  )
}

const Loaded = ({ saved }: { readonly saved: Settings }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const submission = useSubmission()
  const [draft, setDraft] = useState(saved)
  const change = (part: Partial<Settings>) => setDraft((old) => ({ ...old, ...part }))
  /** Saves settings and returns their new version. */
  const put = async (settings: Settings): Promise<number> => {
    try {
      const stored = await saveOrganisation(settings)
      client.setQueryData(KEY, stored)
      await client.invalidateQueries({ queryKey: keys.me })
      return stored.version
    } catch (failed) {
      if (isProblem(failed, 412)) await client.invalidateQueries({ queryKey: KEY })
      throw failed
    }
  }
  const save = async (e: FormEvent) => {
    e.preventDefault()
    let version = 0
    const done = await submission.run(async () => {
      version = await put(draft)
    })
    if (done) savedToast(t('settings.organisationSaved'), () => put({ ...saved, version }))
  }
  return (
    <form noValidate className={css.tab} onSubmit={(e) => void save(e)}>
      <OrganisationCard draft={draft} change={change} submission={submission} />
      <SellerCard
        seller={draft.seller}
        fields={submission.fields}
        onChange={(seller) => change({ seller })}
      />
      <OverdueInvoicesCard draft={draft} fields={submission.fields} onChange={change} />
      <HoursCard
        hours={draft.businessHours}
        fields={submission.fields}
        onChange={(businessHours) => change({ businessHours })}
      />
      <SlaCard
        sla={draft.sla}
        fields={submission.fields}
        onChange={(sla) => change({ sla })}
        foot={
          <Button type="submit" loading={submission.busy}>
            {t('common.save')}
          </Button>
        }
      />
    </form>
  )
}
