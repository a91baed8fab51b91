import { IconShieldCheck } from '@tabler/icons-react'
import { useTimeZone } from '#engine/person.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { AuditState } from './api.ts'
import { Fact } from './Fact.tsx'
import css from './settings.module.css'

/** Last verified entry of the audit chain, and when it was checked. */
export const AuditChain = ({ audit: { check } }: { readonly audit: AuditState }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const result = (): { tone: 'neutral' | 'danger' | 'success'; state: string; note: string } => {
    if (!check) {
      return {
        tone: 'neutral',
        state: t('settings.auditChainUnchecked'),
        note: t('settings.auditChainUncheckedNote'),
      }
    }
    const { tampering, upTo } = check
    const when = format.ago(check.at)
    if (tampering) {
      return {
        tone: 'danger',
        state: t('settings.auditChainTampered'),
        note: t('settings.auditChainTamperedNote', { seq: tampering.seq, when }),
      }
    }
    return {
      tone: 'success',
      state: t('settings.auditChainHolds'),
      note: upTo
        ? t('settings.auditChainHoldsNote', { seq: upTo.seq, at: format.instant(upTo.at), when })
        : t('settings.auditChainEmptyNote', { when }),
    }
  }
  const { tone, state, note } = result()
  return (
    <Fact
      icon={<IconShieldCheck size={16} stroke={1.5} />}
      name={t('settings.auditChain')}
      value={<Badge tone={tone}>{state}</Badge>}
      note={note}
    />
  )
}

/** Warns when the database cannot prevent the product from changing the audit. */
export const AuditOwned = ({ audit }: { readonly audit: AuditState }) => {
  const { t } = useTranslation()
  return audit.separate ? null : <p className={css.survives}>{t('settings.auditOwned')}</p>
}
