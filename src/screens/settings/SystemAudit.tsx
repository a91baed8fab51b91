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
  const state = !check ? 'Unchecked' : check.tampering ? 'Tampered' : 'Holds'
  return (
    <Fact
      icon={<IconShieldCheck size={16} stroke={1.5} />}
      name={t('settings.auditChain')}
      value={
        <Badge tone={!check ? 'neutral' : check.tampering ? 'danger' : 'success'}>
          {t(`settings.auditChain${state}`)}
        </Badge>
      }
      note={
        !check
          ? t('settings.auditChainUncheckedNote')
          : check.tampering
            ? t('settings.auditChainTamperedNote', {
                seq: check.tampering.seq,
                when: format.ago(check.at),
              })
            : check.upTo
              ? t('settings.auditChainHoldsNote', {
                  seq: check.upTo.seq,
                  at: format.instant(check.upTo.at),
                  when: format.ago(check.at),
                })
              : t('settings.auditChainEmptyNote', { when: format.ago(check.at) })
      }
    />
  )
}

/** Warns when the database cannot prevent the product from changing the audit. */
export const AuditOwned = ({ audit }: { readonly audit: AuditState }) => {
  const { t } = useTranslation()
  return audit.separate ? null : <p className={css.survives}>{t('settings.auditOwned')}</p>
}
